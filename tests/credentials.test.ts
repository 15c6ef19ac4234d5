import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { acceptsKeys, type Endpoint, keyScopes, requiredRole } from "@/contract/endpoint";
import type { ErrorName } from "@/contract/errors";
import { hasRole, type Role, roles } from "@/contract/roles";
import { generateKey } from "@/core/keys/key-format";
import { apiClient, callRoute, type RequestOptions } from "./harness/api";
import { insertApiKey, revokeApiKey } from "./harness/factories";
import { documentedPaths } from "./harness/routes";
import { isHeavy } from "./harness/size";
import { corruptCookie, createCookie, createCookieWithSecret } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const { ctx, publicKey, secretKey, db } = await createTestApp();
const revokedPublic = await insertApiKey(ctx, "public_key", { revoked: true });
const revokedSecret = await insertApiKey(ctx, "secret_key", { revoked: true });
const unknownCredentials = apiClient(null);

/** A secret key with each scope. */
const scopedKeys: Record<string, string> = {};
for (const scope of keyScopes) {
  scopedKeys[scope] = await insertApiKey(ctx, "secret_key", { scopes: [scope] });
}

let callers = 0;
/** The example request of each documented method and path, each time from another client. */
const requests = documentedPaths.map(({ endpoint, method, path, name }, index) => {
  const examplePath = path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(endpoint.example.params?.[parameter] ?? ""));
  const request: RequestOptions = endpoint.body ? { body: endpoint.example.body } : {};
  const call = (more: RequestOptions) =>
    unknownCredentials.call(method, examplePath, { ...request, ipAddress: `2001:db8:${(++callers).toString(16)}::1`, ...more });
  return { name, endpoint, method, path, call, sample: <T>(cases: Record<string, T>) => pickSample(cases, index) };
});

/** The errors that depend only on the caller. */
const callerErrors: readonly (ErrorName | undefined)[] = [
  ...(["bad_key", "not_signed_in", "secret_key_required", "session_required", "role_required", "cross_site"] as const),
];

const requestsWithoutHeader: Record<string, RequestOptions> = {
  "no key": {},
  "the key in another cookie": { headers: { cookie: `key=${secretKey}`, "sec-fetch-site": "same-origin" } },
};
const invalidHeaders: Record<string, RequestOptions> = {
  "an empty Authorization": { headers: { authorization: "" } },
  "a Bearer without a key": { headers: { authorization: "Bearer " } },
  "another scheme": { headers: { authorization: `Basic ${btoa("admin:admin")}` } },
  "the key without its scheme": { headers: { authorization: secretKey } },
  "an invalid key": { key: "letmein" },
  "two keys": { headers: { authorization: `Bearer ${secretKey} ${secretKey}` } },
  "a secret key that never existed": { key: generateKey("secret_key") },
  "a public key that never existed": { key: generateKey("public_key") },
  "a revoked public key": { key: revokedPublic },
  "a revoked secret key": { key: revokedSecret },
  "a bad key next to an owner's cookie": { key: generateKey("secret_key"), cookie: await createCookie(ctx, { role: "owner" }) },
};

async function createEndedSession(): Promise<string> {
  const cookie = await createCookie(ctx, { role: "owner" });
  await unknownCredentials.call("DELETE", "/sessions", { cookie });
  return cookie;
}

/** Cookies of former owner sessions. */
const endedSessions: Record<string, string> = {
  "a disabled staff member": await createCookie(ctx, { role: "owner", disabled: true }),
  "a removed staff member": await createCookie(ctx, { role: "owner", removed: true }),
  "a session that has ended": await createEndedSession(),
};
/** Cookies without a valid session. */
const unreadableCookies: Record<string, string> = {
  "a damaged cookie": corruptCookie(await createCookie(ctx, { role: "owner" })),
  "a cookie of another secret": await createCookieWithSecret("another secret of the tests, of 32 characters and more", ctx, {
    role: "owner",
  }),
};

/** In `npm test`, one or a quarter of the cases, which are different ones for the next endpoint. */
function pickSample<T>(cases: Record<string, T>, index: number): [string, T][] {
  const step = Math.min(4, Object.keys(cases).length);
  return Object.entries(cases).filter((_, position) => isHeavy || position % step === index % step);
}

/** Whether full access doesn't include an endpoint. */
const needsScope = ({ keyScope, method, isRead }: Endpoint): boolean => keyScope !== undefined && method !== "GET" && !isRead;

describe.each(requests)("$method $path", ({ endpoint, call, sample }) => {
  const isOpen = endpoint.access.length === 0;
  const minimumRole = requiredRole(endpoint);
  const expectAccepted = ({ error }: { error?: ErrorName }) => expect(callerErrors).not.toContain(error);
  const expectRejected = ({ status, error, message }: Awaited<ReturnType<typeof call>>, name: "bad_key" | "not_signed_in") => {
    expect({ status, error }).toEqual({ status: 401, error: name });
    if (name === "bad_key") expect(message).toBe("Incorrect Bearer token specified");
  };
  const withoutCredential = acceptsKeys(endpoint) ? "bad_key" : "not_signed_in";

  test.each(sample(invalidHeaders))("requires a valid key unless it is open: %s", async (_, request) => {
    const answer = await call(request);
    if (isOpen) expectAccepted(answer);
    else expectRejected(answer, "bad_key");
  });

  test.each(sample(requestsWithoutHeader))("requires a valid key unless it is open: %s", async (_, request) => {
    const answer = await call(request);
    if (isOpen) expectAccepted(answer);
    else expectRejected(answer, withoutCredential);
  });

  test.each(["public_key", "secret_key"] as const)("accepts the %s only if the endpoint does", async (kind) => {
    const answer = await call({ key: kind === "public_key" ? publicKey : secretKey });
    if (needsScope(endpoint) && kind === "secret_key")
      expect({ status: answer.status, error: answer.error }).toEqual({ status: 403, error: "scope_required" });
    else if (isOpen || endpoint.access.includes(kind)) expectAccepted(answer);
    else expect(answer.error).toBe(acceptsKeys(endpoint) ? "secret_key_required" : "session_required");
  });

  /** In `npm test`, the lowest role that may call it, and the one below. */
  const isAtBoundary = (role: Role) => {
    const lowest = minimumRole === undefined ? 0 : roles.indexOf(minimumRole);
    return [lowest - 1, lowest].includes(roles.indexOf(role));
  };

  // Uses a new staff member each time, because some endpoints revoke sessions or change passwords.
  test.each(roles.filter((role) => isHeavy || isAtBoundary(role)))("checks the role of a staff member with the role %s", async (role) => {
    const answer = await call({ cookie: await createCookie(ctx, { role }) });
    if (isOpen || (minimumRole !== undefined && hasRole(role, minimumRole))) expectAccepted(answer);
    else expect(answer.error).toBe(minimumRole === undefined ? "bad_key" : "role_required");
  });

  test.each(sample(endedSessions))("requires an active session unless it is open: %s", async (_, cookie) => {
    const answer = await call({ cookie });
    if (isOpen) expectAccepted(answer);
    else expectRejected(answer, minimumRole === undefined ? "bad_key" : "not_signed_in");
  });

  test.each(sample(unreadableCookies))("requires an active session unless it is open: %s", async (_, cookie) => {
    const answer = await call({ cookie });
    if (isOpen) expectAccepted(answer);
    else expectRejected(answer, withoutCredential);
  });
});

test.each(requests.filter(({ endpoint }) => needsScope(endpoint)))(
  "$method $path accepts a secret key with its scope, and with no other",
  async ({ endpoint, call }) => {
    for (const [scope, key] of Object.entries(scopedKeys)) {
      const answer = await call({ key });
      if (scope === endpoint.keyScope) expect(callerErrors, scope).not.toContain(answer.error);
      else expect(answer.error, scope).toBe("scope_required");
    }
  },
);

test("the Bearer scheme is accepted in any letter case", async () => {
  for (const scheme of ["bearer", "BEARER", "Bearer  "]) {
    expect(await unknownCredentials.get("/leads", { headers: { authorization: `${scheme} ${secretKey}` } })).toMatchObject({ status: 200 });
  }
});

test("several active secret keys are accepted", async () => {
  const second = await insertApiKey(ctx, "secret_key");
  for (const key of [secretKey, second]) expect(await apiClient(key).get("/codes?limit=1")).toMatchObject({ status: 200 });
});

test("a revoked key is rejected within one second, even if it was just used", async () => {
  const key = await insertApiKey(ctx, "secret_key");
  expect(await apiClient(key).get("/batches")).toMatchObject({ status: 200 });
  await revokeApiKey(db, key);
  await sleep(1000);
  expect(await apiClient(key).get("/batches")).toMatchObject({ status: 401, error: "bad_key" });
});

test("credentials are checked before the request, so that errors reveal nothing about it", async () => {
  expect(await unknownCredentials.post("/codes/claim", "{", { key: generateKey("public_key") })).toMatchObject({ error: "bad_key" });
  expect(await unknownCredentials.post("/codes/generate", { amount: -1 }, { key: publicKey })).toMatchObject({
    error: "secret_key_required",
  });
});

test("no response ever contains a key", async () => {
  const response = await callRoute("GET", "/codes", { key: secretKey });
  expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain(secretKey);
});

test("no response ever contains a session cookie except the one that sets it", async () => {
  const cookie = await createCookie(ctx);
  const response = await callRoute("GET", "/session", { cookie });
  expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain(cookie.split("=")[1]);
});

import { describe, expect, test, vi } from "vitest";
import { leastRole, takesKeys } from "@/contract/endpoint";
import type { ErrorName } from "@/contract/errors";
import { mayAs, roles } from "@/contract/roles";
import { newKey } from "@/core/keys/key";
import { type Ask, apiWith, rawCall } from "./harness/api";
import { aKey, revokeKey } from "./harness/factories";
import { addresses } from "./harness/routes";
import { cookieUnder, damaged, signedIn } from "./harness/staff";
import { aWorld } from "./harness/world";

const { ctx, publicKey, secretKey, db } = await aWorld();
const revokedPublic = await aKey(ctx, "public_key", { revoked: true });
const revokedSecret = await aKey(ctx, "secret_key", { revoked: true });
const nobody = apiWith(null);

let callers = 0;
/** The request of each documented method and path, from the contract's own example, each time from another client. */
const requests = addresses.map(({ endpoint, method, path, name }) => {
  const filled = path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(endpoint.example.params?.[parameter] ?? ""));
  const ask: Ask = endpoint.body ? { body: endpoint.example.body } : {};
  const call = (more: Ask) => nobody.call(method, filled, { ...ask, from: `2001:db8:${(++callers).toString(16)}::1`, ...more });
  return { name, endpoint, method, path, call };
});

/** What is refused for who calls alone. */
const forTheCaller: readonly (ErrorName | undefined)[] = [
  ...(["bad_key", "not_signed_in", "secret_key_required", "staff_required", "role_required", "cross_site"] as const),
];

const withoutAHeader: Record<string, Ask> = {
  "no key": {},
  "the key in another cookie": { headers: { cookie: `key=${secretKey}`, "sec-fetch-site": "same-origin" } },
};
const badHeaders: Record<string, Ask> = {
  "an empty Authorization": { headers: { authorization: "" } },
  "a Bearer without a key": { headers: { authorization: "Bearer " } },
  "another scheme": { headers: { authorization: `Basic ${btoa("admin:admin")}` } },
  "the key without its scheme": { headers: { authorization: secretKey } },
  "noise for a key": { key: "letmein" },
  "two keys": { headers: { authorization: `Bearer ${secretKey} ${secretKey}` } },
  "a secret key that never was": { key: newKey("secret_key") },
  "a public key that never was": { key: newKey("public_key") },
  "a revoked public key": { key: revokedPublic },
  "a revoked secret key": { key: revokedSecret },
  "a bad key beside an owner's cookie": { key: newKey("secret_key"), cookie: await signedIn(ctx, { role: "owner" }) },
};

async function anEndedSession(): Promise<string> {
  const cookie = await signedIn(ctx, { role: "owner" });
  await nobody.call("DELETE", "/sessions", { cookie });
  return cookie;
}

/** Cookies of sessions that were an owner's. */
const ended: Record<string, string> = {
  "somebody disabled": await signedIn(ctx, { role: "owner", disabled: true }),
  "somebody removed": await signedIn(ctx, { role: "owner", removed: true }),
  "a session that has ended": await anEndedSession(),
};
/** Cookies that name no session to us. */
const unreadable: Record<string, string> = {
  "a damaged cookie": damaged(await signedIn(ctx, { role: "owner" })),
  "a cookie of another secret": await cookieUnder("another secret of the tests, of 32 characters and more", ctx, { role: "owner" }),
};

describe.each(requests)("$method $path", ({ endpoint, call }) => {
  const isOpen = endpoint.access.length === 0;
  const least = leastRole(endpoint);
  const passes = ({ error }: { error?: ErrorName }) => expect(forTheCaller).not.toContain(error);
  const refuses = ({ status, error, message }: Awaited<ReturnType<typeof call>>, name: "bad_key" | "not_signed_in") => {
    expect({ status, error }).toEqual({ status: 401, error: name });
    if (name === "bad_key") expect(message).toBe("Incorrect Bearer token specified");
  };
  const withoutCredential = takesKeys(endpoint) ? "bad_key" : "not_signed_in";

  test.each(Object.entries(badHeaders))("%s", async (_, ask) => {
    const answer = await call(ask);
    if (isOpen) passes(answer);
    else refuses(answer, "bad_key");
  });

  test.each(Object.entries(withoutAHeader))("%s", async (_, ask) => {
    const answer = await call(ask);
    if (isOpen) passes(answer);
    else refuses(answer, withoutCredential);
  });

  test.each(["public_key", "secret_key"] as const)("the %s", async (kind) => {
    const answer = await call({ key: kind === "public_key" ? publicKey : secretKey });
    if (isOpen || endpoint.access.includes(kind)) passes(answer);
    else expect(answer.error).toBe(takesKeys(endpoint) ? "secret_key_required" : "staff_required");
  });

  // Whoever asks is new each time, since some endpoints end their session or change their password.
  test.each(roles)("staff who are %s", async (role) => {
    const answer = await call({ cookie: await signedIn(ctx, { role }) });
    if (isOpen || (least !== undefined && mayAs(role, least))) passes(answer);
    else expect(answer.error).toBe(least === undefined ? "bad_key" : "role_required");
  });

  test.each(Object.entries(ended))("%s", async (_, cookie) => {
    const answer = await call({ cookie });
    if (isOpen) passes(answer);
    else refuses(answer, least === undefined ? "bad_key" : "not_signed_in");
  });

  test.each(Object.entries(unreadable))("%s", async (_, cookie) => {
    const answer = await call({ cookie });
    if (isOpen) passes(answer);
    else refuses(answer, withoutCredential);
  });
});

test("every kind of key passes where the scheme is written in another letter case", async () => {
  for (const scheme of ["bearer", "BEARER", "Bearer  "]) {
    expect(await nobody.get("/leads", { headers: { authorization: `${scheme} ${secretKey}` } })).toMatchObject({ status: 200 });
  }
});

test("several secret keys are live at once", async () => {
  const second = await aKey(ctx, "secret_key");
  for (const key of [secretKey, second]) expect(await apiWith(key).get("/codes?limit=1")).toMatchObject({ status: 200 });
});

test("a revoked key that was just used is refused within a second", async () => {
  const key = await aKey(ctx, "secret_key");
  expect(await apiWith(key).get("/batches")).toMatchObject({ status: 200 });
  await revokeKey(db, key);
  await vi.waitFor(async () => expect(await apiWith(key).get("/batches")).toMatchObject({ status: 401, error: "bad_key" }), {
    timeout: 1000,
    interval: 50,
  });
});

test("a refused credential never learns whether its request was well formed", async () => {
  expect(await nobody.post("/codes/claim", "{", { key: newKey("public_key") })).toMatchObject({ error: "bad_key" });
  expect(await nobody.post("/codes/generate", { amount: -1 }, { key: publicKey })).toMatchObject({ error: "secret_key_required" });
});

test("a key is in no answer and in no header", async () => {
  const response = await rawCall("GET", "/codes", { key: secretKey });
  expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain(secretKey);
});

test("a cookie is in no answer but the one that sets it", async () => {
  const cookie = await signedIn(ctx);
  const response = await rawCall("GET", "/session", { cookie });
  expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain(cookie.split("=")[1]);
});

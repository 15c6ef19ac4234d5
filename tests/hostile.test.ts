import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { acceptsKeys, type Endpoint, isFilePath, requiredRole } from "@/contract/endpoint";
import { startSecondFactorSetup } from "@/core/staff/second-factor";
import { type ApiResponse, apiClient, type RequestOptions } from "./harness/api";
import { fingerprintDatabase, insertBatch, insertCode, insertLead } from "./harness/factories";
import { type DocumentedPath, documentedPaths } from "./harness/routes";
import { insertStaffWithSecondFactor, uniqueClient } from "./harness/second-factor";
import { isHeavy, size } from "./harness/size";
import { createCookie } from "./harness/staff";
import { createTestApp } from "./harness/test-app";
import {
  bodiesWithInvalidSecrets,
  fillParams,
  type HostileRequest,
  hostileBodies,
  hostilePaths,
  hostileQueries,
  malformedBodies,
} from "./hostile/requests";
import { oneMegabyte } from "./hostile/text-values";

const { ctx, db, secretKey } = await createTestApp({ max: 4 });
const api = apiClient(secretKey);

// The data of the contract's examples, so that a request that is wrongly accepted would change something.
await insertLead(ctx, { email: "ada@example.org" });
await insertLead(ctx, { email: "grace@example.org", onWaitlist: true });
await insertCode(ctx, { text: "curious-pineapple", batch: await insertBatch(ctx), allowedClaims: 9, claimedBy: ["ada@example.org"] });

// Has the email and password of the examples, a second factor, and another one that is not confirmed yet.
const owner = await insertStaffWithSecondFactor(ctx, { email: "grace@example.org", role: "owner" });
await startSecondFactorSetup(owner.ctx, owner, uniqueClient());
const cookie = await createCookie(ctx, owner);

/** The credential for an endpoint: the secret key if it accepts keys with full access, otherwise an owner's session, otherwise none. */
const credential = (endpoint: Endpoint): RequestOptions =>
  acceptsKeys(endpoint) && !endpoint.keyScope ? {} : requiredRole(endpoint) ? { cookie } : { key: null };

let requestCount = 0;
async function sendRequest(
  documentedPath: Pick<DocumentedPath, "endpoint" | "method">,
  path: string,
  request: HostileRequest,
): Promise<ApiResponse> {
  // Each request has another IP address, because public endpoints have a rate limit by client.
  const ipAddress = `2001:db8:${(++requestCount >> 8).toString(16)}:${(requestCount & 255).toString(16)}::1`;
  // The API client fails on a 5xx, on a response without the envelope, and on errors that the contract doesn't list.
  return api.call(documentedPath.method, request.path ?? path, { ipAddress, ...credential(documentedPath.endpoint), ...request.options });
}

/** In `npm test`, every thirty-second request, which are different ones for the next endpoint. */
const pickSample = (requests: HostileRequest[], index: number) =>
  isHeavy ? requests : requests.filter((_, position) => position % 32 === index % 32);

describe.each(documentedPaths.map((documentedPath, index) => ({ ...documentedPath, index })))("$method $path", (documentedPath) => {
  const { endpoint, path, index } = documentedPath;
  const filledPath = fillParams(path, endpoint.example.params);

  test("rejects hostile bodies, names the field and changes nothing", async () => {
    const before = await fingerprintDatabase(db);
    // Files need a format.
    const filePath = isFilePath(filledPath) ? `${filledPath}?format=csv` : filledPath;
    for (const request of pickSample(hostileBodies(endpoint), index)) {
      const { error, fields } = await sendRequest(documentedPath, filePath, request);
      const isTooLarge = request.description.endsWith("a megabyte") && endpoint.bodyLimit === undefined;
      expect(error, request.description).toBe(isTooLarge ? "body_too_large" : "invalid_input");
      const fieldNames = Object.keys(fields ?? {});
      if (request.field !== undefined)
        expect(
          fieldNames.some((name) => name === request.field || name.startsWith(`${request.field}.`)),
          `${request.description}: ${fieldNames}`,
        ).toBe(true);
      expect(JSON.stringify(fields ?? {}).length, request.description).toBeLessThan(60_000);
    }
    for (const request of pickSample(malformedBodies(endpoint), index))
      expect((await sendRequest(documentedPath, filePath, request)).error, request.description).toBe("invalid_json");
    expect(await fingerprintDatabase(db)).toEqual(before);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("answers or rejects hostile paths and queries and changes nothing", async () => {
    const before = await fingerprintDatabase(db);
    for (const request of pickSample([...hostilePaths(endpoint, path), ...hostileQueries(endpoint, path)], index)) {
      const { status, error, fields } = await sendRequest(documentedPath, filledPath, request);
      if (status !== 200) expect(["invalid_input", ...endpoint.errors], request.description).toContain(error);
      if (request.field !== undefined) expect(Object.keys(fields ?? {}), request.description).toContain(request.field);
    }
    expect(await fingerprintDatabase(db)).toEqual(before);
  });
});

const pathsWithSecrets = documentedPaths.filter(({ endpoint }) => bodiesWithInvalidSecrets(endpoint).length > 0);
test.each(pathsWithSecrets)(
  "$method $path rejects wrong passwords, codes and tokens, and records only failed sign-ins",
  async (documentedPath) => {
    const before = await fingerprintDatabase(db);
    for (const request of bodiesWithInvalidSecrets(documentedPath.endpoint)) {
      // Otherwise the rate limit of the email would reject the request before its secret is checked.
      await db.execute(sql`delete from rate_limit_windows`);
      const { error } = await sendRequest(documentedPath, fillParams(documentedPath.path, documentedPath.endpoint.example.params), request);
      expect(documentedPath.endpoint.errors, request.description).toContain(error);
      expect(error, request.description).not.toBe("too_many_requests");
    }
    await db.execute(sql`delete from events where kind in ('staff.sign_in_failed', 'staff.passkey_refused')`);
    expect(await fingerprintDatabase(db)).toEqual(before);
  },
);

const pathsWithoutBody = documentedPaths.filter(({ endpoint, method }) => method !== "GET" && !endpoint.body && !endpoint.rawBody);
test.each(pathsWithoutBody)("$method $path needs no body and ignores one", async (documentedPath) => {
  const { endpoint, path } = documentedPath;
  for (const body of [oneMegabyte, "{", new Uint8Array([0xff])]) {
    // A successful request can end the session, so each has its own.
    const options = { cookie: await createCookie(ctx, { role: "owner" }), body };
    const { status, error } = await sendRequest(documentedPath, fillParams(path, endpoint.example.params), {
      description: "a body",
      options,
    });
    if (status !== 200) expect(endpoint.errors).toContain(error);
  }
});

test("the server reads at most 256 KiB of what viewers send, and long lists of members", async () => {
  for (const [path, field, read] of [
    ["/codes/lookup", "codes", { error: "invalid_input" }],
    // Text that isn't an email address has no lead.
    ["/leads/lookup", "emails", { data: [] }],
  ] as const) {
    const body = `{"${field}":["${"a".repeat(300 * 1024)}"]}`;
    for (const [role, answer] of [
      ["viewer", { error: "body_too_large" }],
      ["member", read],
    ] as const)
      expect(await apiClient(null).post(path, body, { cookie: await createCookie(ctx, { role }) }), `${path}, ${role}`).toMatchObject(
        answer,
      );
  }
});

test("a body over the limit is rejected, whether its content-length says so or not", async () => {
  const before = await fingerprintDatabase(db);
  for (const [path, limit] of [
    ["/codes/claim", 256 * 1024],
    ["/codes/send", 16 * 1024 * 1024],
  ] as const) {
    const body = `{"code":"${"a".repeat(limit)}"}`;
    expect(await api.post(path, body)).toMatchObject({ status: 413, error: "body_too_large" });
    expect(await api.post(path, "{}", { headers: { "content-length": String(limit + 1) } })).toMatchObject({ error: "body_too_large" });
    expect((await api.post(path, `{"code":"${" ".repeat(limit - 20)}"}`)).error, "just below").toBe("invalid_input");
  }
  expect(await fingerprintDatabase(db)).toEqual(before);
});

test("a send to 50,000 emails is accepted, and one more is rejected", async () => {
  const send = (amount: number) =>
    api.post("/codes/send", { code: "nowhere", emails: Array.from({ length: amount }, (_, i) => `lead${i}@example.org`) });
  expect(await send(50_000)).toMatchObject({ error: "code_not_found" });
  expect(await send(50_001)).toMatchObject({ error: "invalid_input", fields: { emails: [expect.stringContaining("50000")] } });
});

test("an error names at most 100 invalid fields", async () => {
  const { fields } = await api.post("/codes/send", { code: "x", emails: Array(5000).fill("not-an-email") });
  expect(Object.keys(fields ?? {})).toHaveLength(100);
});

test("the random sweeps have sent many hostile requests", () => {
  expect(requestCount).toBeGreaterThan(size(250, 4000));
});

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type Endpoint, requiredRole, acceptsKeys } from "@/contract/endpoint";
import { startSecondFactorSetup } from "@/core/staff/second-factor";
import { type ApiResponse, type RequestOptions, apiClient } from "./harness/api";
import { insertBatch, insertCode, insertLead, fingerprintDatabase } from "./harness/factories";
import { type DocumentedPath, documentedPaths } from "./harness/routes";
import { uniqueClient, insertStaffWithSecondFactor } from "./harness/second-factor";
import { createCookie } from "./harness/staff";
import { createTestApp } from "./harness/test-app";
import { filledIn, type Hostile, hostileBodies, hostilePaths, hostileQueries, hostileShapes, oddBodies } from "./hostile/requests";
import { huge } from "./hostile/texts";

const { ctx, db, secretKey } = await createTestApp({ max: 4 });
const api = apiClient(secretKey);

// What the examples of the contract speak of, so that a request that slipped through would change something.
await insertLead(ctx, { email: "ada@example.org" });
await insertLead(ctx, { email: "grace@example.org", onWaitlist: true });
await insertCode(ctx, { text: "curious-pineapple", batch: await insertBatch(ctx), allowedClaims: 9, claimedBy: ["ada@example.org"] });

// Theirs are the address and the password of the examples, a second factor, and another one that they have begun.
const owner = await insertStaffWithSecondFactor(ctx, { email: "grace@example.org", role: "owner" });
await startSecondFactorSetup(owner.ctx, owner, uniqueClient());
const cookie = await createCookie(ctx, owner);

/** Who may: a program, else an owner, else anybody. */
const credential = (endpoint: Endpoint): RequestOptions => (acceptsKeys(endpoint) ? {} : requiredRole(endpoint) ? { cookie } : { key: null });

let asked = 0;
async function ask(address: Pick<DocumentedPath, "endpoint" | "method">, path: string, hostile: Hostile): Promise<ApiResponse> {
  // Each from elsewhere: the tries of a client are counted where anybody may ask.
  const from = `2001:db8:${(++asked >> 8).toString(16)}:${(asked & 255).toString(16)}::1`;
  // The harness fails on a 5xx, on anything but the envelope, and on refusals the contract does not name.
  return api.call(address.method, hostile.path ?? path, { ipAddress: from, ...credential(address.endpoint), ...hostile.ask });
}

describe.each(documentedPaths)("$method $path", (address) => {
  const { endpoint, path } = address;
  const filled = filledIn(path, endpoint.example.params);

  test("refuses every hostile body by name, and changes nothing", { timeout: 60_000 }, async () => {
    const before = await fingerprintDatabase(db);
    for (const hostile of hostileBodies(endpoint)) {
      const { error, fields } = await ask(address, filled, hostile);
      const large = hostile.what.endsWith("a megabyte") && endpoint.bodyLimit === undefined;
      expect(error, hostile.what).toBe(large ? "body_too_large" : "invalid_input");
      const named = Object.keys(fields ?? {});
      if (hostile.field !== undefined)
        expect(
          named.some((name) => name === hostile.field || name.startsWith(`${hostile.field}.`)),
          `${hostile.what}: ${named}`,
        ).toBe(true);
      expect(JSON.stringify(fields ?? {}).length, hostile.what).toBeLessThan(60_000);
    }
    for (const hostile of hostileShapes(endpoint)) expect((await ask(address, filled, hostile)).error, hostile.what).toBe("invalid_json");
    expect(await fingerprintDatabase(db)).toEqual(before);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("refuses or answers every hostile path and query, and changes nothing", async () => {
    const before = await fingerprintDatabase(db);
    for (const hostile of [...hostilePaths(endpoint, path), ...hostileQueries(endpoint, path)]) {
      const { status, error, fields } = await ask(address, filled, hostile);
      if (status !== 200) expect(["invalid_input", ...endpoint.errors], hostile.what).toContain(error);
      if (hostile.field !== undefined) expect(Object.keys(fields ?? {}), hostile.what).toContain(hostile.field);
    }
    expect(await fingerprintDatabase(db)).toEqual(before);
  });
});

const withSecrets = documentedPaths.filter(({ endpoint }) => oddBodies(endpoint).length > 0);
test.each(withSecrets)("$method $path refuses every password, code and token that opens nothing, and changes nothing", async (address) => {
  const before = await fingerprintDatabase(db);
  for (const hostile of oddBodies(address.endpoint)) {
    // Few tries are left to an address, from wherever they come; and what is refused for that was not looked at.
    await db.execute(sql`delete from rate_limit_windows`);
    const { error } = await ask(address, filledIn(address.path, address.endpoint.example.params), hostile);
    expect(address.endpoint.errors, hostile.what).toContain(error);
    expect(error, hostile.what).not.toBe("too_many_requests");
  }
  expect(await fingerprintDatabase(db)).toEqual(before);
});

const withoutBody = documentedPaths.filter(({ endpoint, method }) => method !== "GET" && !endpoint.body);
test.each(withoutBody)("$method $path asks for no body and reads none", async (address) => {
  const { endpoint, path } = address;
  for (const body of [huge, "{", new Uint8Array([0xff])]) {
    // What succeeds may end the session that asks.
    const own = { cookie: await createCookie(ctx, { role: "owner" }), body };
    const { status, error } = await ask(address, filledIn(path, endpoint.example.params), { what: "a body", ask: own });
    if (status !== 200) expect(endpoint.errors).toContain(error);
  }
});

test("a body over the limit is refused, whether it says so or not", async () => {
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

test("a send of 50,000 addresses is read, and of one more refused", async () => {
  const send = (amount: number) =>
    api.post("/codes/send", { code: "nowhere", emails: Array.from({ length: amount }, (_, i) => `lead${i}@example.org`) });
  expect(await send(50_000)).toMatchObject({ error: "code_not_found" });
  expect(await send(50_001)).toMatchObject({ error: "invalid_input", fields: { emails: [expect.stringContaining("50000")] } });
});

test("no more than a hundred fields are named", async () => {
  const { fields } = await api.post("/codes/send", { code: "x", emails: Array(5000).fill("nobody") });
  expect(Object.keys(fields ?? {})).toHaveLength(100);
});

test("the requests above were more than a thousand", () => {
  expect(asked).toBeGreaterThan(1000);
});

import { describe, expect, test } from "vitest";
import { type Answer, apiWith } from "./harness/api";
import { aBatch, aCode, aLead, fingerprintOf } from "./harness/factories";
import { addresses } from "./harness/routes";
import { aWorld } from "./harness/world";
import { filledIn, type Hostile, hostileBodies, hostilePaths, hostileQueries, hostileShapes } from "./hostile/requests";

const { ctx, db, secretKey } = await aWorld({ max: 4 });
const api = apiWith(secretKey);

// What the examples of the contract speak of, so that a request that slipped through would change something.
await aLead(ctx, { email: "ada@example.org" });
await aLead(ctx, { email: "grace@example.org", onWaitlist: true });
await aCode(ctx, { text: "curious-pineapple", batch: await aBatch(ctx), allowedClaims: 9, claimedBy: ["ada@example.org"] });

let asked = 0;
async function ask(method: string, path: string, hostile: Hostile): Promise<Answer> {
  asked++;
  // The harness fails on a 5xx, on anything but the envelope, and on refusals the contract does not name.
  return api.call(method, hostile.path ?? path, hostile.ask);
}

describe.each(addresses)("$method $path", ({ endpoint, method, path }) => {
  const filled = filledIn(path, endpoint.example.params);

  test("refuses every hostile body by name, and changes nothing", { timeout: 60_000 }, async () => {
    const before = await fingerprintOf(db);
    for (const hostile of hostileBodies(endpoint)) {
      const { error, fields } = await ask(method, filled, hostile);
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
    for (const hostile of hostileShapes(endpoint)) expect((await ask(method, filled, hostile)).error, hostile.what).toBe("invalid_json");
    expect(await fingerprintOf(db)).toEqual(before);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("refuses or answers every hostile path and query, and changes nothing", async () => {
    const before = await fingerprintOf(db);
    for (const hostile of [...hostilePaths(endpoint, path), ...hostileQueries(endpoint, path)]) {
      const { status, error, fields } = await ask(method, filled, hostile);
      if (status !== 200) expect(["invalid_input", ...endpoint.refuses], hostile.what).toContain(error);
      if (hostile.field !== undefined) expect(Object.keys(fields ?? {}), hostile.what).toContain(hostile.field);
    }
    expect(await fingerprintOf(db)).toEqual(before);
  });
});

test("a body over the limit is refused, whether it says so or not", async () => {
  const before = await fingerprintOf(db);
  for (const [path, limit] of [
    ["/codes/claim", 256 * 1024],
    ["/codes/send", 16 * 1024 * 1024],
  ] as const) {
    const body = `{"code":"${"a".repeat(limit)}"}`;
    expect(await api.post(path, body)).toMatchObject({ status: 413, error: "body_too_large" });
    expect(await api.post(path, "{}", { headers: { "content-length": String(limit + 1) } })).toMatchObject({ error: "body_too_large" });
    expect((await api.post(path, `{"code":"${" ".repeat(limit - 20)}"}`)).error, "just below").toBe("invalid_input");
  }
  expect(await fingerprintOf(db)).toEqual(before);
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

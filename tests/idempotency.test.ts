import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { deleteExpiredRows } from "@/core/cleanup";
import { responseLifetimeHours } from "@/core/idempotency";
import { queryRows } from "@/db/query";
import { apiClient, callRoute } from "./harness/api";
import { getClaimCounts, insertApiKey, insertBatch, insertCode, insertLead, uniqueEmail, uniqueId } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const world = await createTestApp();
const { ctx, secretKey, publicKey, db } = world;
const other = world.openSecondPool();
const api = apiClient(secretKey);
/** A send whose messages stand where it says. */
async function aSend(status: string): Promise<string> {
  const { data } = await api.post("/codes/send", { code: await insertCode(ctx), emails: [await insertLead(ctx), await insertLead(ctx)] });
  await db.execute(sql`update deliveries set status = ${status} where send_id = ${data.sendId}`);
  return data.sendId;
}
const under = (key: string) => ({ headers: { "idempotency-key": key } });

describe("a write that is repeated under its Idempotency-Key", () => {
  test.each<[string, string, () => Promise<object> | object]>([
    ["generating", "/codes/generate", () => ({ amount: 3 })],
    ["claiming", "/codes/claim", async () => ({ code: await insertCode(ctx, { allowedClaims: 5 }), email: uniqueEmail() })],
    ["sending", "/codes/send", async () => ({ code: await insertCode(ctx), emails: [await insertLead(ctx), "nobody@example.org"] })],
    ["deleting a code", "/codes/delete", async () => ({ code: await insertCode(ctx) })],
    ["pausing", "/codes/bulk", async () => ({ action: "pause", codes: [await insertCode(ctx)] })],
    ["pausing a batch", "/batches/bulk", async () => ({ action: "pause", batches: [await insertBatch(ctx)] })],
    ["creating a lead", "/leads/create", () => ({ email: uniqueEmail() })],
    ["deleting a lead", "/leads/delete", async () => ({ email: await insertLead(ctx) })],
    ["inviting", "/leads/invite", async () => ({ emails: [await insertLead(ctx)] })],
    ["sending by a filter", "/codes/send", async () => ({ code: await insertCode(ctx), filter: { q: await insertLead(ctx) } })],
    ["changing a lead", "/leads/change", async () => ({ email: await insertLead(ctx), firstname: "Ada" })],
    ["cancelling a send", "/sends/cancel", async () => ({ send: await aSend("queued") })],
    ["trying a send again", "/sends/retry", async () => ({ send: await aSend("failed") })],
    ["sending to those who missed it", "/sends/missed", async () => ({ send: await aSend("failed") })],
  ])("%s: gets the first answer, letter for letter, and happens once", async (_, path, bodyOf) => {
    const body = await bodyOf();
    const key = uniqueId();
    const happened = async () => queryRows(db, sql`select count(*) from events`);
    const first = await api.post(path, body, under(key));
    expect(first.status).toBe(200);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const after = await happened();
    for (let again = 0; again < 3; again++) {
      const replay = await world.runOnPool(other, () => api.post(path, body, under(key)));
      expect(replay.text).toBe(first.text);
      expect(replay.headers.get("idempotent-replayed")).toBe("true");
      expect(replay.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    }
    expect(await happened()).toEqual(after);
  });

  test("is answered alike where the answer was streamed", async () => {
    const key = uniqueId();
    const ask = { key: secretKey, body: { amount: 20_000, type: "alphanumeric" }, ...under(key) };
    const first = await (await callRoute("POST", "/codes/generate", ask)).text();
    expect(JSON.parse(first).data).toHaveLength(20_000);
    const replay = await callRoute("POST", "/codes/generate", ask);
    expect(replay.headers.get("idempotent-replayed")).toBe("true");
    expect(await replay.text()).toBe(first);
  });

  test("reaches those whom its filter found the first time, and not who came meanwhile", async () => {
    const [code, key, tag] = [await insertCode(ctx), uniqueId(), `tag${uniqueId()}`];
    await insertLead(ctx, { email: `one-${tag}@example.org` });
    const body = { code, filter: { q: tag } };
    const first = await api.post("/codes/send", body, under(key));
    await insertLead(ctx, { email: `two-${tag}@example.org` });
    expect((await api.post("/codes/send", body, under(key))).text).toBe(first.text);
    expect(await queryRows(db, sql`select from deliveries where code_text = ${code}`)).toHaveLength(1);
    expect((await api.post("/codes/send", body)).data).toMatchObject({ receivedLeads: 2, notifiedLeads: 2 });
  });

  test("is the same write under the address older clients call", async () => {
    const email = uniqueEmail();
    const key = uniqueId();
    const { text } = await api.post("/leads/create", { email }, under(key));
    expect((await api.post("/customers/create", { email }, under(key))).text).toBe(text);
  });

  test("happens anew once the first answer is a day old", async () => {
    const key = uniqueId();
    const first = await api.post("/codes/generate", { amount: 1 }, under(key));
    await db.execute(
      sql`update idempotent_responses set created_at = now() - make_interval(hours => ${responseLifetimeHours}) - interval '1 second' where key = ${key}`,
    );
    const second = await api.post("/codes/generate", { amount: 2 }, under(key));
    expect(second.headers.get("idempotent-replayed")).toBeNull();
    expect(second.data).toHaveLength(2);
    expect((await api.post("/codes/generate", { amount: 2 }, under(key))).text).toBe(second.text);
    expect(second.text).not.toBe(first.text);
  });
});

test("another body, another path or another spelling under the same key is a mismatch", async () => {
  const key = uniqueId();
  await api.post("/codes/generate", { amount: 1 }, under(key));
  expect(await api.post("/codes/generate", { amount: 2 }, under(key))).toMatchObject({ status: 422, error: "idempotency_mismatch" });
  expect(await api.post("/leads/create", { email: uniqueEmail() }, under(key))).toMatchObject({ error: "idempotency_mismatch" });
});

test("each caller has keys of their own", async () => {
  const key = uniqueId();
  const second = await insertApiKey(ctx, "secret_key");
  const [one, two] = [
    await api.post("/codes/generate", { amount: 1 }, under(key)),
    await apiClient(second).post("/codes/generate", { amount: 2 }, under(key)),
  ];
  expect([one.data.length, two.data.length]).toEqual([1, 2]);
});

test("a refusal is not stored, and leaves nothing behind", async () => {
  const key = uniqueId();
  const code = await insertCode(ctx, { paused: true });
  const body = { code, email: uniqueEmail() };
  for (let i = 0; i < 2; i++) expect(await api.post("/codes/claim", body, under(key))).toMatchObject({ error: "code_paused" });
  expect(await api.post("/codes/claim", "{", under(key))).toMatchObject({ error: "invalid_json" });
  await api.call("PATCH", `/codes/${code}`, { body: { paused: false } });
  const claimed = await api.post("/codes/claim", body, under(key));
  expect(claimed).toMatchObject({ status: 200 });
  expect(claimed.headers.get("idempotent-replayed")).toBeNull();
});

test("a second request while the first runs is told so, on another pool too, and gets the answer afterwards", async () => {
  const code = await insertCode(ctx);
  const body = { code, email: uniqueEmail() };
  const key = uniqueId();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>();
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`select from codes where text = ${code} for update`);
    hasLocked();
    await held;
  });
  await locked;
  const first = api.post("/codes/claim", body, under(key));
  await vi.waitFor(async () => {
    const waiting = await queryRows(
      db,
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%set claims = claims + 1%' and datname = current_database()`,
    );
    expect(waiting).toHaveLength(1);
  });
  const second = await world.runOnPool(other, () => api.post("/codes/claim", body, under(key)));
  expect(second).toMatchObject({ status: 409, error: "idempotency_in_flight" });
  release();
  await holding;
  const { status, text } = await first;
  expect(status).toBe(200);
  expect((await api.post("/codes/claim", body, under(key))).text).toBe(text);
  expect(await getClaimCounts(ctx, code)).toEqual({ counter: 1, claims: 1 });
});

test("of many at once under one key, one happens", async () => {
  const key = uniqueId();
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.post("/codes/generate", { amount: 1, name: key }, under(key))));
  expect(new Set(answers.map(({ status, error }) => error ?? status))).not.toContain(500);
  for (const { status, error } of answers) expect(status === 200 || error === "idempotency_in_flight").toBe(true);
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
  expect(await queryRows(db, sql`select from batches where name = ${key}`)).toHaveLength(1);
});

test.each([
  ["nothing", ""],
  ["256 characters", "k".repeat(256)],
  ["a letter outside ASCII", "schlüssel"],
  ["a tab inside", "a\tb"],
])("a key of %s is refused by name", async (_, key) => {
  expect(await api.post("/codes/generate", { amount: 1 }, under(key))).toMatchObject({
    error: "invalid_input",
    fields: { "Idempotency-Key": [expect.any(String)] },
  });
});

test("a key of 255 characters is one", async () => {
  expect(await api.post("/codes/generate", { amount: 1 }, under("k".repeat(255)))).toMatchObject({ status: 200 });
});

test("a read takes no notice of it", async () => {
  const key = uniqueId();
  const code = await insertCode(ctx);
  await api.get(`/codes/${code}`, under(key));
  await api.call("PATCH", `/codes/${code}`, { body: { paused: true } });
  expect((await api.get(`/codes/${code}`, under(key))).data).toMatchObject({ status: "paused" });
});

test("the public key's answers are stored and repeated too", async () => {
  const code = await insertCode(ctx, { allowedClaims: 2 });
  const ask = { ...under(uniqueId()), key: publicKey };
  const body = { code, email: uniqueEmail() };
  const { text } = await api.post("/codes/claim", body, ask);
  expect((await api.post("/codes/claim", body, ask)).text).toBe(text);
});

test("stored answers go with the hourly clean-up once they are a day old", async () => {
  const key = uniqueId();
  await api.post("/codes/generate", { amount: 1 }, under(key));
  await deleteExpiredRows(db);
  expect(await queryRows(db, sql`select from idempotent_response_chunks where key = ${key}`)).not.toEqual([]);
  await db.execute(sql`update idempotent_responses set created_at = now() - interval '25 hours' where key = ${key}`);
  await deleteExpiredRows(db);
  expect(await queryRows(db, sql`select from idempotent_response_chunks where key = ${key}`)).toEqual([]);
});

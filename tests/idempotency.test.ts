import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { deleteExpiredRows } from "@/core/cleanup";
import { responseLifetimeHours } from "@/core/idempotency";
import { queryRows } from "@/db/query";
import { apiClient, callRoute } from "./harness/api";
import { getClaimCounts, insertApiKey, insertBatch, insertCode, insertLead, uniqueEmail, uniqueId } from "./harness/factories";
import { createCookie } from "./harness/staff";
import { createTestApp } from "./harness/test-app";
import { findTraces } from "./harness/traces";

const app = await createTestApp();
const { ctx, secretKey, publicKey, db } = app;
const other = app.openSecondPool();
const api = apiClient(secretKey);
/** Creates a send with emails in this status. */
async function createSend(status: string): Promise<string> {
  const { data } = await api.post("/codes/send", { code: await insertCode(ctx), emails: [await insertLead(ctx), await insertLead(ctx)] });
  await db.execute(sql`update deliveries set status = ${status} where send_id = ${data.sendId}`);
  return data.sendId;
}
const withKey = (key: string) => ({ headers: { "idempotency-key": key } });

type Write = { method?: string; path: string; body?: object };

describe("do, undo, repeat", () => {
  const claim = async () => {
    const body = { code: await insertCode(ctx), email: uniqueEmail() };
    const key = uniqueId();
    const repeat = (client = api) => client.post("/codes/claim", body, withKey(key));
    const first = await repeat();
    expect(first.status).toBe(200);
    return { ...body, key, repeat, token: first.data.token };
  };
  const countClaims = async (email: string) => (await queryRows(db, sql`select from claims where email = ${email}`)).length;
  const expireToken = (key: string) =>
    db.execute(sql`update idempotent_responses set erased_at = now() - interval '1 second' where key = ${key}`);

  test.each<[string, (claimed: { code: string; email: string }) => Promise<unknown>]>([
    ["revoking it", (claimed) => api.post("/claims/revoke", claimed)],
    ["deleting the code", ({ code }) => api.post("/codes/delete", { code })],
    ["deleting the code in bulk", ({ code }) => api.post("/codes/bulk", { action: "delete", codes: [code] })],
    ["deleting the lead", ({ email }) => api.post("/leads/delete", { email })],
  ])("a claim isn't answered or brought back after %s", async (_, undo) => {
    for (const isExpired of [false, true]) {
      const { code, email, key, repeat } = await claim();
      if (isExpired) await expireToken(key);
      await undo({ code, email });
      expect(await repeat()).toMatchObject({ status: 410, error: "idempotency_erased" });
      expect(await countClaims(email)).toBe(0);
    }
  });

  test("an exchange isn't answered after the claim was revoked", async () => {
    const { code, email, token } = await claim();
    const key = uniqueId();
    const exchange = () => api.post("/claims/exchange", { token }, withKey(key));
    expect((await exchange()).status).toBe(200);
    expect((await exchange()).headers.get("idempotent-replayed")).toBe("true");
    await api.post("/claims/revoke", { code, email });
    expect(await exchange()).toMatchObject({ status: 410, error: "idempotency_erased" });
  });

  test("a claim that still exists is answered with a new token when the first one expired, and counts once", async () => {
    const { code, email, key, repeat, token } = await claim();
    expect((await repeat()).data.token).toBe(token);
    await expireToken(key);
    const again = await repeat();
    expect(again).toMatchObject({ status: 200, data: { email, lead: { hasClaimedCode: true }, claimedCode: { claims: 1 } } });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.data.token).not.toBe(token);
    expect((await api.post("/claims/exchange", { token: again.data.token })).data.code.code).toBe(code);
    expect(await countClaims(email)).toBe(1);
  });
});

describe("a new API key whose answer was lost", () => {
  const createKeyTwice = async () => {
    const cookie = await createCookie(ctx, { role: "owner" });
    const key = uniqueId();
    const create = () => api.post("/keys", { kind: "secret_key", name: key }, { cookie, ...withKey(key) });
    return { key, create, first: await create() };
  };

  test("is the same when the request is repeated, and isn't stored in readable form", async () => {
    const { key, create, first } = await createKeyTwice();
    const repeated = await create();
    expect([repeated.text, repeated.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    expect(await queryRows(db, sql`select from api_keys where name = ${key}`)).toHaveLength(1);
    const [stored] = await queryRows<{ row: string }>(db, sql`select c::text as row from idempotent_response_chunks c where key = ${key}`);
    expect(stored?.row).toBeDefined();
    expect(stored?.row).not.toContain(first.data.key);
    expect(stored?.row).not.toContain(first.data.lastFour);
  });

  test("isn't returned, and no other one is created, after ten minutes", async () => {
    const { key, create } = await createKeyTwice();
    const [stored] = await queryRows<{ seconds: number }>(
      db,
      sql`select extract(epoch from erased_at - created_at)::int as seconds from idempotent_responses where key = ${key}`,
    );
    expect(stored?.seconds).toBe(600);
    await db.execute(sql`update idempotent_responses set erased_at = now() - interval '1 second' where key = ${key}`);
    expect(await create()).toMatchObject({ status: 410, error: "idempotency_erased" });
    expect(await queryRows(db, sql`select from api_keys where name = ${key}`)).toHaveLength(1);
  });
});

describe("the scope of an Idempotency-Key", () => {
  test("is the project's secret keys: a new key repeats what the old one got", async () => {
    const email = await insertLead(ctx);
    const key = uniqueId();
    const body = { code: await insertCode(ctx), emails: [email] };
    const first = await api.post("/codes/send", body, withKey(key));
    const rotated = apiClient(await insertApiKey(ctx, "secret_key"));
    const repeated = await rotated.post("/codes/send", body, withKey(key));
    expect(repeated.text).toBe(first.text);
    expect(await queryRows(db, sql`select from deliveries where email = ${email}`)).toHaveLength(1);
  });

  test("keeps the answers of secret keys from public keys", async () => {
    const body = { code: await insertCode(ctx, { allowedClaims: 2 }), email: uniqueEmail() };
    const key = uniqueId();
    expect((await api.post("/codes/claim", body, withKey(key))).data.lead).toBeDefined();
    const repeated = await apiClient(publicKey).post("/codes/claim", body, withKey(key));
    expect(repeated.headers.get("idempotent-replayed")).toBeNull();
    expect(repeated.data.lead).toBeUndefined();
  });

  test("compares bodies as JSON, and says until when the response is stored", async () => {
    const key = uniqueId();
    const email = uniqueEmail();
    const call = (body: string) => api.call("POST", "/leads/create", { body, ...withKey(key) });
    const first = await call(`{"email":"${email}","waitlist":true,"tags":["a","b"]}`);
    const repeated = await call(`{ "tags": ["a", "b"],\n "waitlist": true, "email": "${email}" }`);
    expect(repeated.text).toBe(first.text);
    const hours = (Date.parse(first.headers.get("idempotency-expires") ?? "") - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(responseLifetimeHours - 1);
    expect(hours).toBeLessThanOrEqual(responseLifetimeHours);
    expect(repeated.headers.get("idempotency-expires")).toBe(first.headers.get("idempotency-expires"));
    expect(await call(`{"email":"${email}","waitlist":true,"tags":["b","a"]}`)).toMatchObject({ error: "idempotency_mismatch" });
  });
});

describe("a repeated write with the same Idempotency-Key", () => {
  test.each<[string, () => Promise<Write> | Write]>([
    ["generating codes", () => ({ path: "/codes/generate", body: { amount: 3 } })],
    [
      "claiming a code",
      async () => ({ path: "/codes/claim", body: { code: await insertCode(ctx, { allowedClaims: 5 }), email: uniqueEmail() } }),
    ],
    [
      "sending a code",
      async () => ({ path: "/codes/send", body: { code: await insertCode(ctx), emails: [await insertLead(ctx), "unknown@example.org"] } }),
    ],
    ["deleting a code", async () => ({ path: "/codes/delete", body: { code: await insertCode(ctx) } })],
    ["pausing codes", async () => ({ path: "/codes/bulk", body: { action: "pause", codes: [await insertCode(ctx)] } })],
    ["pausing a batch", async () => ({ path: "/batches/bulk", body: { action: "pause", batches: [await insertBatch(ctx)] } })],
    ["creating a lead", () => ({ path: "/leads/create", body: { email: uniqueEmail() } })],
    ["deleting a lead", async () => ({ path: "/leads/delete", body: { email: await insertLead(ctx) } })],
    ["inviting leads", async () => ({ path: "/leads/invite", body: { emails: [await insertLead(ctx)] } })],
    [
      "sending by filter",
      async () => ({ path: "/codes/send", body: { code: await insertCode(ctx), filter: { q: await insertLead(ctx) } } }),
    ],
    ["updating a lead", async () => ({ method: "PATCH", path: `/leads/email/${await insertLead(ctx)}`, body: { firstname: "Ada" } })],
    ["canceling a send", async () => ({ path: `/sends/${await createSend("queued")}/cancel` })],
    ["retrying a send", async () => ({ path: `/sends/${await createSend("failed")}/retry`, body: {} })],
    ["resending to undelivered leads", async () => ({ path: `/sends/${await createSend("failed")}/resend` })],
  ])("%s: returns the identical first response and runs once", async (_, createWrite) => {
    const { method = "POST", path, body } = await createWrite();
    const key = uniqueId();
    const countEvents = async () => queryRows(db, sql`select count(*) from events`);
    const first = await api.call(method, path, { body, ...withKey(key) });
    expect(first.status).toBe(200);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const after = await countEvents();
    for (let again = 0; again < 3; again++) {
      const replay = await app.runOnPool(other, () => api.call(method, path, { body, ...withKey(key) }));
      expect(replay.text).toBe(first.text);
      expect(replay.headers.get("idempotent-replayed")).toBe("true");
      expect(replay.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    }
    expect(await countEvents()).toEqual(after);
  });

  test("returns a streamed response again", async () => {
    const key = uniqueId();
    const options = { key: secretKey, body: { amount: 20_000, type: "alphanumeric" }, ...withKey(key) };
    const first = await (await callRoute("POST", "/codes/generate", options)).text();
    expect(JSON.parse(first).data).toHaveLength(20_000);
    const replay = await callRoute("POST", "/codes/generate", options);
    expect(replay.headers.get("idempotent-replayed")).toBe("true");
    expect(await replay.text()).toBe(first);
  });

  test("doesn't include leads that match the filter since the first request", async () => {
    const [code, key, tag] = [await insertCode(ctx), uniqueId(), `tag${uniqueId()}`];
    await insertLead(ctx, { email: `one-${tag}@example.org` });
    const body = { code, filter: { q: tag } };
    const first = await api.post("/codes/send", body, withKey(key));
    await insertLead(ctx, { email: `two-${tag}@example.org` });
    expect((await api.post("/codes/send", body, withKey(key))).text).toBe(first.text);
    expect(await queryRows(db, sql`select from deliveries where code_text = ${code}`)).toHaveLength(1);
    expect((await api.post("/codes/send", body)).data).toMatchObject({ receivedLeads: 2, notifiedLeads: 2 });
  });

  test("is the same write under its alias", async () => {
    const email = uniqueEmail();
    const key = uniqueId();
    const { text } = await api.post("/leads/create", { email }, withKey(key));
    expect((await api.post("/customers/create", { email }, withKey(key))).text).toBe(text);
  });

  test("runs again once the first response is a day old", async () => {
    const key = uniqueId();
    const first = await api.post("/codes/generate", { amount: 1 }, withKey(key));
    await db.execute(
      sql`update idempotent_responses set created_at = now() - make_interval(hours => ${responseLifetimeHours}) - interval '1 second' where key = ${key}`,
    );
    const second = await api.post("/codes/generate", { amount: 2 }, withKey(key));
    expect(second.headers.get("idempotent-replayed")).toBeNull();
    expect(second.data).toHaveLength(2);
    expect((await api.post("/codes/generate", { amount: 2 }, withKey(key))).text).toBe(second.text);
    expect(second.text).not.toBe(first.text);
  });
});

test("the stored responses of an erased lead are erased, and their requests don't run again", async () => {
  const email = uniqueEmail();
  const newEmail = `new-${email}`;
  const writes: [path: string, body: object][] = [
    ["/leads/create", { email, firstname: "Ada" }],
    ["/leads/create", { email: `x${email}` }],
    ["/codes/generate", { amount: 2 }],
    ["/codes/generate", { amount: 2, reservedFor: email }],
    ["/leads/change-email", { email, newEmail }],
    ["/leads/delete", { email }],
  ];
  const keys = writes.map(() => uniqueId());
  const request = ([path, body]: (typeof writes)[number], index: number) => api.post(path, body, withKey(keys[index] ?? ""));
  const first = [];
  for (const [index, write] of writes.entries()) first.push(await request(write, index));
  expect(first.map(({ status }) => status)).toEqual(writes.map(() => 200));
  const again = await Promise.all(writes.map(request));
  expect(again.map(({ status, error }) => error ?? status)).toEqual([
    ...["idempotency_erased", 200, 200, "idempotency_erased", "idempotency_erased"],
    // Its first response was lost, perhaps.
    200,
  ]);
  expect(again.at(-1)?.text).toBe(first.at(-1)?.text);
  expect(await findTraces(db, [newEmail])).toEqual([]);
  expect(await findTraces(db, [`"${email}"`])).toEqual([`public.idempotent_response_chunks: "${email}"`]);
  expect(await request(["/leads/create", { email: uniqueEmail() }], 0)).toMatchObject({ error: "idempotency_mismatch" });
});

test("another body, path or notation with the same key is rejected", async () => {
  const key = uniqueId();
  await api.post("/codes/generate", { amount: 1 }, withKey(key));
  expect(await api.post("/codes/generate", { amount: 2 }, withKey(key))).toMatchObject({ status: 422, error: "idempotency_mismatch" });
  expect(await api.post("/leads/create", { email: uniqueEmail() }, withKey(key))).toMatchObject({ error: "idempotency_mismatch" });
});

test("errors aren't stored", async () => {
  const key = uniqueId();
  const code = await insertCode(ctx, { paused: true });
  const body = { code, email: uniqueEmail() };
  for (let i = 0; i < 2; i++) expect(await api.post("/codes/claim", body, withKey(key))).toMatchObject({ error: "code_paused" });
  expect(await api.post("/codes/claim", "{", withKey(key))).toMatchObject({ error: "invalid_json" });
  await api.call("PATCH", `/codes/${code}`, { body: { paused: false } });
  const claimed = await api.post("/codes/claim", body, withKey(key));
  expect(claimed).toMatchObject({ status: 200 });
  expect(claimed.headers.get("idempotent-replayed")).toBeNull();
});

test("a simultaneous second request is rejected in every process, and gets the response later", async () => {
  const code = await insertCode(ctx);
  const body = { code, email: uniqueEmail() };
  const key = uniqueId();
  const { promise: heldLock, resolve: release } = Promise.withResolvers<void>();
  const { promise: lockTable, resolve: hasLocked } = Promise.withResolvers<void>();
  const lockingTransaction = db.transaction(async (tx) => {
    await tx.execute(sql`select from codes where text = ${code} for update`);
    hasLocked();
    await heldLock;
  });
  await lockTable;
  const first = api.post("/codes/claim", body, withKey(key));
  await vi.waitFor(async () => {
    const pendingRequest = await queryRows(
      db,
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%set claims = claims + 1%' and datname = current_database()`,
    );
    expect(pendingRequest).toHaveLength(1);
  });
  const second = await app.runOnPool(other, () => api.post("/codes/claim", body, withKey(key)));
  expect(second).toMatchObject({ status: 409, error: "idempotency_in_flight" });
  release();
  await lockingTransaction;
  const { status, text } = await first;
  expect(status).toBe(200);
  expect((await api.post("/codes/claim", body, withKey(key))).text).toBe(text);
  expect(await getClaimCounts(ctx, code)).toEqual({ counter: 1, claims: 1 });
});

test("only one of many simultaneous requests with one key runs", async () => {
  const key = uniqueId();
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => api.post("/codes/generate", { amount: 1, name: key }, withKey(key))),
  );
  expect(new Set(responses.map(({ status, error }) => error ?? status))).not.toContain(500);
  for (const { status, error } of responses) expect(status === 200 || error === "idempotency_in_flight").toBe(true);
  expect(new Set(responses.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
  expect(await queryRows(db, sql`select from batches where name = ${key}`)).toHaveLength(1);
});

test.each([
  ["no characters", ""],
  ["256 characters", "k".repeat(256)],
  ["a letter outside ASCII", "schlüssel"],
  ["a tab inside", "a\tb"],
])("a key of %s is rejected", async (_, key) => {
  expect(await api.post("/codes/generate", { amount: 1 }, withKey(key))).toMatchObject({
    error: "invalid_input",
    fields: { "Idempotency-Key": [expect.any(String)] },
  });
});

test("a key of 255 characters is accepted", async () => {
  expect(await api.post("/codes/generate", { amount: 1 }, withKey("k".repeat(255)))).toMatchObject({ status: 200 });
});

test("reads ignore the key", async () => {
  const key = uniqueId();
  const code = await insertCode(ctx);
  await api.get(`/codes/${code}`, withKey(key));
  await api.call("PATCH", `/codes/${code}`, { body: { paused: true } });
  expect((await api.get(`/codes/${code}`, withKey(key))).data).toMatchObject({ status: "paused" });
});

test("responses to public keys are stored and returned again", async () => {
  const code = await insertCode(ctx, { allowedClaims: 2 });
  const options = { ...withKey(uniqueId()), key: publicKey };
  const body = { code, email: uniqueEmail() };
  const { text } = await api.post("/codes/claim", body, options);
  expect((await api.post("/codes/claim", body, options)).text).toBe(text);
});

test("the hourly cleanup deletes stored responses after a day", async () => {
  const key = uniqueId();
  await api.post("/codes/generate", { amount: 1 }, withKey(key));
  await deleteExpiredRows(db);
  expect(await queryRows(db, sql`select from idempotent_response_chunks where key = ${key}`)).not.toEqual([]);
  await db.execute(sql`update idempotent_responses set created_at = now() - interval '25 hours' where key = ${key}`);
  await deleteExpiredRows(db);
  expect(await queryRows(db, sql`select from idempotent_response_chunks where key = ${key}`)).toEqual([]);
});

import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { codeIdentity } from "@/contract/text";
import { send } from "@/core/codes/send";
import { cancel } from "@/core/sends/cancel";
import { backOff } from "@/core/sends/deliver";
import { get } from "@/core/sends/list";
import { toMissed } from "@/core/sends/missed";
import { retry } from "@/core/sends/retry";
import { rows } from "@/db/rows";
import { aCode, someLeads } from "@/tests/harness/factories";
import { smtpSink } from "@/tests/harness/smtp-sink";
import { startWorker, until } from "@/tests/harness/worker";
import { aWorld } from "@/tests/harness/world";

const { ctx, db, url } = await aWorld();
const sink = await smtpSink();
const start = () => startWorker({ url, smtpUrl: sink.url });
let worker = await start();
beforeEach(() => {
  sink.behave = () => null;
  sink.received.length = 0;
});

async function sendTo(amount: number) {
  const emails = await someLeads(ctx, amount);
  const { sendId } = await send(ctx, { code: codeIdentity(await aCode(ctx, { allowedClaims: 1000 })), emails });
  return { emails, id: sendId };
}

const reached = (id: string, what: Partial<Record<string, number>>) =>
  until(`${id} at ${JSON.stringify(what)}`, async () => {
    const { deliveries } = await get(ctx, id);
    return Object.entries(what).every(([status, total]) => deliveries[status as keyof typeof deliveries] === total);
  });

const refusedForGood = () => ({ code: 550, words: "5.7.1 Not today" });
const notYet = () => ({ code: 451, words: "4.7.1 Come back later" });

test("what a mail server refused for good is tried again when staff ask, and each gets it once under the one id", async () => {
  sink.behave = refusedForGood;
  const { emails, id } = await sendTo(120);
  await reached(id, { failed: 120 });
  sink.behave = () => null;
  expect(await retry(ctx, { send: id })).toMatchObject({ done: false });
  await reached(id, { sent: 120 });
  const ids = await rows<{ id: string; email: string; attempts: number; error: string | null }>(
    db,
    sql`select id, email, attempts, error from deliveries where send_id = ${id}`,
  );
  for (const each of ids) {
    expect(sink.idsFor(each.email)).toEqual([`${each.id}@localhost`]);
    expect(each).toMatchObject({ attempts: 2, error: null });
  }
  expect(emails).toHaveLength(ids.length);
});

test("a message that is tried again waits, as a new one does, where the server cannot take it yet", async () => {
  sink.behave = refusedForGood;
  const { emails, id } = await sendTo(3);
  await reached(id, { failed: 3 });
  // As after all its tries.
  await db.execute(sql`update deliveries set attempts = ${backOff.length + 1} where send_id = ${id}`);
  sink.behave = notYet;
  await retry(ctx, { send: id });
  await reached(id, { retrying: 3 });
  const [row] = await rows<{ wait: number; attempts: number }>(
    db,
    sql`select extract(epoch from next_attempt_at - updated_at)::float as wait, attempts from deliveries where send_id = ${id} limit 1`,
  );
  expect(row).toEqual({ wait: backOff[0], attempts: backOff.length + 2 });
  sink.behave = () => null;
  await db.execute(sql`update pgboss.job set start_after = now() where name = 'deliver' and state = 'created'`);
  await reached(id, { sent: 3 });
  for (const email of emails) expect(sink.idsFor(email)).toHaveLength(1);
});

test("what waits is cancelled and never leaves, and whoever missed it gets it by a send of its own", async () => {
  sink.behave = notYet;
  const { emails, id } = await sendTo(60);
  await reached(id, { retrying: 60 });
  expect(await cancel(ctx, id)).toMatchObject({ deliveries: { cancelled: 60 }, done: true });
  sink.behave = () => null;
  await db.execute(sql`update pgboss.job set start_after = now() where name = 'deliver' and state = 'created'`);
  const { sendId, notifiedLeads } = await toMissed(ctx, id);
  expect(notifiedLeads).toBe(60);
  await reached(sendId, { sent: 60 });
  await until(
    "no job left",
    async () =>
      (await rows(db, sql`select from pgboss.job where name = 'deliver' and state in ('created', 'active', 'retry')`)).length === 0,
  );
  for (const email of emails) expect(sink.idsFor(email)).toHaveLength(1);
  expect(await get(ctx, id)).toMatchObject({ deliveries: { cancelled: 60, sent: 0 } });
});

test("a worker killed in the middle of trying again misses nobody, and what is sent twice is recognisable", {
  timeout: 90_000,
}, async () => {
  sink.behave = refusedForGood;
  const { id } = await sendTo(300);
  await reached(id, { failed: 300 });
  sink.behave = () => ({ wait: 10 });
  await retry(ctx, { send: id });
  for (let kills = 0; kills < 3; kills++) {
    const from = sink.received.length;
    await until("some more messages", () => sink.received.length > from + 25);
    await worker.kill();
    await db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'deliver' and state = 'active'`);
    worker = await start();
  }
  await reached(id, { sent: 300 });
  const ledger = await rows<{ id: string; email: string }>(db, sql`select id, email from deliveries where send_id = ${id}`);
  for (const each of ledger) expect(new Set(sink.idsFor(each.email))).toEqual(new Set([`${each.id}@localhost`]));
});

test("cancelling while the worker is at it leaves each message either sent or cancelled", async () => {
  sink.behave = () => ({ wait: 5 });
  const { emails, id } = await sendTo(600);
  await until("some messages", () => sink.received.length > 50);
  const cancelled = (await cancel(ctx, id)).deliveries.cancelled;
  expect(cancelled).toBeGreaterThan(0);
  await reached(id, { cancelled, sent: 600 - cancelled });
  const left = await rows<{ email: string }>(db, sql`select email from deliveries where send_id = ${id} and status = 'sent'`);
  expect(new Set(sink.received.map(({ to }) => to))).toEqual(new Set(left.map(({ email }) => email)));
  expect(emails.filter((email) => sink.idsFor(email).length > 1)).toEqual([]);
});

test("what a worker that ends gives back does not leave later where staff stopped it", async () => {
  sink.behave = () => ({ wait: 20 });
  const { id } = await sendTo(300);
  await until("some messages", () => sink.received.length > 10);
  const { cancelled } = (await cancel(ctx, id)).deliveries;
  await worker.stop();
  const { deliveries, done } = await get(ctx, id);
  expect(done).toBe(true);
  expect(deliveries.cancelled).toBeGreaterThan(cancelled);
  expect(deliveries.cancelled + deliveries.sent).toBe(300);
  sink.behave = () => null;
  worker = await start();
  await until(
    "no job left",
    async () =>
      (await rows(db, sql`select from pgboss.job where name = 'deliver' and state in ('created', 'active', 'retry')`)).length === 0,
  );
  expect(sink.received).toHaveLength(deliveries.sent);
});

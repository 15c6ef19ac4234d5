import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { cancelSend } from "@/core/sends/cancel";
import { retryDelays } from "@/core/sends/deliver";
import { getSend } from "@/core/sends/list";
import { resendUndelivered } from "@/core/sends/resend";
import { retrySend } from "@/core/sends/retry";
import { queryRows } from "@/db/query";
import { insertCode, insertLeads } from "@/tests/harness/factories";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();
const sink = await startSmtpSink();
const start = () => startWorker({ url, smtpUrl: sink.url });
let worker = await start();
beforeEach(() => {
  sink.onRecipient = () => null;
  sink.received.length = 0;
});

async function sendTo(amount: number) {
  const emails = await insertLeads(ctx, amount);
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx, { allowedClaims: 1000 })), emails });
  return { emails, id: sendId };
}

const reached = (id: string, what: Partial<Record<string, number>>) =>
  waitUntil(`${id} at ${JSON.stringify(what)}`, async () => {
    const { deliveries } = await getSend(ctx, id);
    return Object.entries(what).every(([status, total]) => deliveries[status as keyof typeof deliveries] === total);
  });

const refusedForGood = () => ({ code: 550, words: "5.7.1 Not today" });
const notYet = () => ({ code: 451, words: "4.7.1 Come back later" });

test("what a mail server refused for good is tried again when staff ask, and each gets it once under the one id", async () => {
  sink.onRecipient = refusedForGood;
  const { emails, id } = await sendTo(120);
  await reached(id, { failed: 120 });
  sink.onRecipient = () => null;
  expect(await retrySend(ctx, { send: id })).toMatchObject({ done: false });
  await reached(id, { sent: 120 });
  const ids = await queryRows<{ id: string; email: string; attempts: number; error: string | null }>(
    db,
    sql`select id, email, attempts, error from deliveries where send_id = ${id}`,
  );
  for (const each of ids) {
    expect(sink.messageIdsFor(each.email)).toEqual([`${each.id}@localhost`]);
    expect(each).toMatchObject({ attempts: 2, error: null });
  }
  expect(emails).toHaveLength(ids.length);
});

test("a message that is tried again waits, as a new one does, where the server cannot take it yet", async () => {
  sink.onRecipient = refusedForGood;
  const { emails, id } = await sendTo(3);
  await reached(id, { failed: 3 });
  // As after all its tries.
  await db.execute(sql`update deliveries set attempts = ${retryDelays.length + 1} where send_id = ${id}`);
  sink.onRecipient = notYet;
  await retrySend(ctx, { send: id });
  await reached(id, { retrying: 3 });
  const [row] = await queryRows<{ wait: number; attempts: number }>(
    db,
    sql`select extract(epoch from next_attempt_at - updated_at)::float as wait, attempts from deliveries where send_id = ${id} limit 1`,
  );
  expect(row).toEqual({ wait: retryDelays[0], attempts: retryDelays.length + 2 });
  sink.onRecipient = () => null;
  await db.execute(sql`update pgboss.job set start_after = now() where name = 'deliveries' and state = 'created'`);
  await reached(id, { sent: 3 });
  for (const email of emails) expect(sink.messageIdsFor(email)).toHaveLength(1);
});

test("what waits is cancelled and never leaves, and whoever missed it gets it by a send of its own", async () => {
  sink.onRecipient = notYet;
  const { emails, id } = await sendTo(60);
  await reached(id, { retrying: 60 });
  expect(await cancelSend(ctx, id)).toMatchObject({ deliveries: { canceled: 60 }, done: true });
  sink.onRecipient = () => null;
  await db.execute(sql`update pgboss.job set start_after = now() where name = 'deliveries' and state = 'created'`);
  const { sendId, notifiedLeads } = await resendUndelivered(ctx, id);
  expect(notifiedLeads).toBe(60);
  await reached(sendId, { sent: 60 });
  await waitUntil(
    "no job left",
    async () =>
      (await queryRows(db, sql`select from pgboss.job where name = 'deliveries' and state in ('created', 'active', 'retry')`)).length === 0,
  );
  for (const email of emails) expect(sink.messageIdsFor(email)).toHaveLength(1);
  expect(await getSend(ctx, id)).toMatchObject({ deliveries: { canceled: 60, sent: 0 } });
});

test("a worker killed in the middle of trying again misses nobody, and what is sent twice is recognisable", {
  timeout: 90_000,
}, async () => {
  sink.onRecipient = refusedForGood;
  const { id } = await sendTo(300);
  await reached(id, { failed: 300 });
  sink.onRecipient = () => ({ wait: 10 });
  await retrySend(ctx, { send: id });
  for (let kills = 0; kills < 3; kills++) {
    const from = sink.received.length;
    await waitUntil("some more messages", () => sink.received.length > from + 25);
    await worker.kill();
    await db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'deliveries' and state = 'active'`);
    worker = await start();
  }
  await reached(id, { sent: 300 });
  const ledger = await queryRows<{ id: string; email: string }>(db, sql`select id, email from deliveries where send_id = ${id}`);
  for (const each of ledger) expect(new Set(sink.messageIdsFor(each.email))).toEqual(new Set([`${each.id}@localhost`]));
});

test("cancelling while the worker is at it leaves each message either sent or cancelled", async () => {
  sink.onRecipient = () => ({ wait: 5 });
  const { emails, id } = await sendTo(600);
  await waitUntil("some messages", () => sink.received.length > 50);
  const canceled = (await cancelSend(ctx, id)).deliveries.canceled;
  expect(canceled).toBeGreaterThan(0);
  await reached(id, { canceled, sent: 600 - canceled });
  const left = await queryRows<{ email: string }>(db, sql`select email from deliveries where send_id = ${id} and status = 'sent'`);
  expect(new Set(sink.received.map(({ to }) => to))).toEqual(new Set(left.map(({ email }) => email)));
  expect(emails.filter((email) => sink.messageIdsFor(email).length > 1)).toEqual([]);
});

test("what a worker that ends gives back does not leave later where staff stopped it", async () => {
  sink.onRecipient = () => ({ wait: 20 });
  const { id } = await sendTo(300);
  await waitUntil("some messages", () => sink.received.length > 10);
  const { canceled } = (await cancelSend(ctx, id)).deliveries;
  await worker.stop();
  const { deliveries, completed: done } = await getSend(ctx, id);
  expect(done).toBe(true);
  expect(deliveries.canceled).toBeGreaterThan(canceled);
  expect(deliveries.canceled + deliveries.sent).toBe(300);
  sink.onRecipient = () => null;
  worker = await start();
  await waitUntil(
    "no job left",
    async () =>
      (await queryRows(db, sql`select from pgboss.job where name = 'deliveries' and state in ('created', 'active', 'retry')`)).length === 0,
  );
  expect(sink.received).toHaveLength(deliveries.sent);
});

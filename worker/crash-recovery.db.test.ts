import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { queryRows } from "@/db/query";
import { expectConsoleError } from "@/tests/harness/console";
import { insertCode, insertLeads } from "@/tests/harness/factories";
import { type SmtpSink, startSmtpSink } from "@/tests/harness/smtp-sink";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();

async function sendTo(amount: number) {
  const emails = await insertLeads(ctx, amount);
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails });
  return { emails, sendId };
}

async function statusesOf(sendId: string): Promise<Record<string, number>> {
  const found = await queryRows<{ status: string; total: number }>(
    db,
    sql`select status, count(*)::int as total from deliveries where send_id = ${sendId} group by status`,
  );
  return Object.fromEntries(found.map(({ status, total }) => [status, total]));
}

const allSent = (sendId: string, amount: number) =>
  waitUntil(`${amount} sent`, async () => (await statusesOf(sendId)).sent === amount, 60_000);

/** A mail server that takes some time for each message, as they do. */
async function unhurriedSink(): Promise<SmtpSink> {
  const sink = await startSmtpSink();
  sink.onRecipient = () => ({ wait: 10 });
  return sink;
}

const some = (sink: SmtpSink, amount: number) => {
  const from = sink.received.length;
  return waitUntil(`${amount} more messages`, () => sink.received.length >= from + amount);
};

test("a worker killed again and again misses nobody, and what is sent twice is recognisable", { timeout: 120_000 }, async () => {
  const sink = await unhurriedSink();
  const { emails, sendId } = await sendTo(500);
  for (let kills = 1; kills <= 5; kills++) {
    const worker = await startWorker({ url, smtpUrl: sink.url });
    await some(sink, 20 + randomInt(30));
    await pause(randomInt(40));
    await worker.kill();
    // All but the last time, the ten seconds that a silent worker is given are skipped.
    if (kills < 5)
      await db.execute(
        sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'deliveries' and state = 'active'`,
      );
  }
  expect((await statusesOf(sendId)).sent).toBeLessThan(500);

  const last = await startWorker({ url, smtpUrl: sink.url });
  await allSent(sendId, 500);
  await last.stop();
  const ledger = await queryRows<{ email: string; id: string }>(db, sql`select email, id from deliveries where send_id = ${sendId}`);
  const idOf = new Map(ledger.map(({ email, id }) => [email, `${id}@localhost`]));
  for (const email of emails) expect(new Set(sink.messageIdsFor(email))).toEqual(new Set([idOf.get(email)]));
  // A kill can hit no more than what was in the sink's hands and what it had answered in the last moments.
  expect(sink.received.length - 500).toBeLessThan(5 * 100);
});

test("a worker asked to stop again and again sends nothing twice and loses nothing", { timeout: 90_000 }, async () => {
  const sink = await unhurriedSink();
  const { emails, sendId } = await sendTo(500);
  for (let stops = 0; stops < 3; stops++) {
    const worker = await startWorker({ url, smtpUrl: sink.url });
    await some(sink, 20 + randomInt(40));
    const { code, seconds } = await worker.stop();
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(5);
    expect((await statusesOf(sendId)).sending, "left under way").toBeUndefined();
  }
  const last = await startWorker({ url, smtpUrl: sink.url });
  await allSent(sendId, 500);
  await last.stop();
  for (const email of emails) expect(sink.messageIdsFor(email)).toHaveLength(1);
  expect(sink.received).toHaveLength(500);
});

test("two workers share the work, and one of them can go", { timeout: 60_000 }, async () => {
  const sink = await unhurriedSink();
  const [one, two] = await Promise.all([startWorker({ url, smtpUrl: sink.url }), startWorker({ url, smtpUrl: sink.url })]);
  const { sendId } = await sendTo(600);
  await waitUntil("both at work", async () => {
    const [row] = await queryRows<{ active: number }>(
      db,
      sql`select count(*)::int as active from pgboss.job where name = 'deliveries' and state = 'active'`,
    );
    // One worker alone never has more than three jobs.
    return (row?.active ?? 0) > 3;
  });
  expect((await one.stop()).code).toBe(0);
  await allSent(sendId, 600);
  expect(sink.received).toHaveLength(600);
  expect((await two.stop()).code).toBe(0);
});

test("a database that drops every connection costs no mail", { timeout: 60_000 }, async () => {
  // The pools of this test are dropped too.
  expectConsoleError();
  const sink = await unhurriedSink();
  let worker = await startWorker({ url, smtpUrl: sink.url });
  const { emails, sendId } = await sendTo(300);
  await some(sink, 30);
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'deliveries' and state = 'active'`);
  await pause(500);
  // As `npm start` does with one that ended.
  if (worker.hasExited()) worker = await startWorker({ url, smtpUrl: sink.url });
  await allSent(sendId, 300);
  for (const email of emails) expect(new Set(sink.messageIdsFor(email)).size).toBe(1);
  expect((await worker.stop()).code).toBe(0);
});

import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { queryRows } from "@/db/query";
import { expectConsoleError } from "@/tests/harness/console";
import { insertCode, insertLeads } from "@/tests/harness/factories";
import { isHeavy, size } from "@/tests/harness/size";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();
const sink = await startSmtpSink();
const start = () => startWorker({ url, smtpUrl: sink.url });
let worker = await start();
beforeEach(() => {
  sink.onRecipient = () => ({ wait: 10 });
  sink.received.length = 0;
});

async function sendTo(amount: number) {
  const emails = await insertLeads(ctx, amount);
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails });
  return { emails, sendId };
}

async function countByStatus(sendId: string): Promise<Record<string, number>> {
  const counts = await queryRows<{ status: string; total: number }>(
    db,
    sql`select status, count(*)::int as total from deliveries where send_id = ${sendId} group by status`,
  );
  return Object.fromEntries(counts.map(({ status, total }) => [status, total]));
}

const waitUntilSent = (sendId: string, amount: number) =>
  waitUntil(`${amount} sent`, async () => (await countByStatus(sendId)).sent === amount);

const waitForMoreEmails = (amount: number) => {
  const from = sink.received.length;
  return waitUntil(`${amount} more emails`, () => sink.received.length >= from + amount);
};

/** From now on, the mail server takes 10 ms per email and accepts only some, so that they are not all sent before a worker ends. */
function acceptMoreEmails(amount: number): void {
  const limit = sink.received.length + amount;
  sink.onRecipient = () => (sink.received.length < limit ? { wait: 10 } : "hang");
}

test("every email is sent when workers are killed repeatedly, and repeats have the same Message-ID", { timeout: 120_000 }, async () => {
  const amount = size(120, 500);
  const maxKills = size(1, 5);
  acceptMoreEmails(60);
  const { emails, sendId } = await sendTo(amount);
  for (let kills = 1; kills <= maxKills; kills++) {
    await waitForMoreEmails(20 + randomInt(30));
    // Kills it at any point of a batch.
    await sleep(randomInt(40));
    await worker.kill();
    // Skips the ten seconds after which a silent worker counts as dead, except the last time in the full test.
    if (kills < 5)
      await db.execute(
        sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'deliveries' and state = 'active'`,
      );
    if (kills === maxKills) break;
    acceptMoreEmails(60);
    worker = await start();
  }
  expect((await countByStatus(sendId)).sent ?? 0).toBeLessThan(amount);

  sink.onRecipient = () => ({ wait: 10 });
  worker = await start();
  await waitUntilSent(sendId, amount);
  const deliveries = await queryRows<{ email: string; id: string }>(db, sql`select email, id from deliveries where send_id = ${sendId}`);
  const messageIds = new Map(deliveries.map(({ email, id }) => [email, `${id}@localhost`]));
  for (const email of emails) expect(new Set(sink.messageIdsFor(email))).toEqual(new Set([messageIds.get(email)]));
  // A kill repeats only the emails that were being sent or not yet recorded.
  expect(sink.received.length - amount).toBeLessThan(maxKills * 100);
});

// The next test stops a worker in `npm test`.
test.runIf(isHeavy)("every email is sent exactly once when workers are stopped repeatedly", { timeout: 180_000 }, async () => {
  const amount = 500;
  const { emails, sendId } = await sendTo(amount);
  for (let stops = 0; stops < 3; stops++) {
    await waitForMoreEmails(20 + randomInt(40));
    const { code, seconds } = await worker.stop();
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(5);
    expect((await countByStatus(sendId)).sending, "emails left in the status sending").toBeUndefined();
    worker = await start();
  }
  await waitUntilSent(sendId, amount);
  for (const email of emails) expect(sink.messageIdsFor(email)).toHaveLength(1);
  expect(sink.received).toHaveLength(amount);
});

test("two workers share the work, and every email is sent exactly once when one of them stops", async () => {
  const second = await start();
  // No worker finishes before the other has begun.
  sink.onRecipient = () => ({ wait: 500 });
  const amount = size(200, 600);
  const { emails, sendId } = await sendTo(amount);
  await waitUntil("both workers are sending", async () => {
    const [row] = await queryRows<{ active: number }>(
      db,
      sql`select count(*)::int as active from pgboss.job where name = 'deliveries' and state = 'active'`,
    );
    // A single worker has at most three jobs.
    return (row?.active ?? 0) > 3;
  });
  sink.onRecipient = () => ({ wait: 10 });
  const { code, seconds } = await worker.stop();
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(10);
  worker = second;
  await waitUntilSent(sendId, amount);
  for (const email of emails) expect(sink.messageIdsFor(email)).toHaveLength(1);
  expect(sink.received).toHaveLength(amount);
});

test("every email is sent when the database drops all connections", async () => {
  // The connections of this test are dropped too.
  expectConsoleError();
  const { emails, sendId } = await sendTo(size(100, 300));
  await waitForMoreEmails(30);
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'deliveries' and state = 'active'`);
  await waitUntil("all emails are sent", async () => {
    // Like `npm start` does when a worker exits.
    if (worker.hasExited()) worker = await start();
    return (await countByStatus(sendId)).sent === size(100, 300);
  });
  for (const email of emails) expect(new Set(sink.messageIdsFor(email)).size).toBe(1);
  expect((await worker.stop()).code).toBe(0);
});

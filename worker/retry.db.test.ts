import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { pauseProject } from "@/core/projects/pause";
import { cancelSend } from "@/core/sends/cancel";
import { getSend } from "@/core/sends/list";
import { resendUndelivered, retrySend } from "@/core/sends/resend";
import { retryDelaySeconds } from "@/core/sends/retry-delays";
import { queryRows } from "@/db/query";
import { insertCode, insertLeads } from "@/tests/harness/factories";
import { isHeavy } from "@/tests/harness/size";
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

const waitForCounts = (id: string, counts: Partial<Record<string, number>>) =>
  waitUntil(`${id} at ${JSON.stringify(counts)}`, async () => {
    const { deliveries } = await getSend(ctx, id);
    return Object.entries(counts).every(([status, total]) => deliveries[status as keyof typeof deliveries] === total);
  });

const reject = () => ({ code: 550, message: "5.7.1 Not today" });
const defer = () => ({ code: 451, message: "4.7.1 Come back later" });

/** Queues a send whose emails all failed at the first attempt. Without a server: email is paused if it refuses many. */
async function insertFailedSend(amount: number) {
  await pauseProject(ctx, { pause: ["email"] });
  const send = await sendTo(amount);
  await db.execute(sql`update deliveries set status = 'failed', attempts = 1, error = '550 5.7.1 Not today' where send_id = ${send.id}`);
  await pauseProject(ctx, { resume: ["email"] });
  return send;
}

test("failed emails are retried when staff request it, with the same Message-ID", async () => {
  const { emails, id } = await insertFailedSend(120);
  expect(await retrySend(ctx, id, {})).toMatchObject({ completed: false });
  await waitForCounts(id, { sent: 120 });
  const deliveries = await queryRows<{ id: string; email: string; attempts: number; error: string | null }>(
    db,
    sql`select id, email, attempts, error from deliveries where send_id = ${id}`,
  );
  for (const delivery of deliveries) {
    expect(sink.messageIdsFor(delivery.email)).toEqual([`${delivery.id}@localhost`]);
    expect(delivery).toMatchObject({ attempts: 2, error: null });
  }
  expect(emails).toHaveLength(deliveries.length);
});

test("the delays start with the first one again when a retried email is deferred", async () => {
  sink.onRecipient = reject;
  const { emails, id } = await sendTo(3);
  await waitForCounts(id, { failed: 3 });
  // The state after all attempts.
  await db.execute(sql`update deliveries set attempts = ${retryDelaySeconds.length + 1} where send_id = ${id}`);
  sink.onRecipient = defer;
  await retrySend(ctx, id, {});
  await waitForCounts(id, { retrying: 3 });
  const [row] = await queryRows<{ wait: number; attempts: number }>(
    db,
    sql`select extract(epoch from next_attempt_at - updated_at)::float as wait, attempts from deliveries where send_id = ${id} limit 1`,
  );
  expect(row).toEqual({ wait: retryDelaySeconds[0], attempts: retryDelaySeconds.length + 2 });
  sink.onRecipient = () => null;
  await db.execute(sql`update pgboss.job set start_after = now() where name = 'deliveries' and state = 'created'`);
  await waitForCounts(id, { sent: 3 });
  for (const email of emails) expect(sink.messageIdsFor(email)).toHaveLength(1);
});

test("canceled emails are never sent, and are resent to the leads who missed them", async () => {
  sink.onRecipient = defer;
  const { emails, id } = await sendTo(60);
  await waitForCounts(id, { retrying: 60 });
  expect(await cancelSend(ctx, id)).toMatchObject({ deliveries: { canceled: 60 }, completed: true });
  sink.onRecipient = () => null;
  await db.execute(sql`update pgboss.job set start_after = now() where name = 'deliveries' and state = 'created'`);
  const { sendId, notifiedLeads } = await resendUndelivered(ctx, id);
  expect(notifiedLeads).toBe(60);
  await waitForCounts(sendId, { sent: 60 });
  await waitUntil(
    "no job is left",
    async () =>
      (await queryRows(db, sql`select from pgboss.job where name = 'deliveries' and state in ('created', 'active', 'retry')`)).length === 0,
  );
  for (const email of emails) expect(sink.messageIdsFor(email)).toHaveLength(1);
  expect(await getSend(ctx, id)).toMatchObject({ deliveries: { canceled: 60, sent: 0 } });
});

// `worker/crash-recovery.db.test.ts` kills workers in `npm test`.
test.runIf(isHeavy)(
  "every email is retried when the worker is killed, and repeats have the same Message-ID",
  {
    timeout: 180_000,
  },
  async () => {
    const amount = 300;
    const { id } = await insertFailedSend(amount);
    sink.onRecipient = () => ({ wait: 10 });
    await retrySend(ctx, id, {});
    for (let kills = 0; kills < 3; kills++) {
      const before = sink.received.length;
      await waitUntil("more emails", () => sink.received.length > before + 25);
      await worker.kill();
      await db.execute(
        sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'deliveries' and state = 'active'`,
      );
      worker = await start();
    }
    await waitForCounts(id, { sent: amount });
    const deliveries = await queryRows<{ id: string; email: string }>(db, sql`select id, email from deliveries where send_id = ${id}`);
    for (const delivery of deliveries) expect(new Set(sink.messageIdsFor(delivery.email))).toEqual(new Set([`${delivery.id}@localhost`]));
  },
);

test("each email is either sent or canceled when a send is canceled while it runs", async () => {
  // Slow after some emails, so that others are still waiting when the send is canceled.
  sink.onRecipient = () => (sink.received.length > 50 ? { wait: 100 } : null);
  const { emails, id } = await sendTo(600);
  await waitUntil("some emails", () => sink.received.length > 50);
  const canceled = (await cancelSend(ctx, id)).deliveries.canceled;
  expect(canceled).toBeGreaterThan(0);
  await waitForCounts(id, { canceled, sent: 600 - canceled });
  const sentDeliveries = await queryRows<{ email: string }>(
    db,
    sql`select email from deliveries where send_id = ${id} and status = 'sent'`,
  );
  expect(new Set(sink.received.map(({ to }) => to))).toEqual(new Set(sentDeliveries.map(({ email }) => email)));
  expect(emails.filter((email) => sink.messageIdsFor(email).length > 1)).toEqual([]);
});

test("emails that a stopping worker releases after the send was canceled are never sent", async () => {
  // The worker can't finish the emails it has begun before it stops.
  sink.onRecipient = () => ({ wait: sink.received.length > 10 ? 100 : 20 });
  const { id } = await sendTo(300);
  await waitUntil("some emails", () => sink.received.length > 10);
  const { canceled } = (await cancelSend(ctx, id)).deliveries;
  await worker.stop();
  const { deliveries, completed } = await getSend(ctx, id);
  expect(completed).toBe(true);
  expect(deliveries.canceled).toBeGreaterThan(canceled);
  expect(deliveries.canceled + deliveries.sent).toBe(300);
  sink.onRecipient = () => null;
  worker = await start();
  await waitUntil(
    "no job is left",
    async () =>
      (await queryRows(db, sql`select from pgboss.job where name = 'deliveries' and state in ('created', 'active', 'retry')`)).length === 0,
  );
  expect(sink.received).toHaveLength(deliveries.sent);
});

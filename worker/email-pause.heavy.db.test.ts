import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { pauseProject } from "@/core/projects/pause";
import { requestPasswordReset } from "@/core/staff/password-reset";
import { queryRows } from "@/db/query";
import { insertCode, insertLeads } from "@/tests/harness/factories";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { insertStaff } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();
const sink = await startSmtpSink();
const start = () => startWorker({ url, smtpUrl: sink.url });
// The second test uses the last worker of the first.
let worker = await start();
beforeEach(() => {
  sink.onRecipient = () => null;
  sink.received.length = 0;
});

async function sendTo(amount: number) {
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: await insertLeads(ctx, amount) });
  const statuses = async () =>
    Object.fromEntries(
      (
        await queryRows<{ status: string; total: number }>(
          db,
          sql`select status, count(*)::int as total from deliveries where send_id = ${sendId} group by status`,
        )
      ).map(({ status, total }) => [status, total]),
    );
  return { sendId, statuses };
}

/** Counts the delivery jobs that workers are processing. */
const countActiveJobs = async () =>
  (
    await queryRows<{ count: number }>(
      db,
      sql`select count(*)::int as count from pgboss.job where name = 'deliveries' and state = 'active'`,
    )
  )[0]?.count ?? 0;

const messageIds = () => sink.received.map(({ messageId }) => messageId);

test("emails to leads are held while email is paused, across worker restarts, and sent once when resumed", async () => {
  await pauseProject(ctx, { pause: ["email"] });
  const amount = 170;
  const { statuses } = await sendTo(amount);
  await waitUntil("a worker has a job", async () => (await countActiveJobs()) > 0);
  const { email } = await insertStaff(ctx);
  await requestPasswordReset(ctx, { email }, { userAgent: "", ipAddress: "192.0.2.1" });
  await waitUntil("the email to staff", () => sink.received.some(({ to }) => to.includes(email)));
  expect(await statuses()).toEqual({ queued: amount });

  // Stopping doesn't wait for the end of the pause.
  const { code, seconds } = await worker.stop();
  expect([code, seconds < 10]).toEqual([0, true]);
  expect(await statuses()).toEqual({ queued: amount });
  worker = await start();
  await waitUntil("a worker has a job", async () => (await countActiveJobs()) > 0);
  await worker.kill();
  await db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'deliveries' and state = 'active'`);

  worker = await start();
  await waitUntil("a worker has a job", async () => (await countActiveJobs()) > 0);
  expect(await statuses()).toEqual({ queued: amount });
  await pauseProject(ctx, { resume: ["email"] });
  await waitUntil("all emails are sent", async () => (await statuses()).sent === amount);
  expect(sink.received.filter(({ to }) => !to.includes(email))).toHaveLength(amount);
  expect(new Set(messageIds()).size).toBe(amount + 1);
});

test("a pause stops sending within seconds, and the rest is sent once when resumed", async () => {
  // Slow enough that sending all of them takes much longer than a pause needs to have an effect.
  sink.onRecipient = () => ({ wait: 400 });
  const amount = 400;
  const { statuses } = await sendTo(amount);
  await waitUntil("some emails are sent", () => sink.received.length > 5);
  await pauseProject(ctx, { pause: ["email"] });
  await waitUntil("no email is being sent", async () => ((await statuses()).sending ?? 0) === 0 && sink.received.length < amount);
  const sent = (await statuses()).sent ?? 0;
  expect(await statuses()).toEqual({ sent, queued: amount - sent });
  sink.onRecipient = () => null;
  await pauseProject(ctx, { resume: ["email"] });
  await waitUntil("all emails are sent", async () => (await statuses()).sent === amount);
  expect(new Set(messageIds()).size).toBe(amount);
  expect(sink.received).toHaveLength(amount);
});

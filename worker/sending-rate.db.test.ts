import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { queueAutomaticEmail } from "@/core/sends/automatic-email";
import { cancelSend } from "@/core/sends/cancel";
import { queryRows } from "@/db/query";
import { connectSmtpServer, insertCode, insertLead, insertLeads } from "@/tests/harness/factories";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();
const sink = await startSmtpSink();
await connectSmtpServer(ctx, { port: Number(new URL(sink.url).port) });
await Promise.all([startWorker({ url }), startWorker({ url })]);

/** When each email was accepted, in milliseconds. */
const arrivals: number[] = [];
beforeEach(() => {
  arrivals.length = 0;
  sink.received.length = 0;
  sink.onRecipient = () => {
    arrivals.push(performance.now());
    return null;
  };
});

const setRate = async (perSecond: number | null, perHour: number | null = null) => {
  await db.execute(sql`update projects set emails_per_second = ${perSecond}, emails_per_hour = ${perHour} where id = ${ctx.projectId}`);
  // Workers read the settings at most once per second.
  const changedAt = performance.now();
  await waitUntil("the workers have read the settings", () => performance.now() - changedAt > 1100);
  await db.execute(sql`delete from email_slots`);
};

async function send(amount: number): Promise<{ id: string; emails: string[] }> {
  const emails = await insertLeads(ctx, amount);
  const code = normalizeCode(await insertCode(ctx, { allowedClaims: amount }));
  return { id: (await sendCode(ctx, { code, emails })).sendId, emails };
}

/** The largest number of emails that arrived within a second. */
const maxPerSecond = () => Math.max(...arrivals.map((at) => arrivals.filter((other) => other >= at && other < at + 1000).length));

test("keeps the number of emails per second, with several workers and sends", async () => {
  // Loads the code of the worker and opens its connections.
  await setRate(null);
  await send(100);
  await waitUntil("the first emails", () => sink.received.length === 100);
  [arrivals.length, sink.received.length] = [0, 0];

  await setRate(20);
  const startedAt = performance.now();
  await Promise.all([send(40), send(40), send(20)]);
  await waitUntil("all emails", () => sink.received.length === 100);
  const seconds = (performance.now() - startedAt) / 1000;
  // The first goes at once, the last after 99 intervals.
  expect(seconds).toBeGreaterThan(4.9);
  expect(seconds).toBeLessThan(15);
  // On a busy machine, an email arrives later than it was sent. Two workers that don't share the limit would send 40.
  expect(maxPerSecond()).toBeLessThanOrEqual(30);
  expect(new Set(sink.received.map(({ messageId }) => messageId)).size).toBe(100);
});

test("keeps the number of emails per hour, sends automatic emails first, and can be stopped", async () => {
  // One email in two seconds.
  await setRate(null, 1800);
  const { id, emails } = await send(60);
  await waitUntil("the first email", () => sink.received.length > 0);
  const email = await insertLead(ctx, { onWaitlist: true });
  await queueAutomaticEmail(ctx, email, "joined");
  await waitUntil("the automatic email", () => sink.messageIdsFor(email).length === 1);
  // It waited for a few slots at most, and not for those of the other 60 emails.
  expect(sink.received.length).toBeLessThan(8);
  await cancelSend(ctx, id);
  await waitUntil("no email is being sent", async () => {
    const pending = await queryRows(db, sql`select from deliveries where send_id = ${id} and status in ('queued', 'sending', 'retrying')`);
    return pending.length === 0;
  });
  expect(sink.received.filter(({ to }) => emails.includes(to)).length).toBeLessThan(10);
});

test("sends without waiting for turns if there is no limit", async () => {
  await setRate(null);
  await send(200);
  await waitUntil("all emails", () => sink.received.length === 200);
  expect(await queryRows(db, sql`select from email_slots`)).toEqual([]);
});

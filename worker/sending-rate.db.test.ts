import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import type { Context } from "@/core/context";
import { reserveSlots } from "@/core/email-delivery/sending-rate";
import { cancelSend } from "@/core/sends/cancel";
import { queueAutomaticEmail } from "@/core/sends/queue-automatic-email";
import { queryRows } from "@/db/query";
import { connectSmtpServer, insertCode, insertLead, insertLeads, insertProject } from "@/tests/harness/factories";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const app = await createTestApp();
const { db, url } = app;
const sink = await startSmtpSink();
await Promise.all([startWorker({ url }), startWorker({ url })]);

type Rate = { perSecond?: number; perHour?: number };

/** Creates a project with a sending rate. Workers cache settings by project, so each test has a project of its own. */
async function createProject({ perSecond, perHour }: Rate = {}): Promise<Context> {
  const { ctx } = await insertProject(app.ctx);
  await connectSmtpServer(ctx, { port: Number(new URL(sink.url).port) });
  await db.execute(
    sql`update projects set emails_per_second = ${perSecond ?? null}, emails_per_hour = ${perHour ?? null} where id = ${ctx.projectId}`,
  );
  return ctx;
}

async function send(ctx: Context, amount: number): Promise<{ id: string; emails: string[] }> {
  const emails = await insertLeads(ctx, amount);
  const code = normalizeCode(await insertCode(ctx, { allowedClaims: amount }));
  return { id: (await sendCode(ctx, { code, emails })).sendId, emails };
}

const countReceived = (emails: readonly string[]) => sink.received.filter(({ to }) => emails.includes(to)).length;

// First, so that both workers have loaded their code and opened their connections.
test("emails are sent without waiting for turns if there is no limit", async () => {
  const ctx = await createProject();
  const sends = await Promise.all([20, 20, 20, 20].map((amount) => send(ctx, amount)));
  const emails = sends.flatMap((sent) => sent.emails);
  await waitUntil("all emails", () => countReceived(emails) === 80);
  expect(await queryRows(db, sql`select from email_slots where project_id = ${ctx.projectId}`)).toEqual([]);
});

test("the number of emails per second is kept, with several workers and sends", async () => {
  const ctx = await createProject({ perSecond: 20 });
  const startedAt = performance.now();
  const sends = await Promise.all([send(ctx, 15), send(ctx, 15)]);
  const emails = sends.flatMap((sent) => sent.emails);
  await waitUntil("all emails", () => countReceived(emails) === 30);
  // The last one goes after 29 intervals of 50 ms, however slow the machine is. Two workers that don't share the limit need half as long.
  expect(performance.now() - startedAt).toBeGreaterThan(1400);
  expect(new Set(sink.received.map(({ messageId }) => messageId)).size).toBe(sink.received.length);
});

test("the number of emails per hour is kept, automatic emails are sent first, and a send in progress can be canceled", async () => {
  // Five emails per second.
  const ctx = await createProject({ perHour: 18_000 });
  const { id, emails } = await send(ctx, 100);
  await waitUntil("the first email", () => countReceived(emails) > 0);
  const email = await insertLead(ctx, { onWaitlist: true });
  await queueAutomaticEmail(ctx, email, "joined");
  await waitUntil("the automatic email", () => countReceived([email]) === 1);
  // It waited for a few slots, and not for those of the other emails, which take 20 seconds.
  expect(countReceived(emails)).toBeLessThan(50);
  await cancelSend(ctx, id);
  await waitUntil("no email is being sent", async () => {
    const pending = await queryRows(db, sql`select from deliveries where send_id = ${id} and status in ('queued', 'sending', 'retrying')`);
    return pending.length === 0;
  });
  expect(countReceived(emails)).toBeLessThan(60);
});

test("every slot is reserved once, however many workers reserve slots at the same time", async () => {
  const ctx = await createProject();
  const minute = 60_000;
  const reservations = await Promise.all(
    Array.from({ length: 10 }, () => reserveSlots(ctx, { amount: 3, interval: minute, maxWait: 60 * minute })),
  );
  const starts = reservations.map((slots) => (slots.isReserved ? Math.round(slots.startsIn / minute) : null));
  expect(starts.sort((a, b) => Number(a) - Number(b))).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
  expect((await reserveSlots(ctx, { amount: 1, interval: minute, maxWait: minute })).isReserved).toBe(false);
});

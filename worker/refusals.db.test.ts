import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { getDatabaseTime } from "@/core/context";
import { getOverview } from "@/core/overview";
import { resumeRefusedEmail } from "@/core/projects/pause";
import { queueAutomaticEmail } from "@/core/sends/queue-automatic-email";
import { undoRefusedSuppressions } from "@/core/suppressions/undo";
import { queryRows } from "@/db/query";
import { deliveryQueue } from "@/db/queue";
import { readLimitReply } from "@/lib/smtp-limits";
import { insertCode, insertLead, insertLeads } from "@/tests/harness/factories";
import { size } from "@/tests/harness/size";
import { policyResponses } from "@/tests/harness/smtp-responses";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();
const sink = await startSmtpSink();
for (let i = 0; i < 2; i++) await startWorker({ url, smtpUrl: sink.url });

async function sendTo(amount: number): Promise<{ emails: string[]; id: string }> {
  const emails = await insertLeads(ctx, amount);
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx, { allowedClaims: 10_000 })), emails });
  return { emails, id: sendId };
}

async function countDeliveries(id: string): Promise<Record<string, number>> {
  const rows = await queryRows<{ status: string; total: number }>(
    db,
    sql`select status, count(*)::int as total from deliveries where send_id = ${id} group by status`,
  );
  return Object.fromEntries(rows.map(({ status, total }) => [status, total]));
}

const listSuppressions = () => queryRows<{ email: string }>(db, sql`select email from suppressions`);

const waitForPause = () =>
  waitUntil("email is paused", async () => (await getOverview(ctx)).attention.some(({ name }) => name === "email_refused"));

/** Waits until no job runs that began before, and may not have asked whether email is paused since. */
async function waitForWorkers(): Promise<void> {
  const since = await getDatabaseTime(ctx);
  await waitUntil("the jobs that ran have ended", async () => {
    const jobs = await queryRows(
      db,
      sql`select from pgboss.job where name = ${deliveryQueue} and state = 'active' and started_on <= ${since}::timestamptz`,
    );
    return jobs.length === 0;
  });
}

/** Splits a response into its reply code and one line of text. */
const reply = (response: string) => {
  const [, code = "550", message = response] = /^(\d{3})[ -](.*)$/s.exec(response) ?? [];
  return { code: Number(code), message: message.replaceAll(/\n\d{3}[ -]/g, " ") };
};

/** Refusals for another reason than a limit, for which emails wait without being counted (worker/server-limits.heavy.db.test.ts). */
const refusals = policyResponses.filter((response) => {
  const { code, message } = reply(response);
  return readLimitReply(`${code} ${message}`) === null;
});

/** Waits until everyone has got the email, and expects that they got it once. */
async function expectSentOnce({ emails, id }: { emails: readonly string[]; id: string }): Promise<void> {
  await waitUntil("all emails are sent", async () => (await countDeliveries(id)).sent === emails.length);
  const received = sink.received.map(({ to }) => to).filter((to) => emails.includes(to));
  expect([received.length, new Set(received).size]).toEqual([emails.length, emails.length]);
}

test.each(refusals.slice(0, size(1, 60)))(
  "a server that refuses everything with %s suppresses no one, and everyone gets the email once after one click",
  async (response) => {
    sink.onRecipient = () => reply(response);
    const send = await sendTo(size(120, 250));
    await waitForPause();
    expect(await listSuppressions()).toEqual([]);
    expect(await countDeliveries(send.id)).not.toHaveProperty("failed");
    sink.onRecipient = () => null;
    expect(await resumeRefusedEmail(ctx)).toEqual({ resumed: true });
    await expectSentOnce(send);
    expect(await listSuppressions()).toEqual([]);
  },
  size(60_000, 120_000),
);

test("a server that answers each email with another refusal pauses email too", async () => {
  const words = refusals.slice(0, 60);
  let index = 0;
  sink.onRecipient = () => reply(words[index++ % words.length] ?? "");
  const send = await sendTo(120);
  await waitForPause();
  sink.onRecipient = () => null;
  await resumeRefusedEmail(ctx);
  await expectSentOnce(send);
  expect(await listSuppressions()).toEqual([]);
}, 60_000);

test("a server that refuses the sender pauses email too", async () => {
  sink.onSender = () => reply("553 sorry, your envelope sender domain must exist (#5.1.8)");
  const send = await sendTo(30);
  await waitForPause();
  sink.onSender = () => null;
  await resumeRefusedEmail(ctx);
  await expectSentOnce(send);
  expect(await listSuppressions()).toEqual([]);
}, 60_000);

test("a server that says “User unknown” to everyone suppresses few, which can be undone, and confirmations still go out", async () => {
  sink.onRecipient = () => reply("550 5.1.1 User unknown");
  const send = await sendTo(120);
  await waitForPause();
  const suppressed = await listSuppressions();
  expect(suppressed.length).toBeLessThanOrEqual(5);

  // Still refusing.
  await resumeRefusedEmail(ctx);
  await waitForPause();
  expect((await listSuppressions()).length).toBeLessThanOrEqual(10);
  await waitForWorkers();

  sink.onRecipient = () => null;
  const email = await insertLead(ctx, { status: "unconfirmed" });
  await queueAutomaticEmail(ctx, email, "confirm");
  await waitUntil("the confirmation is sent", () => sink.messageIdsFor(email).length === 1);
  expect((await countDeliveries(send.id)).sent ?? 0).toBe(0);

  await undoRefusedSuppressions(ctx);
  expect(await listSuppressions()).toEqual([]);
  await resumeRefusedEmail(ctx);
  await expectSentOnce(send);
}, 60_000);

import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Question } from "@/contract/questions";
import { queryRows } from "@/db/query";
import { deliveryQueue } from "@/db/queue";
import { leads } from "@/db/schema";
import { getErrorName } from "@/tests/harness/errors";
import { fingerprintDatabase, insertLead, insertLeads, insertProject, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { updateProject } from "../projects/update";
import { sendAnnouncement } from "./announce";
import { cancelSend } from "./cancel";
import { listSendDeliveries } from "./deliveries";
import { takeDeliveries } from "./delivery-attempts";
import { getLeadProfile } from "./email-content";
import { getSend } from "./list";
import { previewSend } from "./preview";
import { resendUndelivered, retrySend } from "./resend";
import { retryWaitingEmails } from "./retry-waiting";

const app = await createTestApp();
const { db } = app;
const createProject = async () => (await insertProject(app.ctx)).ctx;
const texts = { subject: "News, {{firstname|friend}}", body: "We **open**.\n\n{{button}}" };

const listIds = async (ctx: Context, sendId: string) => (await collectAll(listSendDeliveries(ctx, sendId, {}))).map(({ id }) => id);
const take = async (ctx: Context, sendId: string) =>
  takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: await listIds(ctx, sendId) });
const listJobs = (ctx: Context) =>
  queryRows<{ wait: number }>(
    db,
    sql`select extract(epoch from start_after - now())::int as wait from pgboss.job where name = ${deliveryQueue} and (data ->> 'projectId')::int = ${ctx.projectId}`,
  );

describe("an announcement", () => {
  const buttonUrl = "https://example.org/news";

  test.each([
    [
      "a URL for a button that the body doesn't have",
      { body: "We open.", buttonUrl },
      { body: ["Add {{button}} in a paragraph of its own, or leave out `buttonUrl`, which isn't shown without it"] },
    ],
    [
      "a label for a button without a link",
      { body: "We open.\n\n{{button}}", button: "Read" },
      { button: ["needs `buttonUrl`, because a button without a link isn't shown"] },
    ],
  ])("refuses %s", async (_, input, fields) => {
    const ctx = await createProject();
    const emails = [await insertLead(ctx)];
    await expect(sendAnnouncement(ctx, { subject: "News", ...input, emails })).rejects.toMatchObject({
      errorName: "invalid_input",
      fields,
    });
  });

  test.each([
    { body: "We open.\n\n{{ button }}", button: "Read", buttonUrl },
    { body: "We open.\n\n{{button}}" },
    { body: "We open.", button: "" },
  ])("accepts %j", async (input) => {
    const ctx = await createProject();
    const emails = [await insertLead(ctx)];
    expect(await sendAnnouncement(ctx, { subject: "News", ...input, emails })).toMatchObject({ notifiedLeads: 1 });
  });

  test("queues an email without a code, with its own text, for each lead that matches the filter", async () => {
    const ctx = await createProject();
    const waiting = await insertLeads(ctx, 3, { onWaitlist: true, firstname: "Ada" });
    await insertLead(ctx);
    const reply = await sendAnnouncement(ctx, { ...texts, buttonUrl: "https://example.org/news", filter: { waitlist: true } });
    expect(reply).toMatchObject({ receivedLeads: 3, notifiedLeads: 3, skipped: [] });
    expect(await getSend(ctx, reply.sendId)).toMatchObject({
      kind: "announcement",
      code: null,
      batch: null,
      scheduledAt: null,
      content: { ...texts, button: null },
      buttonUrl: "https://example.org/news",
      deliveries: { queued: 3 },
    });
    const deliveries = await collectAll(listSendDeliveries(ctx, reply.sendId, {}));
    expect(deliveries.map(({ email, code }) => ({ email, code }))).toEqual(waiting.sort().map((email) => ({ email, code: null })));
    const [message] = await take(ctx, reply.sendId);
    expect(message?.content).toMatchObject({
      kind: "announcement",
      text: { ...texts, button: "Learn more" },
      firstname: "Ada",
      code: null,
      buttonUrl: "https://example.org/news",
    });
    // No one was invited by it.
    expect(await queryRows(db, sql`select from lead_invitations where project_id = ${ctx.projectId}`)).toEqual([]);
  });

  test("contains the answers of each lead, and those that strangers typed only once the email is confirmed", async () => {
    const ctx = await createProject();
    const question = (key: string, type: Question["type"], options: string[] = []) => ({
      key,
      label: key,
      type,
      options,
      required: false,
      onJoinForms: true,
    });
    const questions = [
      question("company", "text"),
      question("plan", "choice", ["Pro"]),
      question("beta", "checkbox"),
      question("old", "text"),
    ];
    await updateProject(ctx, { questions });
    const fields = { company: "Acme", plan: "Pro", beta: true, old: "x" };
    const [staff, confirmed, unconfirmed, silent] = [
      await insertLead(ctx, { answers: fields }),
      await insertLead(ctx, { answers: fields, source: "page", confirmedAt: "2026-01-02T03:04:05.678Z" }),
      await insertLead(ctx, { answers: fields, source: "page" }),
      await insertLead(ctx),
    ];
    const body = "{{field.company}} {{field.plan}} {{field.old|none}}";
    const { sendId } = await sendAnnouncement(ctx, { subject: "News", body, filter: {} });
    await updateProject(ctx, { questions: questions.slice(0, 3) });
    const messages = await take(ctx, sendId);
    const known = { company: "Acme", plan: "Pro", beta: true };
    expect(Object.fromEntries(messages.map(({ email, content }) => [email, content.fields]))).toEqual({
      [staff]: known,
      [confirmed]: known,
      [unconfirmed]: { plan: "Pro", beta: true },
      [silent]: {},
    });
    // What was a text before it became a choice isn't the project's own word.
    await updateProject(ctx, { questions: [question("company", "choice", ["Example"]), question("plan", "choice", ["Pro"])] });
    expect((await getLeadProfile(ctx, unconfirmed)).fields).toEqual({ plan: "Pro" });
    await expect(sendAnnouncement(ctx, { subject: "News", body, filter: {} })).rejects.toMatchObject({
      fields: { body: [expect.stringContaining("{{field.old}} isn't a variable")] },
    });
  });

  test("skips suppressed, bounced, unconfirmed and held leads, and the preview says so by count", async () => {
    const ctx = await createProject();
    const [ada, unsubscribed, bounced] = [
      await insertLead(ctx),
      await insertLead(ctx, { suppressed: true }),
      await insertLead(ctx, { suppressed: true }),
    ];
    await db.execute(sql`update suppressions set reason = 'bounced' where project_id = ${ctx.projectId} and email = ${bounced}`);
    const [unconfirmed = "", held = ""] = await insertLeads(ctx, 2);
    await db.update(leads).set({ status: "unconfirmed" }).where(eq(leads.email, unconfirmed));
    await db.update(leads).set({ status: "held", heldReason: "blocked" }).where(eq(leads.email, held));
    const unknown = uniqueEmail();
    const emails = [ada, unsubscribed, bounced, unconfirmed, held, unknown, ada];
    const before = await fingerprintDatabase(db);
    const preview = await previewSend(ctx, { announcement: true, emails });
    expect(await fingerprintDatabase(db)).toEqual(before);
    expect(preview).toMatchObject({ receivedLeads: 7, notifiedLeads: 1, sample: [ada], error: null });
    expect(Object.fromEntries(preview.skipped.map(({ reason, count }) => [reason, count]))).toEqual({
      not_a_lead: 1,
      duplicate: 1,
      held: 1,
      suppressed: 2,
      unconfirmed: 1,
    });
    expect(preview.groups.map(({ group, count, skipped }) => [group, count, skipped])).toEqual([
      ["unconfirmed", 1, true],
      ["suppressed", 1, true],
      ["bounced", 1, true],
    ]);
    // Whatever the sender chose, unconfirmed leads get none.
    const reply = await sendAnnouncement(ctx, { ...texts, emails, skip: [] });
    expect(reply).toMatchObject({ notifiedLeads: 1 });
    expect(reply.skipped).toContainEqual({ email: unconfirmed, reason: "unconfirmed" });
  });

  test("isn't sent to leads who unsubscribed or were held after it was queued", async () => {
    const ctx = await createProject();
    const [ada = "", unsubscribed = "", held = ""] = await insertLeads(ctx, 3);
    const { sendId } = await sendAnnouncement(ctx, { ...texts, filter: {} });
    await db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${unsubscribed}, 'unsubscribed')`);
    await db.update(leads).set({ status: "held", heldReason: "blocked" }).where(eq(leads.email, held));
    expect((await take(ctx, sendId)).map(({ email }) => email)).toEqual([ada]);
    expect(await getSend(ctx, sendId)).toMatchObject({ deliveries: { sending: 1, suppressed: 1, canceled: 1 } });
  });

  test("can be retried where it failed, but not resent as a copy", async () => {
    const ctx = await createProject();
    await insertLeads(ctx, 3);
    const { sendId } = await sendAnnouncement(ctx, { ...texts, filter: {} });
    await db.execute(sql`update deliveries set status = 'failed', attempts = 1, error = '550' where send_id = ${sendId}`);
    expect(await getErrorName(resendUndelivered(ctx, sendId))).toBe("nothing_to_send");
    expect(await retrySend(ctx, sendId, {})).toMatchObject({ requeued: 3, skipped: 0, deliveries: { queued: 3, failed: 0 } });
  });

  test("is rejected with invalid texts, and nothing is queued", async () => {
    const ctx = await createProject();
    const emails = await insertLeads(ctx, 1);
    const before = await fingerprintDatabase(db);
    await expect(sendAnnouncement(ctx, { subject: "{{code}}", body: "[x](javascript:x)", emails })).rejects.toMatchObject({
      errorName: "invalid_input",
      fields: { subject: [expect.stringContaining("{{code}} is only available in")], body: [expect.stringContaining("Links must start")] },
    });
    expect(await fingerprintDatabase(db)).toEqual(before);
  });
});

describe("a scheduled announcement", () => {
  test("waits for its time, also when all waiting emails are retried now", async () => {
    const ctx = await createProject();
    await insertLeads(ctx, 2);
    const scheduledAt = secondsFromNow(3600);
    const { sendId } = await sendAnnouncement(ctx, { ...texts, filter: {}, scheduledAt });
    expect(await getSend(ctx, sendId)).toMatchObject({ scheduledAt, completed: false, deliveries: { queued: 2 } });
    expect(await retryWaitingEmails(ctx)).toEqual({ retried: 0 });
    const [job, ...others] = await listJobs(ctx);
    expect(others).toEqual([]);
    expect(Math.abs((job?.wait ?? 0) - 3600)).toBeLessThan(60);
  });

  test("can be canceled before, and then no one gets it", async () => {
    const ctx = await createProject();
    await insertLeads(ctx, 2);
    const { sendId } = await sendAnnouncement(ctx, { ...texts, filter: {}, scheduledAt: secondsFromNow(3600) });
    expect(await cancelSend(ctx, sendId)).toMatchObject({ completed: true, deliveries: { queued: 0, canceled: 2 } });
    expect(await take(ctx, sendId)).toEqual([]);
  });

  test("for a time in the past is sent right away, and for more than a year from now is rejected", async () => {
    const ctx = await createProject();
    await insertLeads(ctx, 1);
    const { sendId } = await sendAnnouncement(ctx, { ...texts, filter: {}, scheduledAt: secondsFromNow(-60) });
    expect(await getSend(ctx, sendId)).toMatchObject({ scheduledAt: null });
    expect((await listJobs(ctx))[0]?.wait).toBeLessThanOrEqual(0);
    const tooLate = sendAnnouncement(ctx, { ...texts, filter: {}, scheduledAt: secondsFromNow(400 * 24 * 3600) });
    await expect(tooLate).rejects.toMatchObject({ fields: { scheduledAt: ["must be at most a year from now"] } });
  });
});

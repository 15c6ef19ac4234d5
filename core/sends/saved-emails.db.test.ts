import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { connectSmtpServer, insertCode, insertLead, insertProject, secondsFromNow } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createSend, getDeliveriesByEmail, getDeliveryStatuses, getQueuedDeliveryJobs } from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import { deleteCode } from "../codes/delete";
import type { Context } from "../context";
import { getOverview } from "../overview";
import { sendAnnouncement } from "./announce";
import { queueAutomaticEmail } from "./queue-automatic-email";
import { retrySend } from "./resend";
import { listSavedEmails, previewSavedEmails, sendSavedEmails } from "./saved-emails";
import { findSavedFiles, getSavedFile, outboxFolder } from "./saved-files";

const app = await createTestApp();
const createProject = async (): Promise<Context> => {
  const { ctx } = await insertProject(app.ctx);
  await connectSmtpServer(ctx);
  return ctx;
};
const saveAll = (ctx: Context) =>
  ctx.db.execute(sql`update deliveries set status = 'saved_to_file', attempts = 1 where project_id = ${ctx.projectId}`);
const suppress = (ctx: Context, email: string, reason: string) =>
  ctx.db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${email}, ${reason})`);
const updateCode = (ctx: Context, code: string, change: ReturnType<typeof sql>) =>
  ctx.db.execute(sql`update codes set ${change} where project_id = ${ctx.projectId} and key = ${normalizeCode(code)}`);
const savedCounts = async (ctx: Context) =>
  (await getOverview(ctx)).attention.filter(({ name }) => name === "saved_emails").map(({ count }) => count);

/** Saves an email of every state: three to send, and one for each reason to skip it. Returns the lead of each. */
async function saveOneOfEach(ctx: Context) {
  const lead = (options: Parameters<typeof insertLead>[1] = {}) => insertLead(ctx, options);
  const code = await insertCode(ctx, { allowedClaims: 50 });
  const toLead = async (options: { code?: string } = {}) => {
    const email = await lead();
    await createSend(ctx, [email], options.code ?? code);
    return email;
  };
  const [expiring, paused, exhausted, deleted] = await Promise.all(
    [1, 2, 3, 4].map(() => insertCode(ctx, { validUntil: secondsFromNow(3600) })),
  );
  if (!expiring || !paused || !exhausted || !deleted) throw new Error("No codes");
  const emails = {
    code: await toLead(),
    joined: await lead({ onWaitlist: true }),
    announcement: await lead(),
    unsubscribed: await toLead(),
    bounced: await toLead(),
    complained: await toLead(),
    suppressed: await toLead(),
    held: await toLead(),
    unconfirmed: await lead(),
    already_claimed: await toLead(),
    already_confirmed: await lead(),
    not_on_waitlist: await lead({ onWaitlist: true }),
    code_deleted: await toLead({ code: deleted }),
    code_paused: await toLead({ code: paused }),
    code_expired: await toLead({ code: expiring }),
    code_exhausted: await toLead({ code: exhausted }),
  };
  await queueAutomaticEmail(ctx, emails.joined, "joined");
  await queueAutomaticEmail(ctx, emails.not_on_waitlist, "joined");
  await queueAutomaticEmail(ctx, emails.already_confirmed, "confirm");
  await sendAnnouncement(ctx, { emails: [emails.announcement, emails.unconfirmed], subject: "News", body: "There is news." });
  await saveAll(ctx);
  await claimCode(ctx, { code: normalizeCode(code), email: emails.already_claimed });
  await claimCode(ctx, { code: normalizeCode(exhausted), email: emails.code });
  for (const reason of ["unsubscribed", "bounced", "complained"] as const) await suppress(ctx, emails[reason], reason);
  await suppress(ctx, emails.suppressed, "staff");
  await ctx.db.execute(sql`update leads set status = 'held' where project_id = ${ctx.projectId} and email = ${emails.held}`);
  await ctx.db.execute(sql`update leads set status = 'unconfirmed' where project_id = ${ctx.projectId} and email = ${emails.unconfirmed}`);
  await ctx.db.execute(sql`update leads set on_waitlist = false where project_id = ${ctx.projectId} and email = ${emails.not_on_waitlist}`);
  await updateCode(ctx, expiring, sql`valid_until = now() - interval '1 second'`);
  await updateCode(ctx, paused, sql`paused_at = now()`);
  await deleteCode(ctx, normalizeCode(deleted));
  // Emails that the claims and the deletion queued or canceled.
  await ctx.db.execute(sql`delete from deliveries where project_id = ${ctx.projectId} and status = 'queued'`);
  await saveAll(ctx);
  return { emails, code };
}

const reasons = [
  ...(["unsubscribed", "bounced", "complained", "suppressed", "held", "unconfirmed", "already_claimed", "already_confirmed"] as const),
  ...(["not_on_waitlist", "code_deleted", "code_paused", "code_expired", "code_exhausted"] as const),
];

describe("emails that were saved to files", () => {
  test("are previewed by kind with their recipients, and those that are skipped by reason, and sending does the same", async () => {
    const ctx = await createProject();
    const { emails } = await saveOneOfEach(ctx);
    const skipped = reasons.map((reason) => ({ reason, count: 1, sample: [emails[reason]] }));
    const preview = await previewSavedEmails(ctx);
    expect(preview).toMatchObject({ savedEmails: 16, emails: 3, leads: 3, error: null });
    expect(preview.kinds).toEqual(
      (["joined", "code", "announcement"] as const).map((kind) => ({
        kind,
        count: 1,
        since: expect.any(String),
        sample: [emails[kind]],
      })),
    );
    expect(preview.skipped).toEqual(skipped);
    expect(await savedCounts(ctx)).toEqual([16]);

    expect(await sendSavedEmails(ctx)).toEqual({ requeued: 3, skipped: 13, skippedEmails: skipped });
    expect(await savedCounts(ctx)).toEqual([]);
    expect(await previewSavedEmails(ctx)).toMatchObject({ savedEmails: 0, emails: 0, leads: 0, kinds: [], skipped: [] });
    const [event] = await queryRows<{ data: object }>(
      ctx.db,
      sql`select data from events where project_id = ${ctx.projectId} and kind = 'saved_emails.sent'`,
    );
    expect(event?.data).toMatchObject({ requeued: 3, skipped: 13, reasons: { unsubscribed: 1, code_expired: 1 } });
  });

  test("that were skipped stay listed with the reason, until they are sent after all", async () => {
    const ctx = await createProject();
    const { emails } = await saveOneOfEach(ctx);
    const list = (query: Parameters<typeof listSavedEmails>[1] = {}) => collectAll(listSavedEmails(ctx, query));
    expect(await list({ skipped: true })).toEqual([]);
    expect(await list({ skipped: false })).toHaveLength(16);
    await sendSavedEmails(ctx);
    const skipped = await list();
    expect(Object.fromEntries(skipped.map(({ email, skipReason }) => [email, skipReason]))).toEqual(
      Object.fromEntries(reasons.map((reason) => [emails[reason], reason])),
    );
    expect(await list({ skipped: false })).toEqual([]);
    expect(await list({ reason: "held" })).toMatchObject([{ email: emails.held, kind: "code", status: "canceled" }]);
    expect(await list({ email: emails.unsubscribed })).toMatchObject([{ status: "suppressed", skipReason: "unsubscribed" }]);

    const [{ send, id } = { send: null, id: "" }] = await list({ reason: "code_paused" });
    await ctx.db.execute(sql`update codes set paused_at = null where project_id = ${ctx.projectId}`);
    await ctx.db.execute(sql`update deliveries set status = 'failed' where project_id = ${ctx.projectId} and id = ${id}`);
    await retrySend(ctx, send ?? "", {});
    expect(await list({ reason: "code_paused" })).toEqual([]);
  });

  test("are sent once, however many send them at once", async () => {
    const ctx = await createProject();
    const code = await insertCode(ctx, { allowedClaims: 10 });
    const [active, claimed] = [await insertLead(ctx), await insertLead(ctx)];
    const send = await createSend(ctx, [active, claimed], code);
    await saveAll(ctx);
    await claimCode(ctx, { code: normalizeCode(code), email: claimed });

    const results = await Promise.all([sendSavedEmails(ctx), sendSavedEmails(ctx), sendSavedEmails(ctx)]);
    expect(results.map(({ requeued }) => requeued).sort()).toEqual([0, 0, 1]);
    expect(results.map(({ skipped }) => skipped).sort()).toEqual([0, 0, 1]);
    expect(await getDeliveryStatuses(ctx, send.id)).toEqual({ [active]: "queued", [claimed]: "canceled" });
    const jobs = await getQueuedDeliveryJobs(ctx, (await getDeliveriesByEmail(ctx, send.id)).get(active)?.id);
    expect(jobs.filter(({ attempt }) => attempt === 2)).toHaveLength(1);
    expect(
      await queryRows(ctx.db, sql`select from events where project_id = ${ctx.projectId} and kind = 'saved_emails.sent'`),
    ).toHaveLength(1);
  });

  test("are sent to a lead once, if they have the same text and code", async () => {
    const ctx = await createProject();
    const [email, other] = [await insertLead(ctx), await insertLead(ctx)];
    const [code, second] = [await insertCode(ctx, { allowedClaims: 9 }), await insertCode(ctx, { allowedClaims: 9 })];
    await createSend(ctx, [email, other], code);
    await createSend(ctx, [email], code);
    await createSend(ctx, [email], second);
    await saveAll(ctx);
    expect(await previewSavedEmails(ctx)).toMatchObject({ emails: 3, leads: 2, skipped: [{ reason: "newer_email", sample: [email] }] });
    expect(await sendSavedEmails(ctx)).toMatchObject({ requeued: 3, skipped: 1 });
  });

  test("can't be sent without a mail server, and the preview says so", async () => {
    const { ctx } = await insertProject(app.ctx);
    await createSend(ctx, [await insertLead(ctx)]);
    await saveAll(ctx);
    await expect(sendSavedEmails(ctx)).rejects.toMatchObject({ errorName: "email_not_connected" });
    expect(await previewSavedEmails(ctx)).toMatchObject({ savedEmails: 1, error: { error: "email_not_connected" } });
  });
});

test("the file of a saved email is named only if it is on this machine", async () => {
  const ctx = await createProject();
  const [here, missing] = [await insertLead(ctx), await insertLead(ctx)];
  const send = await createSend(ctx, [here, missing]);
  const deliveries = await getDeliveriesByEmail(ctx, send.id);
  const [hereId = "", missingId = ""] = [here, missing].map((email) => deliveries.get(email)?.id);
  expect(await getSavedFile(ctx, hereId)).toEqual({ file: null });
  await saveAll(ctx);
  expect(await findSavedFiles(ctx, send.id)).toBe("none");
  const file = join(outboxFolder(), `${hereId}.eml`);
  mkdirSync(outboxFolder(), { recursive: true });
  writeFileSync(file, "Subject: Your code");
  onTestFinished(() => rmSync(file, { force: true }));
  expect(await getSavedFile(ctx, hereId)).toEqual({ file });
  expect(await getSavedFile(ctx, missingId)).toEqual({ file: null });
  expect(await findSavedFiles(ctx, send.id)).toBe("some");
  const { ctx: other } = await insertProject(app.ctx);
  expect(await getSavedFile(other, hereId)).toEqual({ file: null });
});

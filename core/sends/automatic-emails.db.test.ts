import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { connectSmtpServer, insertCode, insertLead, insertProject } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createSend, getQueuedDeliveryJobs } from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import type { Context } from "../context";
import { deleteLead } from "../leads/delete";
import { inviteLeads } from "../leads/invite";
import { getLead } from "../leads/record";
import { getOverview } from "../overview";
import { getWave } from "../waves/record";
import { createWave } from "../waves/waves";
import { listMessages, resendMessage, retryMessages } from "./automatic-emails";
import { getSend } from "./list";
import { queueAutomaticEmail } from "./queue-automatic-email";

const app = await createTestApp();
const createProject = async (): Promise<Context> => {
  const { ctx } = await insertProject(app.ctx);
  await connectSmtpServer(ctx);
  return ctx;
};
const setStatus = (ctx: Context, status: string) =>
  ctx.db.execute(sql`update deliveries set status = ${status}, attempts = 1, error = '550 no' where project_id = ${ctx.projectId}`);
const list = (ctx: Context, query: Parameters<typeof listMessages>[1] = {}) => collectAll(listMessages(ctx, query));
const attentionNames = async (ctx: Context) => (await getOverview(ctx)).attention.map(({ name, count }) => [name, count]);

/** Queues the automatic emails of leads on the waitlist, and returns the emails of the leads. */
async function queueMessages(ctx: Context, amount: number): Promise<string[]> {
  const emails: string[] = [];
  for (let i = 0; i < amount; i++) {
    const email = await insertLead(ctx, { onWaitlist: true });
    await queueAutomaticEmail(ctx, email, "joined");
    emails.push(email);
  }
  return emails;
}

describe("the list of automatic emails", () => {
  test("has those without a send and the invitations of waves, and filters them", async () => {
    const ctx = await createProject();
    const [joined = ""] = await queueMessages(ctx, 1);
    await createWave(ctx, { size: 1 });
    const code = await insertCode(ctx);
    await queueAutomaticEmail(ctx, joined, "claimed", { key: normalizeCode(code), text: code });
    // Sends by staff aren't automatic.
    await createSend(ctx, [joined]);
    await inviteLeads(ctx, { emails: [await insertLead(ctx)] });

    const messages = await list(ctx);
    expect(messages.map(({ kind }) => kind)).toEqual(["claimed", "invitation", "joined"]);
    expect(messages[0]).toMatchObject({ email: joined, code, send: null, status: "queued" });
    expect(messages[1]).toMatchObject({ email: joined, send: expect.any(String), code: expect.any(String) });
    expect((await list(ctx, { kind: "invitation" })).map(({ kind }) => kind)).toEqual(["invitation"]);
    expect((await list(ctx, { kind: "joined", email: joined })).map(({ kind }) => kind)).toEqual(["joined"]);
    expect(await list(ctx, { status: "failed" })).toEqual([]);
    expect(await list(ctx, { email: "other@example.org" })).toEqual([]);
  });
});

describe("the emails of a wave", () => {
  test("are those that it counts, also sent again by staff, and can be retried without others", async () => {
    const ctx = await createProject();
    const [first = "", second = "", other = ""] = await queueMessages(ctx, 3);
    const wave = await createWave(ctx, { size: 2 });
    await createWave(ctx, { size: 1 });
    const { invitation } = await getLead(ctx, first);
    // Staff send the code of one invitation again.
    await createSend(ctx, [first], invitation?.code);
    await setStatus(ctx, "failed");
    const emails = async (query: Parameters<typeof list>[1]) => (await list(ctx, query)).map(({ email }) => email).sort();
    expect(await emails({ wave: wave.id })).toEqual([first, first, second].sort());
    expect((await getWave(ctx, wave.id)).deliveries.failed).toBe(3);
    expect(await emails({ wave: wave.id, kind: "invitation", status: "failed" })).toHaveLength(3);
    expect(await emails({ wave: wave.id, email: other })).toEqual([]);
    expect(await emails({ wave: wave.id, kind: "joined" })).toEqual([]);
    expect(await emails({ wave: crypto.randomUUID() })).toEqual([]);
    const { requeued, skipped } = await retryMessages(ctx, { filter: { wave: wave.id } });
    expect([requeued + skipped, requeued > 1]).toEqual([3, true]);
    expect(await emails({ kind: "invitation", status: "failed" }), "other waves").toContain(other);
  });
});

describe("failed automatic emails", () => {
  test("need attention until they are retried, one or all", async () => {
    const ctx = await createProject();
    const [first = ""] = await queueMessages(ctx, 3);
    await createWave(ctx, { size: 1 });
    await setStatus(ctx, "failed");
    expect(await attentionNames(ctx)).toEqual(
      expect.arrayContaining([
        ["failed_deliveries", 1],
        // The email that the first one joined isn't needed since they were invited, but it still failed.
        ["failed_messages", 3],
      ]),
    );
    const messages = await list(ctx, { kind: "joined" });
    const second = messages.find(({ email }) => email !== first);
    expect(await retryMessages(ctx, { messages: [second?.id ?? ""] })).toEqual({ requeued: 1, skipped: 0 });
    expect(await getQueuedDeliveryJobs(ctx, second?.id)).toContainEqual(expect.objectContaining({ attempt: 2, firstAttempt: 2 }));
    expect(await retryMessages(ctx, {})).toEqual({ requeued: 2, skipped: 1 });
    expect((await list(ctx, { status: "failed" })).map(({ email, kind }) => [email, kind])).toEqual([[first, "joined"]]);
    expect(await retryMessages(ctx, { filter: { kind: "confirm" } })).toEqual({ requeued: 0, skipped: 0 });
  });
});

describe("resending an automatic email", () => {
  test("sends another one at once, even shortly after the first", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx);
    await ctx.db.execute(sql`update leads set status = 'unconfirmed' where project_id = ${ctx.projectId}`);
    await queueAutomaticEmail(ctx, email, "confirm");
    await queueAutomaticEmail(ctx, email, "confirm");
    expect(await list(ctx)).toHaveLength(1);
    expect(await resendMessage(ctx, { email, kind: "confirm" })).toMatchObject({ kind: "confirm", email, status: "queued", attempts: 0 });
    expect(await list(ctx)).toHaveLength(2);
    await ctx.db.execute(sql`update leads set status = 'active' where project_id = ${ctx.projectId}`);
    await expect(resendMessage(ctx, { email, kind: "confirm" })).rejects.toMatchObject({ errorName: "email_not_needed" });
  });

  test("sends the code of the last one, unless it was claimed or has expired", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx);
    const code = await insertCode(ctx, { allowedClaims: 3 });
    const resend = () => resendMessage(ctx, { email, kind: "confirm_claim" });
    await expect(resend(), "without a code").rejects.toMatchObject({ errorName: "email_not_needed" });
    await queueAutomaticEmail(ctx, email, "confirm_claim", { key: normalizeCode(code), text: code });
    expect(await resend()).toMatchObject({ code });
    await ctx.db.execute(sql`update codes set valid_until = now() - interval '1 second' where project_id = ${ctx.projectId}`);
    await expect(resend(), "expired").rejects.toMatchObject({ errorName: "email_not_needed" });
    await ctx.db.execute(sql`update codes set valid_until = null where project_id = ${ctx.projectId}`);
    await claimCode(ctx, { code: normalizeCode(code), email });
    await expect(resend(), "claimed").rejects.toMatchObject({ errorName: "email_not_needed" });
  });

  test("sends the code of the invitation or of the last claim, also to those who didn't get such an email before", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx);
    await expect(resendMessage(ctx, { email, kind: "reminder" })).rejects.toMatchObject({ errorName: "email_not_needed" });
    await inviteLeads(ctx, { emails: [email] });
    const reminder = await resendMessage(ctx, { email, kind: "reminder" });
    expect(reminder).toMatchObject({ kind: "reminder", code: expect.any(String) });
    await expect(resendMessage(ctx, { email, kind: "claimed" })).rejects.toMatchObject({ errorName: "email_not_needed" });
    await claimCode(ctx, { code: normalizeCode(reminder.code ?? ""), email });
    expect(await resendMessage(ctx, { email, kind: "claimed" })).toMatchObject({ code: reminder.code });
    await expect(resendMessage(ctx, { email, kind: "reminder" })).rejects.toMatchObject({ errorName: "email_not_needed" });
  });

  test("is refused for people who get no email", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx, { onWaitlist: true, suppressed: true });
    await expect(resendMessage(ctx, { email, kind: "joined" })).rejects.toMatchObject({ errorName: "lead_suppressed" });
    await expect(resendMessage(ctx, { email: "unknown@example.org", kind: "joined" })).rejects.toMatchObject({
      errorName: "lead_not_found",
    });
  });
});

test("the emails of deleted leads leave the totals of a send", async () => {
  const ctx = await createProject();
  const emails = [await insertLead(ctx), await insertLead(ctx), await insertLead(ctx)];
  const { id } = await createSend(ctx, emails);
  await deleteLead(ctx, emails[0] ?? "");
  expect(await getSend(ctx, id)).toMatchObject({ receivedLeads: 3, notifiedLeads: 3, deletedLeads: 1, deliveries: { queued: 2 } });
});

import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { newId } from "@/lib/ids";
import { getErrorName } from "@/tests/harness/errors";
import { insertCode, insertLead, insertLeads, insertProject, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { failCanceling } from "@/tests/harness/failures";
import { stopAtCheck } from "@/tests/harness/jobs";
import { collectAll } from "@/tests/harness/lists";
import { getDeliveriesByEmail, getDeliveryStatuses, getSendEvents, setDeliveryStatus } from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { getBatch } from "../batches/record";
import { deleteCode } from "../codes/delete";
import { formats } from "../codes/draw-code";
import { generateCodes } from "../codes/generate";
import { sendCode } from "../codes/send";
import { asVisitor, type Context } from "../context";
import { cancelJob, getJob } from "../jobs/jobs";
import { runJob } from "../jobs/run";
import { confirmEmailChange, getEmailChangeNotice, requestEmailChange } from "../leads/change-email";
import { deleteLead } from "../leads/delete";
import { inviteLeads } from "../leads/invite";
import { getLead } from "../leads/record";
import { updateLead } from "../leads/update";
import { addSuppression } from "../suppressions/add";
import { sendAnnouncement } from "./announce";
import { cancelNextPart, cancelSend, listSendsToCancel } from "./cancel";
import { takeDeliveries } from "./delivery-attempts";
import { getSend, listSends } from "./list";
import { previewSend } from "./preview";
import { retrySend } from "./resend";

const app = await createTestApp();
const secondDb = app.openSecondPool().ctx.db;

/** More leads than the first part of a job has. */
const amount = 450;
const firstPart = 200;
const maxImmediate = 100;
const texts = { subject: "News", body: "We open." };

const createProject = async (leads = amount): Promise<{ ctx: Context; emails: string[] }> => {
  const { ctx } = await insertProject(app.ctx);
  // In the order of their emails, because they have the same time.
  return { ctx, emails: leads === 0 ? [] : await insertLeads(ctx, leads) };
};
const createSignal = () => new AbortController().signal;
const run = (ctx: Context, id: string) => runJob(ctx, id, createSignal());
/** Runs only the first part of a job. */
const runFirstPart = async (ctx: Context, id: string): Promise<void> => {
  await expect(runJob(ctx, id, stopAtCheck(2))).rejects.toThrow("stopped");
  expect(await getJob(ctx, id)).toMatchObject({ status: "running", processed: firstPart });
};
const announce = (ctx: Context, filter = {}) => sendAnnouncement(ctx, { ...texts, filter }, maxImmediate);
const listRecipients = async (ctx: Context, id: string) => Object.keys(await getDeliveryStatuses(ctx, id)).sort();
/** The leads to whom the first part hasn't queued an email. */
const listWaiting = async (ctx: Context, id: string, emails: readonly string[]) => {
  const queued = new Set(await listRecipients(ctx, id));
  return emails.filter((email) => !queued.has(email));
};

describe("a send to more leads than one request queues", () => {
  test("is recorded at once, and queued by the worker with progress", async () => {
    const { ctx, emails } = await createProject();
    const { sendId, ...reply } = await announce(ctx);
    expect(reply).toEqual({ receivedLeads: amount, notifiedLeads: 0, skipped: [], job: sendId });
    expect(await getSend(ctx, sendId)).toMatchObject({
      receivedLeads: amount,
      notifiedLeads: 0,
      skippedLeads: [],
      deletedLeads: 0,
      completed: false,
      queueing: { job: sendId, status: "queued", total: amount, processed: 0, error: null },
    });
    expect(await getSendEvents(ctx, sendId, "announcement.sent")).toMatchObject([{ data: { received: amount } }]);
    await runFirstPart(ctx, sendId);
    expect(await getSend(ctx, sendId)).toMatchObject({ notifiedLeads: firstPart, queueing: { status: "running", processed: firstPart } });
    await run(ctx, sendId);
    expect(await listRecipients(ctx, sendId)).toEqual([...emails].sort());
    expect(await getSend(ctx, sendId)).toMatchObject({
      receivedLeads: amount,
      notifiedLeads: amount,
      skippedLeads: [],
      completed: false,
      deliveries: { queued: amount },
      queueing: { status: "completed", processed: amount },
    });
    // Every email has exactly one job.
    const jobs = await queryRows<{ id: string }>(
      ctx.db,
      sql`select jsonb_array_elements_text(data -> 'deliveryIds') as id from pgboss.job where name = 'deliveries' and (data ->> 'projectId')::int = ${ctx.projectId}`,
    );
    expect(jobs).toHaveLength(amount);
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(amount);
  });

  test("is listed as not completed while it's queued", async () => {
    const { ctx } = await createProject();
    const { sendId } = await announce(ctx);
    const list = async (completed: boolean) => (await collectAll(listSends(ctx, { completed }))).map(({ id }) => id);
    expect([await list(false), await list(true)]).toEqual([[sendId], []]);
    await run(ctx, sendId);
    await cancelSend(ctx, sendId);
    expect([await list(false), await list(true)]).toEqual([[], [sendId]]);
  });

  test("goes to those who match when it's created, not to those who join while it's queued", async () => {
    const { ctx } = await createProject(0);
    const waiting = await insertLeads(ctx, amount, { onWaitlist: true, createdAt: secondsFromNow(-60) });
    const notWaiting = await insertLead(ctx, { createdAt: secondsFromNow(-30) });
    const { sendId } = await announce(ctx, { waitlist: true });
    await runFirstPart(ctx, sendId);
    await updateLead(ctx, notWaiting, { waitlist: true });
    await insertLead(ctx, { onWaitlist: true });
    // An import can give new leads an earlier date.
    const [imported, importId] = [await insertLead(ctx, { onWaitlist: true, source: "import", createdAt: secondsFromNow(-20) }), newId()];
    await ctx.db.execute(
      sql`insert into imports (project_id, id, file_name, format, columns, row_count, actor_kind, started_at) values (${ctx.projectId}, ${importId}, 'a.csv', 'csv', '[]', 1, 'system', now())`,
    );
    await ctx.db.execute(
      sql`insert into import_rows (project_id, import_id, row, cells, email, result) values (${ctx.projectId}, ${importId}, 1, '[]', ${imported}, 'created')`,
    );
    await run(ctx, sendId);
    expect(await listRecipients(ctx, sendId)).toEqual([...waiting].sort());
    expect(await getSend(ctx, sendId)).toMatchObject({ receivedLeads: amount, notifiedLeads: amount, skippedLeads: [] });
  });

  test("skips and counts those who unsubscribe, are held or are deleted before it's their turn, and reaches those whose email changes", async () => {
    const { ctx, emails } = await createProject();
    const suppressedBefore = await insertLead(ctx, { suppressed: true });
    const unconfirmed = await insertLead(ctx, { status: "unconfirmed" });
    const { sendId } = await announce(ctx);
    await runFirstPart(ctx, sendId);
    const [unsubscribed = "", held = "", deleted = "", changed = "", ...others] = await listWaiting(ctx, sendId, emails);
    await addSuppression(ctx, { email: unsubscribed });
    await ctx.db.execute(
      sql`update leads set status = 'held', held_reason = 'blocked' where project_id = ${ctx.projectId} and email = ${held}`,
    );
    await deleteLead(ctx, deleted);
    // One who got the email already, and one who comes later: to the other end of the alphabet.
    const [first = ""] = await listRecipients(ctx, sendId);
    const newEmails = [await changeEmail(ctx, first, `zz-${uniqueEmail()}`), await changeEmail(ctx, changed, `a-${uniqueEmail()}`)];
    await run(ctx, sendId);
    const expected = [...emails.filter((email) => ![unsubscribed, held, deleted, changed, first].includes(email)), ...newEmails];
    expect(others.length).toBeGreaterThan(0);
    expect(await listRecipients(ctx, sendId)).toEqual(expected.sort());
    expect(await getSend(ctx, sendId)).toMatchObject({
      receivedLeads: amount + 2,
      notifiedLeads: amount - 3,
      deletedLeads: 0,
      skippedLeads: [
        { reason: "held", count: 1 },
        { reason: "suppressed", count: 2 },
        { reason: "no_match", count: 1 },
        { reason: "unconfirmed", count: 1 },
      ],
      queueing: { processed: amount + 1, changed: amount - 3 },
    });
    expect(await listRecipients(ctx, sendId)).not.toContain(suppressedBefore);
    expect(await listRecipients(ctx, sendId)).not.toContain(unconfirmed);
  });

  test("queues each email once with two workers at the same time, and after one was stopped between parts", async () => {
    const { ctx, emails } = await createProject();
    const { sendId } = await announce(ctx);
    const second = { ...ctx, db: secondDb };
    await runFirstPart(ctx, sendId);
    await Promise.all([run(ctx, sendId), run(second, sendId), run(second, sendId)]);
    await run(ctx, sendId);
    expect(await listRecipients(ctx, sendId)).toEqual([...emails].sort());
    expect(await getSend(ctx, sendId)).toMatchObject({ notifiedLeads: amount, queueing: { status: "completed", processed: amount } });
  });

  test("is queued for its time if it's scheduled", async () => {
    const { ctx } = await createProject();
    const scheduledAt = secondsFromNow(3600);
    const { sendId } = await sendAnnouncement(ctx, { ...texts, filter: {}, scheduledAt }, maxImmediate);
    await run(ctx, sendId);
    const [jobs] = await queryRows<{ total: number; first: number }>(
      ctx.db,
      sql`select count(*)::int as total, extract(epoch from min(start_after) - now())::int as first
        from pgboss.job where name = 'deliveries' and (data ->> 'projectId')::int = ${ctx.projectId}`,
    );
    expect(jobs).toEqual({ total: 9, first: expect.closeTo(3600, -1.5) });
  });
});

describe("stopping a large send", () => {
  test.each([
    ["the send", cancelSend],
    ["its job", cancelJob],
  ])("through %s ends queueing, and cancels what isn't sent", async (_, stop) => {
    const { ctx } = await createProject();
    const { sendId } = await announce(ctx);
    await runFirstPart(ctx, sendId);
    await stop(ctx, sendId);
    await run(ctx, sendId);
    expect(await getJob(ctx, sendId)).toMatchObject({ status: "canceled", processed: firstPart });
    expect(await getSend(ctx, sendId)).toMatchObject({
      receivedLeads: amount,
      notifiedLeads: firstPart,
      completed: true,
      deliveries: { queued: 0, canceled: firstPart },
      queueing: { status: "canceled" },
    });
    expect(await getSendEvents(ctx, sendId, "send.canceled")).toMatchObject([{ data: { deliveries: firstPart } }]);
  });

  test.each([
    ["the send", cancelSend],
    ["its job", cancelJob],
  ])("through %s before the first part queues nothing", async (_, stop) => {
    const { ctx } = await createProject();
    const { sendId } = await announce(ctx);
    await stop(ctx, sendId);
    expect(await getSend(ctx, sendId)).toMatchObject({ completed: true, notifiedLeads: 0, queueing: { status: "canceled" } });
    await run(ctx, sendId);
    expect(await listRecipients(ctx, sendId)).toEqual([]);
    expect(await getSendEvents(ctx, sendId, "send.canceled")).toHaveLength(1);
  });

  test.each([
    ["the send", cancelSend],
    ["its job", cancelJob],
  ])("through %s sends nothing more if canceling the emails fails, and continues when it's repeated", async (_, stop) => {
    const { ctx } = await createProject();
    const { sendId } = await announce(ctx);
    await runFirstPart(ctx, sendId);
    const deliveryIds = [...(await getDeliveriesByEmail(ctx, sendId)).values()].map(({ id }) => id);
    const repair = await failCanceling(ctx, sendId);
    await expect(stop(ctx, sendId)).rejects.toThrow();
    await expect(stop(ctx, sendId)).rejects.toThrow();
    await run(ctx, sendId);
    expect(await takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds })).toEqual([]);
    expect(await getSend(ctx, sendId)).toMatchObject({ notifiedLeads: firstPart, completed: false, queueing: { status: "canceled" } });
    await repair();
    await stop(ctx, sendId);
    expect(await getSend(ctx, sendId)).toMatchObject({ completed: true, deliveries: { queued: 0, canceled: firstPart } });
    await stop(ctx, sendId);
    expect(await getSendEvents(ctx, sendId, "send.canceled")).toMatchObject([{ data: { deliveries: firstPart } }]);
  });

  test("is completed by the worker if it was interrupted, in the name of the person who stopped it", async () => {
    const { ctx } = await createProject();
    const { sendId } = await announce(ctx);
    await runFirstPart(ctx, sendId);
    const repair = await failCanceling(ctx, sendId);
    await expect(cancelSend({ ...ctx, actor: { kind: "secret_key", id: "key" } }, sendId)).rejects.toThrow();
    await repair();
    expect(await listSendsToCancel(ctx.db)).toContainEqual({ project_id: ctx.projectId, id: sendId });
    expect(await cancelNextPart(ctx, sendId, 150)).toBe(false);
    expect(await cancelNextPart(ctx, sendId, 150)).toBe(true);
    expect(await getSend(ctx, sendId)).toMatchObject({ completed: true, deliveries: { canceled: firstPart } });
    expect(
      await queryRows(ctx.db, sql`select actor_kind, data from events where project_id = ${ctx.projectId} and kind = 'send.canceled'`),
    ).toEqual([{ actor_kind: "secret_key", data: { send: sendId, deliveries: firstPart } }]);
    expect(await listSendsToCancel(ctx.db)).not.toContainEqual({ project_id: ctx.projectId, id: sendId });
  });

  test("is completed before failed emails are retried", async () => {
    const { ctx } = await createProject(3);
    const { sendId } = await sendAnnouncement(ctx, { ...texts, filter: {} });
    const [failed = ""] = await listRecipients(ctx, sendId);
    await setDeliveryStatus(ctx, sendId, "failed", [failed]);
    const repair = await failCanceling(ctx, sendId);
    await expect(cancelSend(ctx, sendId)).rejects.toThrow();
    await repair();
    expect(await retrySend(ctx, sendId, {})).toMatchObject({ requeued: 1, deliveries: { queued: 1, canceled: 2 } });
  });

  test("waits for the part in progress, with workers that continue", async () => {
    const { ctx } = await createProject();
    const { sendId } = await announce(ctx);
    const running = run({ ...ctx, db: secondDb }, sendId);
    const [, canceled] = await Promise.all([running, cancelSend(ctx, sendId)]);
    const { notifiedLeads, deliveries } = await getSend(ctx, sendId);
    expect(canceled.completed).toBe(true);
    expect(deliveries).toMatchObject({ queued: 0, canceled: notifiedLeads });
  });

  test("cancels many emails in parts", async () => {
    const { ctx, emails } = await createProject(25);
    const { sendId } = await sendAnnouncement(ctx, { ...texts, emails });
    expect(await cancelSend(ctx, sendId, null, 10)).toMatchObject({ deliveries: { canceled: 25 }, completed: true });
    expect(await getSendEvents(ctx, sendId, "send.canceled")).toMatchObject([{ data: { deliveries: 25 } }]);
  });
});

describe("a large send of a code", () => {
  test("skips those who claimed it, and has the code in each email", async () => {
    const { ctx, emails } = await createProject();
    const code = await insertCode(ctx, { allowedClaims: 5, claimedBy: [emails[3] ?? ""] });
    const { sendId } = await sendCode(ctx, { code: normalizeCode(code), filter: {} }, maxImmediate);
    await run(ctx, sendId);
    expect(await getSend(ctx, sendId)).toMatchObject({
      notifiedLeads: amount - 1,
      skippedLeads: [{ reason: "already_claimed", count: 1 }],
    });
    expect(
      await queryRows(ctx.db, sql`select code_text, count(*)::int as emails from deliveries where send_id = ${sendId} group by code_text`),
    ).toEqual([{ code_text: code, emails: amount - 1 }]);
  });

  test("ends with an error if the code is deleted", async () => {
    const { ctx } = await createProject();
    const code = normalizeCode(await insertCode(ctx, { allowedClaims: 5 }));
    const { sendId } = await sendCode(ctx, { code, filter: {} }, maxImmediate);
    await runFirstPart(ctx, sendId);
    await deleteCode(ctx, code);
    await runBackgroundJob(ctx, sendId, createSignal());
    expect(await getSend(ctx, sendId)).toMatchObject({
      completed: true,
      deliveries: { queued: 0, canceled: firstPart },
      queueing: { status: "failed", error: { error: "code_not_found" } },
    });
  });
});

describe("a large invitation", () => {
  const numericCodes = formats.numeric.size;
  afterEach(() => {
    formats.numeric.size = numericCodes;
  });

  test("reserves a code of one batch for each lead", async () => {
    const { ctx, emails } = await createProject();
    const suppressed = await insertLead(ctx, { suppressed: true });
    const { sendId, batch } = await inviteLeads(ctx, { filter: {}, allowedClaims: 2, name: "Everyone" }, maxImmediate);
    expect(batch).toMatchObject({ name: "Everyone" });
    await runFirstPart(ctx, sendId);
    await run(ctx, sendId);
    expect(await getBatch(ctx, batch?.id ?? "")).toMatchObject({ amount, codeCount: amount, totalAllowedClaims: 2 * amount });
    const codes = await queryRows<{ reserved_for: string }>(
      ctx.db,
      sql`select c.reserved_for from codes c join deliveries d on d.project_id = c.project_id and d.code_key = c.key and d.email = c.reserved_for and d.send_id = ${sendId}
        join lead_invitations i on i.project_id = c.project_id and i.code_key = c.key and i.email = c.reserved_for
        where c.project_id = ${ctx.projectId} and c.batch_id = ${batch?.id} order by c.batch_index`,
    );
    expect(codes.map(({ reserved_for: email }) => email).sort()).toEqual([...emails].sort());
    expect((await getLead(ctx, suppressed)).invitation).toBeNull();
    expect(await getSend(ctx, sendId)).toMatchObject({ batch, skippedLeads: [{ reason: "suppressed", count: 1 }] });
    expect(await queryRows(ctx.db, sql`select data from events where project_id = ${ctx.projectId} and kind = 'codes.generated'`)).toEqual([
      { data: { batch: batch?.id, amount, type: "creative" } },
    ]);
  });

  test("is refused if there aren't enough codes, counting only those who get one", async () => {
    const { ctx } = await createProject();
    await insertLeads(ctx, 50, { status: "held" });
    formats.numeric.size = amount - 1;
    expect(await getErrorName(inviteLeads(ctx, { filter: {}, type: "numeric" }, maxImmediate))).toBe("code_space_exhausted");
    formats.numeric.size = amount;
    const { sendId } = await inviteLeads(ctx, { filter: {}, type: "numeric" }, maxImmediate);
    await run(ctx, sendId);
    expect(await getSend(ctx, sendId)).toMatchObject({ notifiedLeads: amount, queueing: { status: "completed" } });
  });

  test("stops with an error if the codes run out, and those who were invited stay invited", async () => {
    const { ctx } = await createProject();
    formats.numeric.size = amount + 10;
    const { sendId } = await inviteLeads(ctx, { filter: {}, type: "numeric" }, maxImmediate);
    await runFirstPart(ctx, sendId);
    await collectAll(generateCodes(ctx, { amount: 100, type: "numeric" }));
    await runBackgroundJob(ctx, sendId, createSignal());
    expect(await getSend(ctx, sendId)).toMatchObject({
      notifiedLeads: firstPart,
      completed: false,
      deliveries: { queued: firstPart },
      queueing: {
        status: "failed",
        error: { error: "code_space_exhausted", message: expect.stringContaining("160 codes of this type are left") },
      },
    });
    const events = await queryRows(
      ctx.db,
      sql`select data ->> 'amount' as amount from events where project_id = ${ctx.projectId} and kind = 'codes.generated' order by id`,
    );
    expect(events).toEqual([{ amount: "100" }, { amount: String(firstPart) }]);
  });

  test("returns people to the waitlist when it's stopped", async () => {
    const { ctx } = await createProject(0);
    await insertLeads(ctx, amount, { onWaitlist: true });
    const { sendId } = await inviteLeads(ctx, { filter: { waitlist: true } }, maxImmediate);
    await runFirstPart(ctx, sendId);
    const countWaiting = async () =>
      queryRows(ctx.db, sql`select count(*)::int as waiting from leads where project_id = ${ctx.projectId} and on_waitlist`);
    expect(await countWaiting()).toEqual([{ waiting: amount - firstPart }]);
    await cancelSend(ctx, sendId);
    expect(await countWaiting()).toEqual([{ waiting: amount }]);
  });
});

describe("the preview of a large send", () => {
  test("counts the same as that of a small one", async () => {
    const { ctx, emails } = await createProject();
    const code = normalizeCode(await insertCode(ctx, { allowedClaims: 9, claimedBy: [emails[0] ?? ""] }));
    for (const status of ["held", "unconfirmed"] as const) await insertLeads(ctx, 3, { status });
    for (const reason of ["bounced", "unsubscribed"] as const)
      await ctx.db.execute(
        sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${await insertLead(ctx)}, ${reason})`,
      );
    await inviteLeads(ctx, { emails: emails.slice(5, 9) });
    await insertCode(ctx, { allowedClaims: 9, claimedBy: emails.slice(20, 22) });
    const inputs = [
      { code, filter: {} },
      { code, filter: {}, skip: ["claimed_another_code", "invited"] as const },
      { announcement: true as const, filter: { q: "lead" } },
      { personal: {}, filter: {}, skip: ["unconfirmed"] as const },
      { personal: {}, filter: { claimed: false } },
    ];
    for (const { skip, ...input } of inputs) {
      const request = { ...input, skip: skip && [...skip] };
      const small = await previewSend(ctx, request);
      expect(small.groups.length + small.skipped.length).toBeGreaterThan(3);
      expect(await previewSend(ctx, request, maxImmediate)).toEqual(small);
    }
  });
});

/** Changes the email of a lead with the link from the confirmation. */
async function changeEmail(ctx: Context, email: string, newEmail: string): Promise<string> {
  await requestEmailChange(ctx, { email, newEmail });
  const [change] = await queryRows<{ id: string }>(ctx.db, sql`select id from email_changes where new_email = ${newEmail}`);
  const notice = await getEmailChangeNotice(ctx, change?.id ?? "");
  await confirmEmailChange(asVisitor(ctx), new URL(notice?.link ?? "").searchParams.get("token") ?? "");
  return newEmail;
}

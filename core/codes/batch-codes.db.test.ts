import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertBatch, insertCode, insertLead, insertLeads, insertProject, insertWaitlist, secondsFromNow } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { deleteBatch } from "../batches/delete";
import { updateBatch } from "../batches/update";
import { restoreFromBin } from "../bin/restore";
import { type Context, inTransaction } from "../context";
import { listEvents } from "../events/list";
import { getJob } from "../jobs/jobs";
import { bulkUpdateLeads } from "../leads/bulk-actions";
import { deleteLead } from "../leads/delete";
import { declineWithoutToken } from "../leads/invitations";
import { inviteLeads } from "../leads/invite";
import { getLead } from "../leads/record";
import { cancelSend } from "../sends/cancel";
import { listSendDeliveries } from "../sends/deliveries";
import { getSend } from "../sends/list";
import { previewSend } from "../sends/preview";
import { resendUndelivered } from "../sends/resend";
import { suppressLeads } from "../suppressions/bounces";
import { previewWave } from "../waves/preview";
import { getWave } from "../waves/record";
import { runDueWaves } from "../waves/run";
import { createWave } from "../waves/waves";
import { claimCode } from "./claim";
import { sendCode } from "./send";
import { updateCode } from "./update";

const app = await createTestApp();

/** A project with a batch of `amount` codes. */
async function createCodes(amount: number): Promise<{ ctx: Context; batch: string; codes: string[] }> {
  const { ctx } = await insertProject(app.ctx);
  const batch = await insertBatch(ctx, { name: "Partner codes" });
  const codes: string[] = [];
  for (let index = 0; index < amount; index++) codes.push(await insertCode(ctx, { batch }));
  return { ctx, batch, codes };
}

const listGiven = async ({ db, projectId }: Context) =>
  queryRows<{ email: string; text: string }>(
    db,
    sql`select reserved_for as email, text from codes where project_id = ${projectId} and reserved_for is not null order by batch_index`,
  );
const listReturns = async (ctx: Context) =>
  (await collectAll(listEvents(ctx, { kind: ["code.returned"] }))).map(({ code, email, data }) => [code, email, data.reason]);
const countLeft = async (ctx: Context, batch: string) => (await previewSend(ctx, { batch, emails: [await insertLead(ctx)] })).batch?.left;
const makeDue = ({ db, projectId }: Context) =>
  db.execute(sql`update waves set scheduled_at = now() - interval '1 second' where project_id = ${projectId}`);

describe("a send from a batch", () => {
  test("gives each lead one code of the batch, in order, and records it with the send", async () => {
    const { ctx, batch, codes } = await createCodes(3);
    const emails = await insertLeads(ctx, 2);
    const reply = await inviteLeads(ctx, { emails, batch });
    expect(reply).toMatchObject({ notifiedLeads: 2, skipped: [], batch: { id: batch, name: "Partner codes" } });
    expect(await listGiven(ctx)).toEqual(emails.map((email, index) => ({ email, text: codes[index] })));
    const deliveries = await collectAll(listSendDeliveries(ctx, reply.sendId, {}));
    expect(new Map(deliveries.map(({ email, code }) => [email, code]))).toEqual(
      new Map(emails.map((email, index) => [email, codes[index]])),
    );
    expect(await getSend(ctx, reply.sendId)).toMatchObject({ kind: "invitation", batch: { id: batch }, notifiedLeads: 2 });
    expect(await getLead(ctx, emails[0] ?? "")).toMatchObject({ invitation: { code: codes[0] } });
  });

  test("lists those for whom no code is left, and the preview says how many", async () => {
    const { ctx, batch, codes } = await createCodes(20);
    await inviteLeads(ctx, { emails: await insertLeads(ctx, 2), batch });
    const emails = await insertLeads(ctx, 23);
    const preview = await previewSend(ctx, { batch, emails });
    expect(preview).toMatchObject({
      receivedLeads: 23,
      notifiedLeads: 18,
      skipped: [{ reason: "no_code_left", count: 5, sample: emails.slice(18) }],
      error: null,
      batch: { id: batch, name: "Partner codes", codes: 20, left: 18, paused: false, withoutCode: 5 },
    });
    const reply = await inviteLeads(ctx, { emails, batch });
    expect(reply).toMatchObject({ receivedLeads: 23, notifiedLeads: 18 });
    expect(reply.skipped).toEqual(emails.slice(18).map((email) => ({ email, reason: "no_code_left" })));
    expect(await getSend(ctx, reply.sendId)).toMatchObject({ skippedLeads: [{ reason: "no_code_left", count: 5 }] });
    expect((await listGiven(ctx)).map(({ text }) => text)).toEqual(codes);
    expect(await inviteLeads(ctx, { emails: emails.slice(22), batch })).toMatchObject({ notifiedLeads: 0, batch: null });
  });

  test("leaves out codes that are paused, expired, exhausted, reserved, claimed, or were sent before, and takes scheduled ones", async () => {
    const { ctx, batch } = await createCodes(0);
    const add = (options: Parameters<typeof insertCode>[1] = {}) => insertCode(ctx, { batch, ...options });
    const [ada, grace] = await insertLeads(ctx, 2);
    await add({ paused: true });
    await add({ validUntil: secondsFromNow(-60) });
    await add({ claimedBy: [await insertLead(ctx)] });
    await add({ allowedClaims: 5, claimedBy: [await insertLead(ctx)] });
    await add({ reservedFor: grace });
    const sent = await add({ allowedClaims: 5 });
    await sendCode(ctx, { code: normalizeCode(sent), emails: [grace ?? ""] });
    const handed = await add();
    const removed = await insertLead(ctx);
    await claimCode(ctx, { code: normalizeCode(handed), email: removed });
    await deleteLead(ctx, removed);
    const scheduled = await add({ validFrom: secondsFromNow(3600) });
    const emails = await insertLeads(ctx, 3);
    expect(await inviteLeads(ctx, { emails: [ada ?? "", ...emails], batch })).toMatchObject({ notifiedLeads: 1 });
    expect((await listGiven(ctx)).find(({ email }) => email === ada)).toEqual({ email: ada, text: scheduled });
    // Without its reservation, a code that was handed out isn't free.
    await updateCode(ctx, normalizeCode(scheduled), { reservedFor: null });
    expect(await countLeft(ctx, batch)).toBe(0);
  });

  test("gives no codes while the batch is paused", async () => {
    const { ctx, batch } = await createCodes(2);
    await updateBatch(ctx, batch, { paused: true });
    expect(await inviteLeads(ctx, { emails: [await insertLead(ctx)], batch })).toMatchObject({ skipped: [{ reason: "no_code_left" }] });
    await updateBatch(ctx, batch, { paused: false });
    expect(await countLeft(ctx, batch)).toBe(2);
  });

  test("takes no code for those who get no email, and refuses an unknown batch", async () => {
    const { ctx, batch } = await createCodes(2);
    const emails = [await insertLead(ctx, { suppressed: true }), await insertLead(ctx)];
    expect(await inviteLeads(ctx, { emails, batch })).toMatchObject({ notifiedLeads: 1, skipped: [{ reason: "suppressed" }] });
    expect(await countLeft(ctx, batch)).toBe(1);
    const unknown = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";
    expect(await getErrorName(inviteLeads(ctx, { emails, batch: unknown }))).toBe("batch_not_found");
    expect(await previewSend(ctx, { emails, batch: unknown })).toMatchObject({ error: { error: "batch_not_found" }, batch: null });
  });

  test("is queued in parts for many leads, and ends if its batch is deleted", async () => {
    const { ctx, batch } = await createCodes(30);
    await insertLeads(ctx, 40);
    const { sendId, job } = await inviteLeads(ctx, { filter: { all: true }, batch }, 10);
    await runBackgroundJob(ctx, job ?? "", new AbortController().signal);
    expect(await getSend(ctx, sendId)).toMatchObject({ notifiedLeads: 30, skippedLeads: [{ reason: "no_code_left", count: 10 }] });
    expect(await collectAll(listEvents(ctx, { kind: ["codes.generated"] }))).toEqual([]);
    const { ctx: other, batch: deleted } = await createCodes(3);
    await insertLeads(other, 3);
    const large = await inviteLeads(other, { filter: { all: true }, batch: deleted }, 2);
    await deleteBatch(other, deleted);
    await runBackgroundJob(other, large.job ?? "", new AbortController().signal);
    expect(await getJob(other, large.job ?? "")).toMatchObject({ status: "failed", error: { error: "batch_not_found" } });
  });
});

describe("an unclaimed code goes back to its batch", () => {
  test("if the lead declines", async () => {
    const { ctx, batch, codes } = await createCodes(1);
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    await inviteLeads(ctx, { emails: [ada], batch });
    await declineWithoutToken(ctx, { code: normalizeCode(codes[0] ?? ""), email: ada });
    expect(await listReturns(ctx)).toEqual([[codes[0], ada, "declined"]]);
    expect(await inviteLeads(ctx, { emails: [grace], batch })).toMatchObject({ notifiedLeads: 1 });
    expect(await getLead(ctx, ada)).toMatchObject({ waitlistStatus: "declined" });
    expect(await getLead(ctx, grace)).toMatchObject({ invitation: { code: codes[0] } });
    expect(await getErrorName(claimCode(ctx, { code: normalizeCode(codes[0] ?? ""), email: ada }))).toBe("code_reserved");
    expect(await claimCode(ctx, { code: normalizeCode(codes[0] ?? ""), email: grace })).toMatchObject({ code: codes[0] });
  });

  test("if the lead is deleted, and they get it again if they are restored and no one else has it", async () => {
    const { ctx, batch, codes } = await createCodes(2);
    const [ada = "", grace = "", alan = ""] = await insertLeads(ctx, 3);
    await inviteLeads(ctx, { emails: [ada, grace], batch });
    await ctx.db.execute(sql`update deliveries set status = 'sent' where project_id = ${ctx.projectId}`);
    const { id: deletion } = await bulkUpdateLeads(ctx, { action: "delete", emails: [ada, grace], bin: true });
    expect(await listReturns(ctx)).toEqual(expect.arrayContaining(codes.map((code) => [code, null, "lead_deleted"])));
    await inviteLeads(ctx, { emails: [alan], batch });
    await restoreFromBin(ctx, { deletion });
    expect(await listGiven(ctx)).toEqual([
      { email: alan, text: codes[0] },
      { email: grace, text: codes[1] },
    ]);
    expect(await countLeft(ctx, batch)).toBe(0);
    expect((await getLead(ctx, ada)).waitlistStatus).toBe("expired");
    await deleteLead(ctx, alan);
    expect(await countLeft(ctx, batch)).toBe(1);
  });

  test("but not if it was claimed", async () => {
    const { ctx, batch, codes } = await createCodes(1);
    const ada = await insertLead(ctx);
    await inviteLeads(ctx, { emails: [ada], batch });
    await claimCode(ctx, { code: normalizeCode(codes[0] ?? ""), email: ada });
    await deleteLead(ctx, ada);
    expect([await countLeft(ctx, batch), await listReturns(ctx)]).toEqual([0, []]);
  });

  test("if the send is canceled, and resending it doesn't send the code", async () => {
    const { ctx, batch, codes } = await createCodes(2);
    const emails = await insertLeads(ctx, 2);
    const { sendId } = await inviteLeads(ctx, { emails, batch });
    await cancelSend(ctx, sendId);
    expect(await countLeft(ctx, batch)).toBe(2);
    expect(await listReturns(ctx)).toEqual(expect.arrayContaining([[codes[0], emails[0], "canceled"]]));
    await inviteLeads(ctx, { emails: [await insertLead(ctx)], batch });
    expect(await resendUndelivered(ctx, sendId)).toMatchObject({ notifiedLeads: 0 });
    expect(await inviteLeads(ctx, { emails, batch })).toMatchObject({ notifiedLeads: 1 });
  });

  test("if the email bounces, or the lead returns to the waitlist", async () => {
    const { ctx, batch, codes } = await createCodes(2);
    const [ada = "", grace = ""] = await insertWaitlist(ctx, 2);
    await createWave(ctx, { size: 2, batch });
    await inTransaction(ctx, (inner) => suppressLeads(inner, [ada], "bounced"));
    await bulkUpdateLeads(ctx, { action: "return_to_waitlist", emails: [grace] });
    expect(await listReturns(ctx)).toEqual(
      expect.arrayContaining([
        [codes[0], ada, "bounced"],
        [codes[1], grace, "invitation_ended"],
      ]),
    );
    expect(await countLeft(ctx, batch)).toBe(2);
    expect(await createWave(ctx, { size: 2, batch })).toMatchObject({ invited: 1 });
    expect(await getLead(ctx, grace)).toMatchObject({ invitation: { code: codes[0] } });
  });
});

describe("a wave from a batch", () => {
  test("invites as many as there are codes, and the others stay in line", async () => {
    const { ctx, batch, codes } = await createCodes(3);
    const emails = await insertWaitlist(ctx, 5);
    expect(await previewWave(ctx, { size: 5, batch })).toMatchObject({
      matching: 5,
      invited: 3,
      skipped: [{ reason: "no_code_left", count: 2 }],
      batch: { codes: 3, left: 3, withoutCode: 2 },
    });
    const wave = await createWave(ctx, { size: 5, batch });
    expect(wave).toMatchObject({ invited: 3, batch: { id: batch, name: "Partner codes" } });
    expect(await listGiven(ctx)).toEqual(emails.slice(0, 3).map((email, index) => ({ email, text: codes[index] })));
    expect((await getLead(ctx, emails[3] ?? "")).onWaitlist).toBe(true);
    expect(await previewWave(ctx, { size: 5, batch })).toMatchObject({ invited: 0, skipped: [{ reason: "no_code_left", count: 2 }] });
    expect(await getErrorName(createWave(ctx, { size: 1, batch }))).toBe("no_one_to_invite");
  });

  test("passes on places with the codes of those who declined", async () => {
    const { ctx, batch, codes } = await createCodes(1);
    const [ada = "", grace = ""] = await insertWaitlist(ctx, 2);
    const { id } = await createWave(ctx, { size: 1, batch, passOn: true });
    await declineWithoutToken(ctx, { code: normalizeCode(codes[0] ?? ""), email: ada });
    await runDueWaves(ctx);
    expect(await listGiven(ctx)).toEqual([{ email: grace, text: codes[0] }]);
    expect(await getWave(ctx, id)).toMatchObject({ invited: 2, declined: 1, passedOn: 1 });
    await runDueWaves(ctx);
    expect(await getWave(ctx, id)).toMatchObject({ invited: 2, passedOn: 1 });
  });

  test("that is due when no code is left is canceled with the reason, and isn't sent to no one", async () => {
    const { ctx, batch } = await createCodes(1);
    const [ada = "", ...waiting] = await insertWaitlist(ctx, 3);
    const { id } = await createWave(ctx, { size: 2, batch, scheduledAt: secondsFromNow(3600) });
    await inviteLeads(ctx, { emails: [ada], batch });
    await makeDue(ctx);
    await runDueWaves(ctx);
    expect(await getWave(ctx, id)).toMatchObject({ status: "canceled", stopReason: "no_code_left", invited: 0 });
    expect((await getLead(ctx, waiting[0] ?? "")).onWaitlist).toBe(true);
    const events = await collectAll(listEvents(ctx, { kind: ["wave.canceled"] }));
    expect(events).toMatchObject([{ data: { wave: id, reason: "no_code_left" } }]);
  });

  test("that is paused says so in the previews", async () => {
    const { ctx, batch } = await createCodes(3);
    await updateBatch(ctx, batch, { paused: true });
    await insertWaitlist(ctx, 1);
    expect(await previewWave(ctx, { size: 1, batch })).toMatchObject({ batch: { codes: 3, left: 0, paused: true } });
    expect(await previewSend(ctx, { batch, emails: await insertLeads(ctx, 1) })).toMatchObject({
      notifiedLeads: 0,
      batch: { paused: true },
    });
  });

  test("that is recurring waits until there are codes again", async () => {
    const { ctx, batch, codes } = await createCodes(1);
    const [ada = "", grace = ""] = await insertWaitlist(ctx, 3);
    const { id } = await createWave(ctx, { size: 2, batch, repeat: { time: "09:00", total: 10 } });
    const runNow = async () => {
      await makeDue(ctx);
      await runDueWaves(ctx);
    };
    await runNow();
    expect(await getWave(ctx, id)).toMatchObject({ status: "recurring", invited: 1, repeat: { remaining: 9 } });
    await runNow();
    expect(await getWave(ctx, id)).toMatchObject({ status: "recurring", invited: 1 });
    await declineWithoutToken(ctx, { code: normalizeCode(codes[0] ?? ""), email: ada });
    await runNow();
    expect(await listGiven(ctx)).toEqual([{ email: grace, text: codes[0] }]);
  });

  test("that is large invites in parts", async () => {
    const { ctx, batch } = await createCodes(25);
    const emails = await insertWaitlist(ctx, 40);
    const { id, inviting } = await createWave(ctx, { size: 40, batch }, 10);
    await runBackgroundJob(ctx, inviting?.job ?? "", new AbortController().signal);
    expect(await getWave(ctx, id)).toMatchObject({ invited: 25 });
    expect((await listGiven(ctx)).map(({ email }) => email)).toEqual(emails.slice(0, 25));
  });

  test("ends if its batch was deleted before", async () => {
    const { ctx, batch } = await createCodes(2);
    await insertWaitlist(ctx, 2);
    const { id } = await createWave(ctx, { size: 2, batch, scheduledAt: secondsFromNow(3600) });
    await deleteBatch(ctx, batch);
    await makeDue(ctx);
    await runDueWaves(ctx);
    expect(await getWave(ctx, id)).toMatchObject({ status: "canceled", stopReason: "batch_deleted", invited: 0, batch: null });
  });
});

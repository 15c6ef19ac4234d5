import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { deleteBatches, deleteCodes, deleteLeads, undo } from "@/tests/harness/bin";
import { getErrorName } from "@/tests/harness/errors";
import { insertCode, insertLead, insertProject, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { findTraces } from "@/tests/harness/traces";
import { updateBlockList } from "../abuse-protection/block-list";
import { updateBatch } from "../batches/update";
import { revokeClaim } from "../claims/revoke";
import { findCodeBatch, findNextCode } from "../codes/batch-codes";
import { claimCode } from "../codes/claim";
import { getCode } from "../codes/record";
import { replaceWords } from "../codes/replace-words";
import type { Context } from "../context";
import { listEvents } from "../events/list";
import { confirmEmailChange, getEmailChangeNotice, requestEmailChange } from "../leads/change-email";
import { deleteLead } from "../leads/delete";
import { getPersonalData } from "../leads/personal-data";
import { updateProject } from "../projects/update";
import { addSuppression } from "../suppressions/add";
import { createWave } from "../waves/waves";
import { createLeadInvites, getLeadInvites } from "./invites";

const app = await createTestApp({ max: 12 });
const { db } = app;

/** A project whose leads get so many invite codes. */
async function createProject(inviteQuota = 3, settings: Parameters<typeof updateProject>[1] = {}): Promise<Context> {
  const { ctx } = await insertProject(app.ctx);
  await updateProject(ctx, { inviteQuota, ...settings });
  return ctx;
}

/** Inserts a lead who has claimed a code. */
async function insertClaimant(ctx: Context, email = uniqueEmail()): Promise<string> {
  await insertCode(ctx, { claimedBy: [email] });
  return email;
}

const claim = (ctx: Context, code: string, email = uniqueEmail()) => claimCode(ctx, { code: normalizeCode(code), email });

describe("invite codes", () => {
  test("are created when they are asked for, up to the quota and no more, and can each be claimed once by anyone", async () => {
    const ctx = await createProject();
    const email = await insertClaimant(ctx);
    expect(await getLeadInvites(ctx, email)).toEqual({ email, quota: 3, available: 3, refusal: null, codes: [] });
    const { codes, available } = await createLeadInvites(ctx, email);
    expect(available).toBe(0);
    expect(codes).toHaveLength(3);
    expect(new Set(codes.map(({ code }) => code)).size).toBe(3);
    for (const each of codes) {
      expect(each).toMatchObject({ status: "active", claims: 0, claimedBy: null, validUntil: null });
      expect(new URL(each.url).searchParams.get("code")).toBe(each.code);
    }
    expect((await createLeadInvites(ctx, email)).codes).toEqual(codes);
    const [first] = codes;
    const friend = uniqueEmail();
    await claim(ctx, first?.code ?? "", friend);
    expect(await getErrorName(claim(ctx, first?.code ?? ""))).toBe("code_exhausted");
    const after = await getLeadInvites(ctx, email);
    expect(after.codes.map(({ status, claimedBy }) => [status, claimedBy?.email])).toEqual([
      ["exhausted", friend],
      ["active", undefined],
      ["active", undefined],
    ]);
    // The friend has a quota of their own.
    expect((await createLeadInvites(ctx, friend)).codes).toHaveLength(3);
  });

  test("follow the quota: a higher one adds codes, a lower one takes none away", async () => {
    const ctx = await createProject(1);
    const email = await insertClaimant(ctx);
    const [first] = (await createLeadInvites(ctx, email)).codes;
    await updateProject(ctx, { inviteQuota: 2 });
    expect((await getLeadInvites(ctx, email)).available).toBe(1);
    const { codes } = await createLeadInvites(ctx, email);
    expect(codes).toHaveLength(2);
    expect(codes[0]).toEqual(first);
    await updateProject(ctx, { inviteQuota: 0 });
    expect(await createLeadInvites(ctx, email)).toEqual({ email, quota: 0, available: 0, refusal: null, codes });
  });

  test("follow the quota of the wave that invited the lead", async () => {
    const ctx = await createProject(1);
    const invited = await insertLead(ctx, { onWaitlist: true });
    await createWave(ctx, { size: 1, inviteQuota: 4 });
    const [code] = await queryRows<{ text: string }>(db, sql`select text from codes where reserved_for = ${invited}`);
    expect((await createLeadInvites(ctx, invited)).codes).toEqual([]);
    await claim(ctx, code?.text ?? "", invited);
    expect(await createLeadInvites(ctx, invited)).toMatchObject({ quota: 4, codes: { length: 4 } });
    const other = await insertLead(ctx, { onWaitlist: true });
    await createWave(ctx, { size: 1, inviteQuota: 0 });
    expect((await getLeadInvites(ctx, other)).quota).toBe(0);
    await insertLead(ctx, { onWaitlist: true });
    await createWave(ctx, { size: 1 });
    expect((await getLeadInvites(ctx, await insertClaimant(ctx))).quota).toBe(1);
  });

  test("go only to leads who have access", async () => {
    const ctx = await createProject();
    expect(await getErrorName(createLeadInvites(ctx, uniqueEmail()))).toBe("lead_not_found");
    expect(await getErrorName(getLeadInvites(ctx, uniqueEmail()))).toBe("lead_not_found");
    const refused = async (email: string) => {
      const { refusal, available, codes } = await createLeadInvites(ctx, email);
      expect({ available, codes }).toEqual({ available: 0, codes: [] });
      return refusal;
    };
    expect(await refused(await insertLead(ctx))).toBe("no_claim");
    const revoked = uniqueEmail();
    await revokeClaim(ctx, { code: normalizeCode(await insertCode(ctx, { claimedBy: [revoked] })), email: revoked });
    expect(await refused(revoked)).toBe("no_claim");
    const blocked = await insertClaimant(ctx);
    await updateBlockList(ctx, { entries: [blocked] });
    expect(await refused(blocked)).toBe("blocked");
    const held = await insertClaimant(ctx);
    await db.execute(sql`update leads set status = 'held', held_reason = 'honeypot' where email = ${held}`);
    expect(await refused(held)).toBe("held");
    const complained = await insertClaimant(ctx);
    await addSuppression(ctx, { email: complained, reason: "complained", note: "" });
    expect(await refused(complained)).toBe("suppressed");
    const unsubscribed = await insertClaimant(ctx);
    await addSuppression(ctx, { email: unsubscribed, reason: "unsubscribed", note: "" });
    expect((await createLeadInvites(ctx, unsubscribed)).codes).toHaveLength(3);
  });

  test("are in a batch of their own, which staff can rename, pause and delete", async () => {
    const ctx = await createProject(2);
    const email = await insertClaimant(ctx);
    const [first] = (await createLeadInvites(ctx, email)).codes;
    const { batch, id } = await getCode(ctx, normalizeCode(first?.code ?? ""));
    expect(batch.name).toBe("Invite codes");
    expect(id).toBe(`${batch.id}-0`);
    const other = await insertClaimant(ctx);
    const { codes } = await createLeadInvites(ctx, other);
    expect(await getCode(ctx, normalizeCode(codes[1]?.code ?? ""))).toMatchObject({ batch, id: `${batch.id}-3` });
    expect(await findCodeBatch(ctx, batch.id)).toMatchObject({ codeCount: 4, allowedClaims: 1 });
    // They belong to someone, so no one else is given them.
    expect(await findNextCode(ctx, (await findCodeBatch(ctx, batch.id)) as never)).toBeNull();
    expect(await getErrorName(replaceWords(ctx, normalizeCode(first?.code ?? "")))).toBe("code_handed_out");
    await updateBatch(ctx, batch.id, { paused: true });
    expect((await getLeadInvites(ctx, email)).codes.map(({ status }) => status)).toEqual(["paused", "paused"]);
    await deleteBatches(ctx, [batch.id]);
    expect(await createLeadInvites(ctx, email)).toMatchObject({ available: 0, codes: [{ status: "deleted" }, { status: "deleted" }] });
    // Others get codes in a new batch.
    const { codes: later } = await createLeadInvites(ctx, await insertClaimant(ctx));
    expect(later.map(({ status }) => status)).toEqual(["active", "active"]);
    expect((await getCode(ctx, normalizeCode(later[0]?.code ?? ""))).batch.id).not.toBe(batch.id);
  });

  test("expire after the days of the setting, and a batch that has ended gets no more codes", async () => {
    const ctx = await createProject(1, { inviteExpiresAfterDays: 30 });
    const email = await insertClaimant(ctx);
    const [first] = (await createLeadInvites(ctx, email)).codes;
    const days = (Date.parse(first?.validUntil ?? "") - Date.parse(first?.createdAt ?? "")) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    const { batch } = await getCode(ctx, normalizeCode(first?.code ?? ""));
    await db.execute(sql`update batches set valid_until = now() where id = ${batch.id}`);
    const [next] = (await createLeadInvites(ctx, await insertClaimant(ctx))).codes;
    expect((await getCode(ctx, normalizeCode(next?.code ?? ""))).batch.id).not.toBe(batch.id);
  });

  test("that were deleted still count, and come back when they are restored", async () => {
    const ctx = await createProject(1);
    const email = await insertClaimant(ctx);
    const [first] = (await createLeadInvites(ctx, email)).codes;
    const job = await deleteCodes(ctx, [first?.code ?? ""]);
    expect(await createLeadInvites(ctx, email)).toMatchObject({ available: 0, codes: [{ code: first?.code, status: "deleted" }] });
    // Another code with these words isn't theirs.
    await insertCode(ctx, { text: first?.code ?? "", claimedBy: [uniqueEmail()] });
    expect((await getLeadInvites(ctx, email)).codes).toMatchObject([{ status: "deleted", claims: 0, claimedBy: null }]);
    await deleteCodes(ctx, [first?.code ?? ""]);
    await undo(ctx, job);
    expect((await getLeadInvites(ctx, email)).codes).toEqual([first]);
  });

  test("are in the activity, with the lead", async () => {
    const ctx = await createProject(2);
    const email = await insertClaimant(ctx);
    await createLeadInvites(ctx, email);
    await createLeadInvites(ctx, email);
    expect(await collectAll(listEvents(ctx, { kind: ["codes.generated"] }))).toMatchObject([
      { email, data: { amount: 2, type: "creative" } },
    ]);
  });

  test("never exceed the quota, however many requests come at once", async () => {
    const ctx = await createProject(5);
    const second: Context = { ...ctx, db: app.openSecondPool().ctx.db };
    const emails = await Promise.all(Array.from({ length: 4 }, () => insertClaimant(ctx)));
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, index) => createLeadInvites(index % 2 === 0 ? ctx : second, emails[index % 4] ?? "")),
    );
    for (const { email, codes, available } of replies) {
      expect({ available, codes: codes.length }).toEqual({ available: 0, codes: 5 });
      expect(codes).toEqual((await getLeadInvites(ctx, email)).codes);
    }
    const [counts] = await queryRows<object>(
      db,
      sql`select (select count(*)::int from codes where project_id = ${ctx.projectId} and batch_id = p.invite_batch_id) as codes,
          (select code_count from batches where project_id = ${ctx.projectId} and id = p.invite_batch_id) as counted,
          (select count(*)::int from batches where project_id = ${ctx.projectId} and name = 'Invite codes') as batches
        from projects p where p.id = ${ctx.projectId}`,
    );
    expect(counts).toEqual({ codes: 20, counted: 20, batches: 1 });
  });
});

describe("invite codes of a lead", () => {
  test("move to their new email", async () => {
    const ctx = await createProject(2);
    const email = await insertClaimant(ctx);
    const { codes } = await createLeadInvites(ctx, email);
    const binned = await deleteCodes(ctx, [codes[1]?.code ?? ""]);
    const newEmail = uniqueEmail();
    await requestEmailChange(ctx, { email, newEmail });
    const [change] = await queryRows<{ id: string }>(db, sql`select id from email_changes where email = ${email}`);
    const link = new URL((await getEmailChangeNotice(ctx, change?.id ?? ""))?.link ?? "");
    await confirmEmailChange({ ...ctx, actor: { kind: "visitor", id: null } }, link.searchParams.get("token") ?? "");
    expect((await createLeadInvites(ctx, newEmail)).codes).toMatchObject([{ code: codes[0]?.code }, { code: codes[1]?.code }]);
    await undo(ctx, binned);
    expect((await getLeadInvites(ctx, newEmail)).codes).toEqual(codes);
  });

  test("are in their personal data, without the friends", async () => {
    const ctx = await createProject(2);
    const email = await insertClaimant(ctx);
    const { codes } = await createLeadInvites(ctx, email);
    const friend = uniqueEmail();
    await claim(ctx, codes[1]?.code ?? "", friend);
    const data = await getPersonalData(ctx, email, async () => ({ subject: "", text: "" }));
    expect(data.inviteCodes.map(({ code, claimed }) => [code, claimed]).sort()).toEqual(
      [
        [codes[0]?.code, false],
        [codes[1]?.code, true],
      ].sort(),
    );
    expect(JSON.stringify(data)).not.toContain(friend);
  });

  test("leave no trace of them when they are deleted, and are paused unless they were claimed", async () => {
    const ctx = await createProject(3);
    const email = `trace-${uniqueEmail()}`;
    await insertClaimant(ctx, email);
    const { codes } = await createLeadInvites(ctx, email);
    const [used, open, deleted] = codes.map(({ code }) => code);
    const friend = uniqueEmail();
    await claim(ctx, used ?? "", friend);
    const binned = await deleteCodes(ctx, [deleted ?? ""]);
    await deleteLead(ctx, email);
    expect(await findTraces(db, [email])).toEqual([]);
    expect(await getCode(ctx, normalizeCode(open ?? ""))).toMatchObject({ status: "paused", claims: 0 });
    expect(await getCode(ctx, normalizeCode(used ?? ""))).toMatchObject({ status: "exhausted", claims: 1 });
    expect((await createLeadInvites(ctx, friend)).codes).toHaveLength(3);
    await undo(ctx, binned);
    expect(await findTraces(db, [email])).toEqual([]);
  });

  test("come back with them from the bin as they were, and are gone when the bin is emptied", async () => {
    const ctx = await createProject(3);
    const email = `binned-${uniqueEmail()}`;
    await insertClaimant(ctx, email);
    const { codes } = await createLeadInvites(ctx, email);
    await claim(ctx, codes[0]?.code ?? "");
    await db.execute(sql`update codes set paused_at = now() where key = ${normalizeCode(codes[1]?.code ?? "")}`);
    const before = await getLeadInvites(ctx, email);
    const job = await deleteLeads(ctx, [email]);
    expect(await getCode(ctx, normalizeCode(codes[2]?.code ?? ""))).toMatchObject({ status: "paused" });
    expect(await undo(ctx, job)).toMatchObject({ changed: 1, error: null });
    expect(await getLeadInvites(ctx, email)).toEqual(before);
    const again = await deleteLeads(ctx, [email]);
    expect(again.changed).toBe(1);
    await getErrorName(deleteLead(ctx, email));
    expect(await findTraces(db, [email])).toEqual([]);
  });

  test("can be claimed until their end", async () => {
    const ctx = await createProject(1);
    const { codes } = await createLeadInvites(ctx, await insertClaimant(ctx));
    await db.execute(sql`update codes set valid_until = ${secondsFromNow(-1)} where key = ${normalizeCode(codes[0]?.code ?? "")}`);
    expect(await getErrorName(claim(ctx, codes[0]?.code ?? ""))).toBe("code_expired");
  });
});

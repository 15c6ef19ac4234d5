import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import { deleteCode as removeCode } from "../codes/delete";
import { asVisitor, type Context } from "../context";
import { createLead } from "../leads/create";
import { createLinkToken } from "../leads/email-links";
import { processSignUp } from "../leads/referrals";
import { confirmEmail, getConfirmation } from "../leads/self-service";
import { getSuppressionReason } from "../suppressions/unsubscribe";
import { createWave } from "../waves/waves";
import { takeDeliveries } from "./delivery-attempts";
import { queueAutomaticEmail } from "./queue-automatic-email";

const app = await createTestApp();
const createProject = async (settings = sql`send_joined_email = true`): Promise<Context> => {
  const { ctx } = await insertProject(app.ctx);
  await ctx.db.execute(sql`update projects set ${settings} where id = ${ctx.projectId}`);
  return ctx;
};
const listMessages = (ctx: Context, email: string) =>
  queryRows<{ id: string; kind: string; status: string; code_text: string | null }>(
    ctx.db,
    sql`select id, kind, status, code_text from deliveries where project_id = ${ctx.projectId} and email = ${email} order by created_at, kind`,
  );
const getLeadRow = async (ctx: Context, email: string) => {
  const [row] = await queryRows<{ referral_code: string; status: string; on_waitlist: boolean; referral_bonus_applied: number | null }>(
    ctx.db,
    sql`select * from leads where project_id = ${ctx.projectId} and email = ${email}`,
  );
  return row ?? expect.fail("no such lead");
};
const signUp = async (ctx: Context, email: string, options: object = {}): Promise<void> => {
  await createLead(asVisitor(ctx), { email, waitlist: true, ...options });
  await processSignUp(ctx, { referralCode: (await getLeadRow(ctx, email)).referral_code, sendEmail: true });
};
const takeMessages = async (ctx: Context, email: string) =>
  takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: (await listMessages(ctx, email)).map(({ id }) => id) });

describe("an automatic email about joining", () => {
  test("is sent once, however often someone signs up", async () => {
    const ctx = await createProject();
    const email = uniqueEmail();
    for (let i = 0; i < 3; i++) await signUp(ctx, email);
    expect(await listMessages(ctx, email)).toMatchObject([{ kind: "joined", status: "queued", code_text: null }]);
    const [message] = await takeMessages(ctx, email);
    expect(message?.content).toMatchObject({ kind: "joined", position: 1, waiting: 1, code: null, email });
  });

  test("doesn't contain a name that someone entered in a public form until the person has confirmed the email", async () => {
    const ctx = await createProject(sql`double_opt_in = true, send_joined_email = true`);
    const email = uniqueEmail();
    await signUp(ctx, email, { firstname: "Your account is locked", lastname: "Call us" });
    const [confirmation] = await takeMessages(ctx, email);
    expect(confirmation?.content).toMatchObject({ kind: "confirm", firstname: null, lastname: null });
    await ctx.db.execute(
      sql`update leads set status = 'active', on_waitlist = true, confirmed_at = now() where project_id = ${ctx.projectId}`,
    );
    await queueAutomaticEmail(ctx, email, "joined");
    const messages = await takeMessages(ctx, email);
    expect(messages.find(({ content }) => content.kind === "joined")?.content).toMatchObject({ firstname: "Your account is locked" });
  });

  test("isn't sent if the project turned it off or staff created the lead", async () => {
    const otherCtx = await createProject(sql`send_joined_email = false`);
    const email = uniqueEmail();
    await signUp(otherCtx, email);
    expect(await listMessages(otherCtx, email)).toEqual([]);
    const ctx = await createProject();
    await createLead(ctx, { email, waitlist: true });
    expect(await listMessages(ctx, email)).toEqual([]);
  });

  test("asks for confirmation with double opt-in, and is canceled once the lead is confirmed", async () => {
    const ctx = await createProject(sql`double_opt_in = true, referral_bonus = 1`);
    const [referrer, email] = [await insertLead(ctx, { onWaitlist: true }), uniqueEmail()];
    await signUp(ctx, email, { referralCode: (await getLeadRow(ctx, referrer)).referral_code });
    expect(await getLeadRow(ctx, email)).toMatchObject({ status: "unconfirmed", on_waitlist: false, referral_bonus_applied: null });
    expect(await listMessages(ctx, email)).toMatchObject([{ kind: "confirm" }]);
    await ctx.db.execute(sql`update leads set status = 'active' where email = ${email} and project_id = ${ctx.projectId}`);
    expect(await takeMessages(ctx, email)).toEqual([]);
    expect(await listMessages(ctx, email)).toMatchObject([{ kind: "confirm", status: "canceled" }]);
  });

  test("isn't sent to suppressed leads", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx, { suppressed: true });
    await signUp(ctx, email);
    expect(await takeMessages(ctx, email)).toEqual([]);
    expect(await listMessages(ctx, email)).toMatchObject([{ kind: "joined", status: "suppressed" }]);
  });

  test("asks people who unsubscribed to confirm that they want email again, once a day, only with double opt-in", async () => {
    const ctx = await createProject(sql`double_opt_in = true, send_joined_email = true`);
    const email = await insertLead(ctx, { suppressed: true });
    const owner = { projectId: ctx.projectId, referralCode: (await getLeadRow(ctx, email)).referral_code };
    const token = createLinkToken(owner, "confirm");
    for (let i = 0; i < 3; i++) {
      await signUp(ctx, email);
      await ctx.db.execute(sql`update deliveries set created_at = created_at - interval '2 hours' where email = ${email}`);
    }
    expect((await takeMessages(ctx, email)).map(({ content }) => content.kind)).toEqual(["confirm"]);
    expect(await listMessages(ctx, email)).toHaveLength(1);
    expect(await getConfirmation(ctx, token)).toMatchObject({ isConfirmed: false, isUnsubscribed: true });
    expect(await getSuppressionReason(ctx, email)).toBe("unsubscribed");

    await confirmEmail(asVisitor(ctx), token);
    expect(await getSuppressionReason(ctx, email)).toBeNull();
    expect(await getConfirmation(ctx, token)).toMatchObject({ isConfirmed: true, isUnsubscribed: false });
    await processSignUp(ctx, { referralCode: owner.referralCode, sendEmail: true });
    expect((await takeMessages(ctx, email)).map(({ content }) => content.kind)).toEqual(["joined"]);
  });

  test("never lifts a suppression with another reason", async () => {
    const ctx = await createProject(sql`double_opt_in = true`);
    for (const reason of ["bounced", "complained", "staff"]) {
      const email = uniqueEmail();
      await ctx.db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${email}, ${reason})`);
      await signUp(ctx, email);
      expect(await takeMessages(ctx, email)).toEqual([]);
      const token = createLinkToken({ projectId: ctx.projectId, referralCode: (await getLeadRow(ctx, email)).referral_code }, "confirm");
      await confirmEmail(asVisitor(ctx), token);
      expect(await getSuppressionReason(ctx, email)).toBe(reason);
    }
  });

  test("is sent at most three times a day", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx, { onWaitlist: true });
    for (let hour = 5; hour > 0; hour--) {
      await queueAutomaticEmail(ctx, email, "joined");
      await ctx.db.execute(sql`update deliveries set created_at = created_at - interval '61 minutes' where email = ${email}`);
    }
    expect(await listMessages(ctx, email)).toHaveLength(3);
  });
});

describe("an automatic email about a claim", () => {
  test("is sent once if the project turned it on", async () => {
    const ctx = await createProject(sql`send_claimed_email = true, redirect_url = 'https://example.org/in'`);
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    for (let i = 0; i < 2; i++) await claimCode(ctx, { code: normalizeCode(code), email });
    expect(await listMessages(ctx, email)).toMatchObject([{ kind: "claimed", code_text: code }]);
    const [message] = await takeMessages(ctx, email);
    expect(message?.content).toMatchObject({ kind: "claimed", code, redirectUrl: "https://example.org/in" });
    const otherCtx = await createProject();
    const otherCode = await insertCode(otherCtx);
    await claimCode(otherCtx, { code: normalizeCode(otherCode), email });
    expect(await listMessages(otherCtx, email)).toEqual([]);
  });

  test("offers as many codes for friends as the wave that invited someone gives them", async () => {
    const ctx = await createProject(sql`send_claimed_email = true, invite_quota = 2`);
    const readOffer = async (wave: { inviteQuota?: number }) => {
      const email = await insertLead(ctx, { onWaitlist: true });
      await createWave(ctx, { size: 1, ...wave });
      const [code] = await queryRows<{ key: string }>(ctx.db, sql`select key from codes where reserved_for = ${email}`);
      await claimCode(ctx, { code: code?.key ?? "", email });
      const messages = await takeMessages(ctx, email);
      return messages.find(({ content }) => content.kind === "claimed")?.content.inviteQuota;
    };
    expect([await readOffer({}), await readOffer({ inviteQuota: 0 }), await readOffer({ inviteQuota: 5 })]).toEqual([2, 0, 5]);
  });

  test("is canceled when the code is deleted", async () => {
    const ctx = await createProject(sql`send_claimed_email = true`);
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    await claimCode(ctx, { code: normalizeCode(code), email });
    await removeCode(ctx, normalizeCode(code));
    expect(await listMessages(ctx, email)).toMatchObject([{ kind: "claimed", status: "canceled" }]);
  });
});

test("an automatic email to a lead who was deleted since isn't queued, and doesn't fail what it is about", async () => {
  const { ctx } = await insertProject(app.ctx);
  const text = await insertCode(ctx);
  const code = { key: normalizeCode(text), text };
  expect(await queueAutomaticEmail(ctx, uniqueEmail(), "claimed", code)).toEqual([]);
  expect(await queueAutomaticEmail(ctx, await insertLead(ctx), "claimed", code)).toHaveLength(1);
});

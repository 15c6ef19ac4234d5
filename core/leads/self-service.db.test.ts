import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getOutcome } from "@/tests/harness/errors";
import { insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { createLead } from "./create";
import { createLinkToken, type LinkPurpose } from "./email-links";
import { getLead } from "./record";
import { creditReferral } from "./referrals";
import { confirmEmail, deleteOwnData, getConfirmation, getPositionPage, leaveWaitlist } from "./self-service";
import { getLeadPosition } from "./waitlist";

const app = await createTestApp();

async function createProject({ referralBonus = 2 } = {}): Promise<Context> {
  const { ctx } = await insertProject(app.ctx);
  await ctx.db.execute(sql`update projects set double_opt_in = true, referral_bonus = ${referralBonus} where id = ${ctx.projectId}`);
  return { ...ctx, actor: { kind: "visitor", id: null } };
}
const signUp = async (ctx: Context, options: object = {}): Promise<string> => {
  const email = uniqueEmail();
  await createLead(ctx, { email, waitlist: true, ...options });
  return email;
};
const createToken = async (ctx: Context, email: string, purpose: LinkPurpose) =>
  createLinkToken({ projectId: ctx.projectId, referralCode: (await getLead(ctx, email)).referralCode }, purpose);
const listEvents = (ctx: Context, email: string) =>
  queryRows<{ kind: string }>(ctx.db, sql`select kind from events where project_id = ${ctx.projectId} and email = ${email} order by id`);

test("a lead who confirms their email is added to the waitlist once", async () => {
  const ctx = await createProject();
  const email = await signUp(ctx);
  const token = await createToken(ctx, email, "confirm");
  expect(await getConfirmation(ctx, token)).toEqual({
    email,
    isConfirmed: false,
    isUnsubscribed: false,
    isSuppressed: false,
    positionUrl: expect.stringContaining("/position?token="),
  });
  expect(await getLeadPosition(ctx, email)).toEqual({ position: null, waiting: 0, referrals: 0 });
  for (let i = 0; i < 2; i++) expect(await confirmEmail(ctx, token)).toEqual({ email });
  expect(await getLead(ctx, email)).toMatchObject({ status: "active", onWaitlist: true, confirmedAt: expect.any(String) });
  expect(await getLeadPosition(ctx, email)).toEqual({ position: 1, waiting: 1, referrals: 0 });
  expect((await listEvents(ctx, email)).map(({ kind }) => kind)).toEqual(["lead.created", "lead.confirmed"]);
});

test("a referral is credited once it is active, and the deletion of the referred lead revokes exactly that bonus", async () => {
  const ctx = await createProject({ referralBonus: 3 });
  for (let i = 0; i < 5; i++) await insertLead(ctx, { onWaitlist: true });
  const ada = await insertLead(ctx, { onWaitlist: true });
  const referralCode = (await getLead(ctx, ada)).referralCode;
  const referral = await signUp(ctx, { referralCode });
  await creditReferral(ctx, referral);
  expect(await getLeadPosition(ctx, ada)).toMatchObject({ position: 6, referrals: 0 });
  await confirmEmail(ctx, await createToken(ctx, referral, "confirm"));
  for (let i = 0; i < 3; i++) await creditReferral(ctx, referral);
  expect(await getLeadPosition(ctx, ada)).toMatchObject({ position: 3, referrals: 1 });
  await ctx.db.execute(sql`update projects set referral_bonus = 100 where id = ${ctx.projectId}`);
  await deleteOwnData(ctx, await createToken(ctx, referral, "position"));
  expect(await getLeadPosition(ctx, ada)).toMatchObject({ position: 6, referrals: 0 });
});

test("a lead who leaves is removed from the waitlist, and one who asks for it is deleted", async () => {
  const ctx = await createProject();
  const email = await insertLead(ctx, { onWaitlist: true });
  const token = await createToken(ctx, email, "position");
  expect(await getPositionPage(ctx, token)).toMatchObject({
    email,
    position: { position: 1, waiting: 1 },
    referrals: 0,
    status: "waiting",
  });
  for (let i = 0; i < 2; i++) expect(await leaveWaitlist(ctx, token)).toEqual({ email });
  expect(await getPositionPage(ctx, token)).toMatchObject({ position: null });
  expect(await listEvents(ctx, email)).toHaveLength(1);
  await deleteOwnData(ctx, token);
  expect(await getPositionPage(ctx, token)).toBeNull();
  expect(await getOutcome(getLead(ctx, email))).toBe("lead_not_found");
  expect(await getOutcome(deleteOwnData(ctx, token))).toBe("link_not_valid");
  // The old link doesn't work for a new lead with the same email.
  await createLead({ ...ctx, actor: { kind: "secret_key", id: null } }, { email, waitlist: true });
  expect(await getPositionPage(ctx, token)).toBeNull();
});

test("a link token is accepted only for its own purpose and project", async () => {
  const [ctx, otherCtx] = [await createProject(), await createProject()];
  const email = await signUp(ctx);
  const token = await createToken(ctx, email, "confirm");
  for (const invalidToken of [
    "",
    "x",
    `${token}xx`,
    await createToken(ctx, email, "unsubscribe"),
    await createToken(ctx, email, "position"),
  ])
    expect(await getOutcome(confirmEmail(ctx, invalidToken)), invalidToken).toBe("link_not_valid");
  expect(await getOutcome(confirmEmail(otherCtx, token))).toBe("link_not_valid");
  expect(await getPositionPage(ctx, token)).toBeNull();
  expect(await getLead(ctx, email)).toMatchObject({ status: "unconfirmed" });
});

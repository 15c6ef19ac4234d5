import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getOutcome } from "@/tests/harness/errors";
import { insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { createLead } from "./create";
import { createLinkToken, type LinkPurpose } from "./email-links";
import { getLead } from "./get";
import { getLeadPosition } from "./position";
import { creditReferral } from "./referrals";
import { confirmEmail, deleteOwnData, getConfirmation, getPositionPage, leaveWaitlist } from "./self-service";

const world = await createTestApp();

async function own({ places = 2 } = {}): Promise<Context> {
  const { ctx } = await insertProject(world.ctx);
  await ctx.db.execute(sql`update projects set double_opt_in = true, referral_bonus = ${places} where id = ${ctx.projectId}`);
  return { ...ctx, actor: { kind: "visitor", id: null } };
}
const joins = async (ctx: Context, more: object = {}): Promise<string> => {
  const email = uniqueEmail();
  await createLead(ctx, { email, waitlist: true, ...more });
  return email;
};
const tokenOf = async (ctx: Context, email: string, purpose: LinkPurpose) =>
  createLinkToken({ projectId: ctx.projectId, lead: (await getLead(ctx, email)).referralCode }, purpose);
const eventsOf = (ctx: Context, email: string) =>
  queryRows<{ kind: string }>(ctx.db, sql`select kind from events where project_id = ${ctx.projectId} and email = ${email} order by id`);

test("who confirms counts and waits, with an event, and confirming again changes nothing", async () => {
  const ctx = await own();
  const email = await joins(ctx);
  const token = await tokenOf(ctx, email, "confirm");
  expect(await getConfirmation(ctx, token)).toEqual({ email, isDone: false });
  expect(await getLeadPosition(ctx, email)).toEqual({ place: null, waiting: 0, friends: 0 });
  for (let i = 0; i < 2; i++) expect(await confirmEmail(ctx, token)).toEqual({ email });
  expect(await getLead(ctx, email)).toMatchObject({ standing: "active", onWaitlist: true, confirmedAt: expect.any(String) });
  expect(await getLeadPosition(ctx, email)).toEqual({ place: 1, waiting: 1, friends: 0 });
  expect((await eventsOf(ctx, email)).map(({ kind }) => kind)).toEqual(["lead.created", "lead.confirmed"]);
});

test("a friend counts once, when they are accepted, and what they moved is taken back with them", async () => {
  const ctx = await own({ places: 3 });
  for (let i = 0; i < 5; i++) await insertLead(ctx, { onWaitlist: true });
  const ada = await insertLead(ctx, { onWaitlist: true });
  const referralCode = (await getLead(ctx, ada)).referralCode;
  const friend = await joins(ctx, { referralCode });
  await creditReferral(ctx, friend);
  expect(await getLeadPosition(ctx, ada)).toMatchObject({ place: 6, friends: 0 });
  await confirmEmail(ctx, await tokenOf(ctx, friend, "confirm"));
  for (let i = 0; i < 3; i++) await creditReferral(ctx, friend);
  expect(await getLeadPosition(ctx, ada)).toMatchObject({ place: 3, friends: 1 });
  await ctx.db.execute(sql`update projects set referral_bonus = 100 where id = ${ctx.projectId}`);
  await deleteOwnData(ctx, await tokenOf(ctx, friend, "position"));
  expect(await getLeadPosition(ctx, ada)).toMatchObject({ place: 6, friends: 0 });
});

test("who leaves does not wait any more, and who is erased is gone", async () => {
  const ctx = await own();
  const email = await insertLead(ctx, { onWaitlist: true });
  const token = await tokenOf(ctx, email, "position");
  expect(await getPositionPage(ctx, token)).toMatchObject({ email, place: { place: 1, waiting: 1 }, friends: 0, hasClaimed: false });
  for (let i = 0; i < 2; i++) expect(await leaveWaitlist(ctx, token)).toEqual({ email });
  expect(await getPositionPage(ctx, token)).toMatchObject({ place: null });
  expect(await eventsOf(ctx, email)).toHaveLength(1);
  await deleteOwnData(ctx, token);
  expect(await getPositionPage(ctx, token)).toBeNull();
  expect(await getOutcome(getLead(ctx, email))).toBe("lead_not_found");
  expect(await getOutcome(deleteOwnData(ctx, token))).toBe("link_not_valid");
  // Whoever comes again is somebody else.
  await createLead({ ...ctx, actor: { kind: "secret_key", id: null } }, { email, waitlist: true });
  expect(await getPositionPage(ctx, token)).toBeNull();
});

test("a link opens nothing that it was not made for", async () => {
  const [ctx, another] = [await own(), await own()];
  const email = await joins(ctx);
  const token = await tokenOf(ctx, email, "confirm");
  for (const strange of ["", "x", `${token}x`, await tokenOf(ctx, email, "unsubscribe"), await tokenOf(ctx, email, "position")])
    expect(await getOutcome(confirmEmail(ctx, strange)), strange).toBe("link_not_valid");
  expect(await getOutcome(confirmEmail(another, token))).toBe("link_not_valid");
  expect(await getPositionPage(ctx, token)).toBeNull();
  expect(await getLead(ctx, email)).toMatchObject({ standing: "unconfirmed" });
});

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import { deleteCode as removeCode } from "../codes/delete";
import type { Context } from "../context";
import { createLead } from "../leads/create";
import { processSignUp } from "../leads/process-sign-up";
import { queueAutomaticEmail } from "./automatic-email";
import { takeDeliveries } from "./deliver";

const world = await createTestApp();
const own = async (settings = sql`send_joined_email = true`): Promise<Context> => {
  const { ctx } = await insertProject(world.ctx);
  await ctx.db.execute(sql`update projects set ${settings} where id = ${ctx.projectId}`);
  return ctx;
};
const asVisitor = (ctx: Context): Context => ({ ...ctx, actor: { kind: "visitor", id: null } });
const messagesTo = (ctx: Context, email: string) =>
  queryRows<{ id: string; kind: string; status: string; code_text: string | null }>(
    ctx.db,
    sql`select id, kind, status, code_text from deliveries where project_id = ${ctx.projectId} and email = ${email} order by created_at, kind`,
  );
const leadOf = async (ctx: Context, email: string) => {
  const [row] = await queryRows<{ referral_code: string; status: string; on_waitlist: boolean; referral_bonus_applied: number | null }>(
    ctx.db,
    sql`select * from leads where project_id = ${ctx.projectId} and email = ${email}`,
  );
  return row ?? expect.fail("no such lead");
};
const joins = async (ctx: Context, email: string, more: object = {}): Promise<void> => {
  await createLead(asVisitor(ctx), { email, waitlist: true, ...more });
  await processSignUp(ctx, { referralCode: (await leadOf(ctx, email)).referral_code, sendEmail: true });
};
const takeAll = async (ctx: Context, email: string) =>
  takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: (await messagesTo(ctx, email)).map(({ id }) => id) });

describe("whoever joins", () => {
  test("is told so once, however often they do", async () => {
    const ctx = await own();
    const email = uniqueEmail();
    for (let i = 0; i < 3; i++) await joins(ctx, email);
    expect(await messagesTo(ctx, email)).toMatchObject([{ kind: "joined", status: "queued", code_text: null }]);
    const [message] = await takeAll(ctx, email);
    expect(message?.message).toMatchObject({ kind: "joined", position: 1, waiting: 1, code: null, email });
  });

  test("is told nothing where the project says so, or where staff made them", async () => {
    const quiet = await own(sql`send_joined_email = false`);
    const email = uniqueEmail();
    await joins(quiet, email);
    expect(await messagesTo(quiet, email)).toEqual([]);
    const ctx = await own();
    await createLead(ctx, { email, waitlist: true });
    expect(await messagesTo(ctx, email)).toEqual([]);
  });

  test("is asked to confirm where that is wanted, and does not wait until then", async () => {
    const ctx = await own(sql`double_opt_in = true, referral_bonus = 1`);
    const [friend, email] = [await insertLead(ctx, { onWaitlist: true }), uniqueEmail()];
    await joins(ctx, email, { referralCode: (await leadOf(ctx, friend)).referral_code });
    expect(await leadOf(ctx, email)).toMatchObject({ status: "unconfirmed", on_waitlist: false, referral_bonus_applied: null });
    expect(await messagesTo(ctx, email)).toMatchObject([{ kind: "confirm" }]);
    // What they have done meanwhile need not be asked for any more.
    await ctx.db.execute(sql`update leads set status = 'active' where email = ${email} and project_id = ${ctx.projectId}`);
    expect(await takeAll(ctx, email)).toEqual([]);
    expect(await messagesTo(ctx, email)).toMatchObject([{ kind: "confirm", status: "canceled" }]);
  });

  test("and asked for no mail gets none", async () => {
    const ctx = await own();
    const email = await insertLead(ctx, { suppressed: true });
    await joins(ctx, email);
    expect(await takeAll(ctx, email)).toEqual([]);
    expect(await messagesTo(ctx, email)).toMatchObject([{ kind: "joined", status: "suppressed" }]);
  });

  test("is written to three times a day at most", async () => {
    const ctx = await own();
    const email = await insertLead(ctx, { onWaitlist: true });
    for (let hour = 5; hour > 0; hour--) {
      await queueAutomaticEmail(ctx, email, "joined");
      await ctx.db.execute(sql`update deliveries set created_at = created_at - interval '61 minutes' where email = ${email}`);
    }
    expect(await messagesTo(ctx, email)).toHaveLength(3);
  });
});

describe("whoever claims a code", () => {
  test("is told so where the project says so, and once", async () => {
    const ctx = await own(sql`send_claimed_email = true, redirect_url = 'https://example.org/in'`);
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    for (let i = 0; i < 2; i++) await claimCode(ctx, { code: normalizeCode(code), email });
    expect(await messagesTo(ctx, email)).toMatchObject([{ kind: "claimed", code_text: code }]);
    const [message] = await takeAll(ctx, email);
    expect(message?.message).toMatchObject({ kind: "claimed", code, redirectUrl: "https://example.org/in" });
    const quiet = await own();
    const another = await insertCode(quiet);
    await claimCode(quiet, { code: normalizeCode(another), email });
    expect(await messagesTo(quiet, email)).toEqual([]);
  });

  test("and whose code is deleted is told nothing any more", async () => {
    const ctx = await own(sql`send_claimed_email = true`);
    const [code, email] = [await insertCode(ctx), uniqueEmail()];
    await claimCode(ctx, { code: normalizeCode(code), email });
    await removeCode(ctx, normalizeCode(code));
    expect(await messagesTo(ctx, email)).toMatchObject([{ kind: "claimed", status: "canceled" }]);
  });
});

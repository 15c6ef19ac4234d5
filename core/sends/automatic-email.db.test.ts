import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeIdentity } from "@/contract/text";
import { rows } from "@/db/rows";
import { aCode, aLead, anAddress, aProject } from "@/tests/harness/factories";
import { aWorld } from "@/tests/harness/world";
import { claim } from "../codes/claim";
import { remove as removeCode } from "../codes/delete";
import type { Context } from "../context";
import { create } from "../leads/create";
import { welcome } from "../leads/welcome";
import { take } from "./deliver";
import { queueMessage } from "./message";

const world = await aWorld();
const own = async (settings = sql`joined_mail = true`): Promise<Context> => {
  const { ctx } = await aProject(world.ctx);
  await ctx.db.execute(sql`update projects set ${settings} where id = ${ctx.projectId}`);
  return ctx;
};
const asVisitor = (ctx: Context): Context => ({ ...ctx, actor: { kind: "visitor", id: null } });
const messagesTo = (ctx: Context, email: string) =>
  rows<{ id: string; kind: string; status: string; code_text: string | null }>(
    ctx.db,
    sql`select id, kind, status, code_text from deliveries where project_id = ${ctx.projectId} and email = ${email} order by created_at, kind`,
  );
const leadOf = async (ctx: Context, email: string) => {
  const [row] = await rows<{ referral_code: string; standing: string; on_waitlist: boolean; moved_referrer_by: number | null }>(
    ctx.db,
    sql`select * from leads where project_id = ${ctx.projectId} and email = ${email}`,
  );
  return row ?? expect.fail("no such lead");
};
const joins = async (ctx: Context, email: string, more: object = {}): Promise<void> => {
  await create(asVisitor(ctx), { email, waitlist: true, ...more });
  await welcome(ctx, { lead: (await leadOf(ctx, email)).referral_code, mail: true });
};
const takeAll = async (ctx: Context, email: string) =>
  take(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: (await messagesTo(ctx, email)).map(({ id }) => id) });

describe("whoever joins", () => {
  test("is told so once, however often they do", async () => {
    const ctx = await own();
    const email = anAddress();
    for (let i = 0; i < 3; i++) await joins(ctx, email);
    expect(await messagesTo(ctx, email)).toMatchObject([{ kind: "joined", status: "queued", code_text: null }]);
    const [message] = await takeAll(ctx, email);
    expect(message?.message).toMatchObject({ kind: "joined", place: 1, waiting: 1, code: null, email });
  });

  test("is told nothing where the project says so, or where staff made them", async () => {
    const quiet = await own(sql`joined_mail = false`);
    const email = anAddress();
    await joins(quiet, email);
    expect(await messagesTo(quiet, email)).toEqual([]);
    const ctx = await own();
    await create(ctx, { email, waitlist: true });
    expect(await messagesTo(ctx, email)).toEqual([]);
  });

  test("is asked to confirm where that is wanted, and does not wait until then", async () => {
    const ctx = await own(sql`double_opt_in = true, referral_places = 1`);
    const [friend, email] = [await aLead(ctx, { onWaitlist: true }), anAddress()];
    await joins(ctx, email, { referralCode: (await leadOf(ctx, friend)).referral_code });
    expect(await leadOf(ctx, email)).toMatchObject({ standing: "unconfirmed", on_waitlist: false, moved_referrer_by: null });
    expect(await messagesTo(ctx, email)).toMatchObject([{ kind: "confirm" }]);
    // What they have done meanwhile need not be asked for any more.
    await ctx.db.execute(sql`update leads set standing = 'accepted' where email = ${email} and project_id = ${ctx.projectId}`);
    expect(await takeAll(ctx, email)).toEqual([]);
    expect(await messagesTo(ctx, email)).toMatchObject([{ kind: "confirm", status: "cancelled" }]);
  });

  test("and asked for no mail gets none", async () => {
    const ctx = await own();
    const email = await aLead(ctx, { suppressed: true });
    await joins(ctx, email);
    expect(await takeAll(ctx, email)).toEqual([]);
    expect(await messagesTo(ctx, email)).toMatchObject([{ kind: "joined", status: "suppressed" }]);
  });

  test("is written to three times a day at most", async () => {
    const ctx = await own();
    const email = await aLead(ctx, { onWaitlist: true });
    for (let hour = 5; hour > 0; hour--) {
      await queueMessage(ctx, email, "joined");
      await ctx.db.execute(sql`update deliveries set created_at = created_at - interval '61 minutes' where email = ${email}`);
    }
    expect(await messagesTo(ctx, email)).toHaveLength(3);
  });
});

describe("whoever claims a code", () => {
  test("is told so where the project says so, and once", async () => {
    const ctx = await own(sql`claimed_mail = true, claimed_url = 'https://example.org/in'`);
    const [code, email] = [await aCode(ctx), anAddress()];
    for (let i = 0; i < 2; i++) await claim(ctx, { code: codeIdentity(code), email });
    expect(await messagesTo(ctx, email)).toMatchObject([{ kind: "claimed", code_text: code }]);
    const [message] = await takeAll(ctx, email);
    expect(message?.message).toMatchObject({ kind: "claimed", code, claimedUrl: "https://example.org/in" });
    const quiet = await own();
    const another = await aCode(quiet);
    await claim(quiet, { code: codeIdentity(another), email });
    expect(await messagesTo(quiet, email)).toEqual([]);
  });

  test("and whose code is deleted is told nothing any more", async () => {
    const ctx = await own(sql`claimed_mail = true`);
    const [code, email] = [await aCode(ctx), anAddress()];
    await claim(ctx, { code: codeIdentity(code), email });
    await removeCode(ctx, codeIdentity(code));
    expect(await messagesTo(ctx, email)).toMatchObject([{ kind: "claimed", status: "cancelled" }]);
  });
});

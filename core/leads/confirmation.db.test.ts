import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { createCodeLinkToken } from "../abuse-protection/link-token";
import { claimCode } from "../codes/claim";
import { type Context, inTransaction } from "../context";
import { getLeadProfile } from "../sends/email-content";
import { getWaitlistFunnel } from "../stats/funnel";
import { previewWave } from "../waves/preview";
import { confirmLeads } from "./confirmation";
import { createLead } from "./create";
import { createLinkToken } from "./email-links";
import { getLead } from "./record";
import { creditReferral } from "./referrals";
import { confirmEmail } from "./self-service";
import { getLeadPosition } from "./waitlist";
import { listWaitlist } from "./waitlist-list";

const app = await createTestApp();

async function createProject(): Promise<{ ctx: Context; visitor: Context }> {
  const { ctx } = await insertProject(app.ctx);
  await ctx.db.execute(sql`update projects set double_opt_in = true where id = ${ctx.projectId}`);
  return { ctx, visitor: { ...ctx, actor: { kind: "visitor", id: null } } };
}

const confirm = (ctx: Context, ...args: Parameters<typeof confirmLeads> extends [unknown, infer List] ? [List] : never) =>
  inTransaction(ctx, (inner) => confirmLeads(inner, ...args));

/** What the funnel, the filter of the waitlist and a wave with that filter count as confirmed. */
const countConfirmed = async (ctx: Context) => ({
  funnel: (await getWaitlistFunnel(ctx)).total.confirmed,
  filter: (await collectAll(listWaitlist(ctx, { confirmed: true }))).length,
  wave: (await previewWave(ctx, { size: 100, filter: { confirmed: true } })).matching,
});

test("a confirmed email is the same for the funnel, the waitlist's filter and waves, also after an import", async () => {
  const { ctx } = await createProject();
  const imported: string[] = [];
  for (let i = 0; i < 5; i++) imported.push(await insertLead(ctx, { onWaitlist: true, source: "import" }));
  await insertLead(ctx, { onWaitlist: true, confirmedAt: "2026-01-02T03:04:05.000Z" });
  expect(await countConfirmed(ctx)).toEqual({ funnel: 1, filter: 1, wave: 1 });
  const at = "2024-05-06T07:08:09.000Z";
  await confirm(
    ctx,
    imported.slice(0, 3).map((email) => ({ email, by: "import" as const, at, from: "contacts.csv" })),
  );
  expect(await countConfirmed(ctx)).toEqual({ funnel: 4, filter: 4, wave: 4 });
  const [first = "", , , fourth = ""] = imported;
  expect(await getLead(ctx, first)).toMatchObject({ confirmedAt: at, confirmedBy: "import", confirmedFrom: "contacts.csv" });
  expect(await getLead(ctx, fourth)).toMatchObject({ confirmedAt: null, confirmedBy: null, confirmedFrom: null });
  const skipped = (await previewWave(ctx, { size: 100, filter: { confirmed: true } })).skipped;
  expect(skipped).toEqual([{ reason: "unconfirmed", count: 2 }]);
});

test("an earlier confirmation is never replaced by an import", async () => {
  const { ctx } = await createProject();
  const email = await insertLead(ctx, { confirmedAt: "2026-01-02T03:04:05.000Z" });
  expect(await confirm(ctx, [{ email, by: "import", at: "2020-01-01T00:00:00.000Z", from: "old.csv" }])).toEqual([]);
  // Servers of the previous version don't store how it was confirmed: it was a link.
  expect(await getLead(ctx, email)).toMatchObject({ confirmedAt: "2026-01-02T03:04:05.000Z", confirmedBy: "link", confirmedFrom: null });
});

test("a sign-up that waits for a confirmation becomes active with it", async () => {
  const { ctx, visitor } = await createProject();
  const email = uniqueEmail();
  await createLead(visitor, { email, waitlist: true });
  const confirmed = await confirm(ctx, [{ email, by: "import" }]);
  expect(confirmed).toMatchObject([{ email, was_unconfirmed: true }]);
  expect(await getLead(ctx, email)).toMatchObject({ status: "active", confirmedBy: "import", confirmedAt: expect.any(String) });
});

test("the emailed link confirms also those whom staff put on the waitlist before", async () => {
  const { ctx, visitor } = await createProject();
  const email = uniqueEmail();
  await createLead(visitor, { email, waitlist: true });
  const { referralCode } = await getLead(ctx, email);
  await ctx.db.execute(
    sql`update leads set status = 'active', on_waitlist = true where project_id = ${ctx.projectId} and email = ${email}`,
  );
  await confirmEmail(visitor, createLinkToken({ projectId: ctx.projectId, referralCode }, "confirm"));
  expect(await getLead(ctx, email)).toMatchObject({ status: "active", confirmedBy: "link", confirmedAt: expect.any(String) });
});

test.each(["a first", "a repeated"])(
  "%s claim through an emailed link confirms the email, and a claim without one doesn't",
  async (kind) => {
    const { ctx, visitor } = await createProject();
    const code = normalizeCode(await insertCode(ctx, { allowedClaims: 10 }));
    const email = uniqueEmail();
    await createLead(visitor, { email, waitlist: true, firstname: "Ada" });
    const readName = async () => (await getLeadProfile(ctx, email))?.firstname ?? null;
    if (kind === "a repeated") {
      await claimCode(visitor, { code, email });
      expect(await getLead(ctx, email)).toMatchObject({ status: "unconfirmed", confirmedAt: null, confirmedBy: null });
    }
    expect(await readName()).toBeNull();
    await claimCode(visitor, { code, email, linkToken: createCodeLinkToken(ctx.projectId, { code, email }) });
    expect(await getLead(ctx, email)).toMatchObject({ status: "active", confirmedAt: expect.any(String), confirmedBy: "claim" });
    expect(await readName()).toBe("Ada");
    const other = uniqueEmail();
    await claimCode(visitor, { code, email: other });
    expect(await getLead(ctx, other)).toMatchObject({ confirmedAt: null, confirmedBy: null });
  },
);

test("a claim through an emailed link credits the referrer of a lead who hadn't confirmed", async () => {
  const { ctx, visitor } = await createProject();
  const referrer = await insertLead(ctx, { onWaitlist: true });
  const { referralCode } = await getLead(ctx, referrer);
  const email = uniqueEmail();
  await createLead(visitor, { email, waitlist: true, referralCode });
  const code = normalizeCode(await insertCode(ctx));
  await claimCode(visitor, { code, email, linkToken: createCodeLinkToken(ctx.projectId, { code, email }) });
  const signUps = await queryRows<{ code: string }>(
    ctx.db,
    sql`select data ->> 'referralCode' as code from pgboss.job where name = 'sign_ups' and (data ->> 'projectId')::int = ${ctx.projectId} order by created_on`,
  );
  // Of the sign-up, and of the claim.
  expect(signUps).toHaveLength(2);
  await creditReferral(ctx, email);
  expect(await getLeadPosition(ctx, referrer)).toMatchObject({ referrals: 1 });
});

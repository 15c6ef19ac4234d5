import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { JobRecord } from "@/contract/jobs";
import { queryRows } from "@/db/query";
import { getOutcome } from "@/tests/harness/errors";
import { insertCode, insertLead, insertLeads, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { claimCode } from "../codes/claim";
import { generateBatch } from "../codes/generate";
import { getCode } from "../codes/record";
import { updateCode } from "../codes/update";
import type { Context } from "../context";
import { getJob } from "../jobs/jobs";
import { bulkUpdateLeads } from "./bulk-actions";
import { getLead } from "./record";

const app = await createTestApp();
const { db } = app;
const secondCtx = app.openSecondPool().ctx;
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;
const runJob = async (ctx: Context, { id }: JobRecord) => {
  await runBackgroundJob(ctx, id, new AbortController().signal);
  return getJob(ctx, id);
};
const listEvents = (ctx: Context, kind: string) =>
  queryRows<{ email: string | null; data: object }>(
    db,
    sql`select email, data from events where project_id = ${ctx.projectId} and kind = ${kind} order by id`,
  );

describe("a bulk action on a few leads", () => {
  test("adds each lead to the waitlist and removes them again once, with one event each", async () => {
    const ctx = await createProject();
    const [ada, grace] = [await insertLead(ctx), await insertLead(ctx, { onWaitlist: true })];
    const emails = [ada, grace, ada, uniqueEmail()];
    expect(await bulkUpdateLeads(ctx, { action: "join_waitlist", emails })).toMatchObject({
      kind: "leads.join_waitlist",
      status: "completed",
      total: 3,
      changed: 1,
    });
    expect(await getLead(ctx, ada)).toMatchObject({ onWaitlist: true });
    expect(await listEvents(ctx, "lead.updated")).toEqual([{ email: ada, data: { fields: ["onWaitlist"], onWaitlist: true } }]);
    expect(await bulkUpdateLeads(ctx, { action: "leave_waitlist", filter: { all: true } })).toMatchObject({ total: 2, changed: 2 });
    expect(await getLead(ctx, grace)).toMatchObject({ onWaitlist: false });
    expect((await listEvents(ctx, "lead.updated")).at(-1)?.data).toEqual({ fields: ["onWaitlist"], onWaitlist: false });
  });

  test("changes only the leads of the project that match the filter", async () => {
    const ctx = await createProject();
    const [ada, grace] = [await insertLead(ctx, { onWaitlist: true }), await insertLead(ctx)];
    const otherCtx = await createProject();
    const otherLead = await insertLead(otherCtx);
    expect(await bulkUpdateLeads(ctx, { action: "delete", filter: { waitlist: false } })).toMatchObject({
      status: "completed",
      total: 1,
      changed: 1,
    });
    expect(await getOutcome(getLead(ctx, grace))).toBe("lead_not_found");
    for (const [leadCtx, email] of [
      [ctx, ada],
      [otherCtx, otherLead],
    ] as const)
      expect(await getLead(leadCtx, email)).toMatchObject({ email });
  });

  test("deletes leads without a trace, releases their claims and reservations, and keeps the leads they referred", async () => {
    const ctx = await createProject();
    const [ada, grace, referral] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    const shared = (await insertCode(ctx, { allowedClaims: 3 })).replace(/-/g, "");
    const reserved = (await insertCode(ctx)).replace(/-/g, "");
    for (const email of [ada, grace, referral]) await claimCode(ctx, { code: shared, email });
    await updateCode(ctx, reserved, { reservedFor: grace });
    await db.execute(sql`update leads set referred_by = ${ada} where email = ${referral}`);
    const ids = [(await getLead(ctx, ada)).id, (await getLead(ctx, grace)).id];
    expect(await bulkUpdateLeads(ctx, { action: "delete", emails: [ada, grace] })).toMatchObject({ status: "completed", changed: 2 });
    expect(await getCode(ctx, shared)).toMatchObject({ claims: 1 });
    expect(await getCode(ctx, reserved)).toMatchObject({ reservedFor: null, status: "paused" });
    expect(await getLead(ctx, referral)).toMatchObject({ referredBy: null, hasClaimedCode: true });
    expect(await listEvents(ctx, "lead.deleted")).toEqual(ids.map((id) => ({ email: null, data: { id } })));
    const [remaining] = await queryRows<{ n: number }>(db, sql`select count(*)::int as n from events where email in (${ada}, ${grace})`);
    expect(remaining?.n).toBe(0);
    const [leftovers] = await queryRows(db, sql`select params, progress from background_jobs where project_id = ${ctx.projectId}`);
    expect(leftovers).toEqual({ params: null, progress: null });
  });
});

describe("a bulk action on many leads", () => {
  test("runs in the background, once for each lead that existed at the call", async () => {
    const ctx = await createProject();
    await insertLeads(ctx, 1300);
    const job = await bulkUpdateLeads(ctx, { action: "join_waitlist", filter: { waitlist: false } });
    expect(job).toMatchObject({ status: "queued", processed: 0 });
    const laterLead = await insertLead(ctx);
    expect(await runJob(ctx, job)).toMatchObject({ status: "completed", total: 1300, processed: 1300, changed: 1300 });
    expect(await getLead(ctx, laterLead)).toMatchObject({ onWaitlist: false });
    expect(await listEvents(ctx, "lead.updated")).toHaveLength(1300);
    const secondJob = await bulkUpdateLeads(ctx, { action: "join_waitlist", filter: { all: true } });
    expect(await runJob(ctx, secondJob)).toMatchObject({ total: 1301, changed: 1 });
  });

  test("keeps claim counts correct while leads are deleted and claim codes", async () => {
    const ctx = await createProject();
    const emails = await insertLeads(ctx, 700);
    const batch = await generateBatch(ctx, { amount: 20, allowedClaims: 40 });
    const codes = await queryRows<{ key: string }>(db, sql`select key from codes where batch_id = ${batch.id}`);
    const racingCtx = { ...secondCtx, projectId: ctx.projectId };
    const key = (i: number) => codes[i % 20]?.key ?? "";
    for (let i = 0; i < 200; i++) await claimCode(ctx, { code: key(i), email: emails[i] ?? "" });
    const job = await bulkUpdateLeads(ctx, { action: "delete", emails });
    await Promise.all([
      runJob(ctx, job),
      ...emails.slice(100, 260).map((email, i) => getOutcome(claimCode(racingCtx, { code: key(i * 3), email }))),
    ]);
    const mismatches = await queryRows(
      db,
      sql`select c.claims, count(k.email) from codes c left join claims k on k.project_id = c.project_id and k.code_key = c.key
        where c.project_id = ${ctx.projectId} group by c.project_id, c.key having c.claims <> count(k.email)`,
    );
    expect(mismatches).toEqual([]);
    const leftovers = await queryRows<{ hasClaimed: boolean }>(
      db,
      sql`select has_claimed as "hasClaimed" from leads where project_id = ${ctx.projectId}`,
    );
    for (const lead of leftovers) expect(lead).toEqual({ hasClaimed: true });
  });
});

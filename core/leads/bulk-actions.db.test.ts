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
import { getCode } from "../codes/get";
import { updateCode } from "../codes/update";
import type { Context } from "../context";
import { getJob as getTask } from "../jobs/list";
import { bulkUpdateLeads } from "./bulk-actions";
import { getLead } from "./get";

const world = await createTestApp();
const { db } = world;
const other = world.openSecondPool().ctx;
const own = async (): Promise<Context> => (await insertProject(world.ctx)).ctx;
const finished = async (ctx: Context, { id }: JobRecord) => {
  await runBackgroundJob(ctx, id, new AbortController().signal);
  return getTask(ctx, id);
};
const eventsIn = (ctx: Context, kind: string) =>
  queryRows<{ email: string | null; data: object }>(
    db,
    sql`select email, data from events where project_id = ${ctx.projectId} and kind = ${kind} order by id`,
  );

describe("a few leads", () => {
  test("are put on the waitlist and taken off it, each once, with an event each", async () => {
    const ctx = await own();
    const [ada, grace] = [await insertLead(ctx), await insertLead(ctx, { onWaitlist: true })];
    const emails = [ada, grace, ada, uniqueEmail()];
    expect(await bulkUpdateLeads(ctx, { act: "join_waitlist", emails })).toMatchObject({
      kind: "leads.join_waitlist",
      status: "completed",
      total: 3,
      changed: 1,
    });
    expect(await getLead(ctx, ada)).toMatchObject({ onWaitlist: true });
    expect(await eventsIn(ctx, "lead.updated")).toEqual([{ email: ada, data: { fields: ["onWaitlist"], onWaitlist: true } }]);
    expect(await bulkUpdateLeads(ctx, { act: "leave_waitlist", filter: { all: true } })).toMatchObject({ total: 2, changed: 2 });
    expect(await getLead(ctx, grace)).toMatchObject({ onWaitlist: false });
    expect((await eventsIn(ctx, "lead.updated")).at(-1)?.data).toEqual({ fields: ["onWaitlist"], onWaitlist: false });
  });

  test("that match are those of the filter, and no others'", async () => {
    const ctx = await own();
    const [ada, grace] = [await insertLead(ctx, { onWaitlist: true }), await insertLead(ctx)];
    const another = await own();
    const theirs = await insertLead(another);
    expect(await bulkUpdateLeads(ctx, { act: "delete", filter: { waitlist: false } })).toMatchObject({
      status: "completed",
      total: 1,
      changed: 1,
    });
    expect(await getOutcome(getLead(ctx, grace))).toBe("lead_not_found");
    for (const [by, email] of [
      [ctx, ada],
      [another, theirs],
    ] as const)
      expect(await getLead(by, email)).toMatchObject({ email });
  });

  test("are deleted as one is: uses come back, reservations go, whom they referred stays, and no trace is left", async () => {
    const ctx = await own();
    const [ada, grace, friend] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    const shared = (await insertCode(ctx, { allowedClaims: 3 })).replace(/-/g, "");
    const reserved = (await insertCode(ctx)).replace(/-/g, "");
    for (const email of [ada, grace, friend]) await claimCode(ctx, { code: shared, email });
    await updateCode(ctx, reserved, { reservedFor: grace });
    await db.execute(sql`update leads set referred_by = ${ada} where email = ${friend}`);
    expect(await bulkUpdateLeads(ctx, { act: "delete", emails: [ada, grace] })).toMatchObject({ status: "completed", changed: 2 });
    expect(await getCode(ctx, shared)).toMatchObject({ claims: 1 });
    expect(await getCode(ctx, reserved)).toMatchObject({ reservedFor: null, status: "paused" });
    expect(await getLead(ctx, friend)).toMatchObject({ referredBy: null, hasClaimedCode: true });
    expect(await eventsIn(ctx, "lead.deleted")).toEqual([
      { email: null, data: {} },
      { email: null, data: {} },
    ]);
    const [traces] = await queryRows<{ n: number }>(db, sql`select count(*)::int as n from events where email in (${ada}, ${grace})`);
    expect(traces?.n).toBe(0);
    const [left] = await queryRows(db, sql`select params, progress from background_jobs where project_id = ${ctx.projectId}`);
    expect(left).toEqual({ params: null, progress: null });
  });
});

describe("many leads", () => {
  test("wait for the worker, which does all that came before the call, once", async () => {
    const ctx = await own();
    await insertLeads(ctx, 1300);
    const asked = await bulkUpdateLeads(ctx, { act: "join_waitlist", filter: { waitlist: false } });
    expect(asked).toMatchObject({ status: "queued", processed: 0 });
    const late = await insertLead(ctx);
    expect(await finished(ctx, asked)).toMatchObject({ status: "completed", total: 1300, processed: 1300, changed: 1300 });
    expect(await getLead(ctx, late)).toMatchObject({ onWaitlist: false });
    expect(await eventsIn(ctx, "lead.updated")).toHaveLength(1300);
    const again = await bulkUpdateLeads(ctx, { act: "join_waitlist", filter: { all: true } });
    expect(await finished(ctx, again)).toMatchObject({ total: 1301, changed: 1 });
  });

  test("are deleted while they claim, and no counter drifts", { timeout: 60_000 }, async () => {
    const ctx = await own();
    const emails = await insertLeads(ctx, 700);
    const batch = await generateBatch(ctx, { amount: 20, allowedClaims: 40 });
    const made = await queryRows<{ key: string }>(db, sql`select key from codes where batch_id = ${batch.id}`);
    const elsewhere = { ...other, projectId: ctx.projectId };
    const key = (i: number) => made[i % 20]?.key ?? "";
    for (let i = 0; i < 200; i++) await claimCode(ctx, { code: key(i), email: emails[i] ?? "" });
    const asked = await bulkUpdateLeads(ctx, { act: "delete", emails });
    await Promise.all([
      finished(ctx, asked),
      ...emails.slice(100, 260).map((email, i) => getOutcome(claimCode(elsewhere, { code: key(i * 3), email }))),
    ]);
    const wrong = await queryRows(
      db,
      sql`select c.claims, count(k.email) from codes c left join claims k on k.project_id = c.project_id and k.code_key = c.key
        where c.project_id = ${ctx.projectId} group by c.project_id, c.key having c.claims <> count(k.email)`,
    );
    expect(wrong).toEqual([]);
    const left = await queryRows<{ hasClaimed: boolean }>(
      db,
      sql`select has_claimed as "hasClaimed" from leads where project_id = ${ctx.projectId}`,
    );
    for (const lead of left) expect(lead).toEqual({ hasClaimed: true });
  });
});

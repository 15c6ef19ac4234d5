import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { buildStatement, queryRows } from "@/db/query";
import { insertCode, insertLead, insertProject } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import type { Context } from "../context";
import { bulkUpdateLeads } from "./bulk-actions";
import { createLead } from "./create";
import { deleteLead } from "./delete";
import { updateLead } from "./update";
import { countAheadInPage, getWaitlistPosition, moveOnWaitlist, recountWaitlist, waitlistPositionQuery } from "./waitlist";

const app = await createTestApp();
const secondCtx = app.openSecondPool().ctx;
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

/** Creates leads on the waitlist and returns their emails in order. */
async function createWaitlist(ctx: Context, amount: number): Promise<string[]> {
  const emails: string[] = [];
  for (let i = 0; i < amount; i++) {
    const email = `${String(i).padStart(2, "0")}-${ctx.projectId}@example.org`;
    await createLead(ctx, { email, waitlist: true });
    emails.push(email);
  }
  return emails;
}

/** Returns the emails of the waitlist by position, and checks that recounting changes no position. */
async function listWaitlist(ctx: Context): Promise<string[]> {
  const leads = await queryRows<{ email: string }>(
    ctx.db,
    sql`select email from leads where project_id = ${ctx.projectId} and on_waitlist`,
  );
  const getPositions = () => Promise.all(leads.map(async ({ email }) => ({ email, ...(await getWaitlistPosition(ctx, email)) })));
  const before = await getPositions();
  await recountWaitlist(ctx.db, ctx.projectId, { force: true });
  expect(await getPositions()).toEqual(before);
  expect(before.every(({ waiting }) => waiting === leads.length)).toBe(true);
  const sorted = before.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  expect(sorted.map(({ position }) => position)).toEqual(sorted.map((_, index) => index + 1));
  return sorted.map(({ email }) => email);
}

const formatOrder = (emails: readonly string[]) => emails.map((email) => Number(email.slice(0, 2))).join(" ");

test("leads are added at the end of the waitlist, and the gap is closed when one leaves", async () => {
  const ctx = await createProject();
  const [a = "", b = "", c = "", d = ""] = await createWaitlist(ctx, 6);
  expect(formatOrder(await listWaitlist(ctx))).toBe("0 1 2 3 4 5");
  await updateLead(ctx, b, { waitlist: false });
  expect(await getWaitlistPosition(ctx, b)).toBeNull();
  expect(formatOrder(await listWaitlist(ctx))).toBe("0 2 3 4 5");
  await deleteLead(ctx, d);
  const code = await insertCode(ctx);
  await claimCode(ctx, { code: normalizeCode(code), email: a });
  expect(formatOrder(await listWaitlist(ctx))).toBe("2 4 5");
  // Leads who join again go to the end.
  await bulkUpdateLeads(ctx, { action: "join_waitlist", emails: [b, a] });
  await bulkUpdateLeads(ctx, { action: "leave_waitlist", emails: [c] });
  expect(formatOrder((await listWaitlist(ctx)).slice(0, 2))).toBe("4 5");
  expect((await getWaitlistPosition(ctx, b))?.position).toBeGreaterThan(2);
});

describe("moving a lead", () => {
  test.each([
    ["up by one", 4, 1, "0 1 2 4 3 5"],
    ["up by several", 4, 3, "0 4 1 2 3 5"],
    ["up beyond the first position", 4, 50, "4 0 1 2 3 5"],
    ["up from the first position", 0, 2, "0 1 2 3 4 5"],
    ["down", 1, -2, "0 2 3 1 4 5"],
    ["down beyond the last position", 1, -9, "0 2 3 4 5 1"],
    ["by zero", 3, 0, "0 1 2 3 4 5"],
  ])("%s", async (_, index, positions, expected) => {
    const ctx = await createProject();
    const emails = await createWaitlist(ctx, 6);
    await recountWaitlist(ctx.db, ctx.projectId, { force: true });
    await moveOnWaitlist(ctx, emails[index] ?? "", positions);
    expect(formatOrder(await listWaitlist(ctx))).toBe(expected);
  });

  test("restores the order when a lead moves up and down by the same distance", async () => {
    const ctx = await createProject();
    const emails = await createWaitlist(ctx, 6);
    await moveOnWaitlist(ctx, emails[5] ?? "", 3);
    await moveOnWaitlist(ctx, emails[5] ?? "", -3);
    expect(formatOrder(await listWaitlist(ctx))).toBe("0 1 2 3 4 5");
  });

  test("loses no lead when many move at once through two connection pools", async () => {
    const ctx = await createProject();
    const emails = await createWaitlist(ctx, 12);
    const through = (pool: Context): Context => ({ ...pool, projectId: ctx.projectId });
    await Promise.all(
      emails.flatMap((email, i) => [moveOnWaitlist(ctx, email, (i % 4) + 1), moveOnWaitlist(through(secondCtx), email, 2)]),
    );
    expect((await listWaitlist(ctx)).sort()).toEqual(emails);
  });

  test("does nothing if the lead isn't on the waitlist", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx);
    await moveOnWaitlist(ctx, email, 3);
    expect(await getWaitlistPosition(ctx, email)).toBeNull();
  });
});

test("the positions are correct while leads leave and the waitlist is recounted", async () => {
  const ctx = await createProject();
  const emails = await createWaitlist(ctx, 20);
  const last = emails.at(-1) ?? "";
  const departuresInOrder = emails.slice(0, 10).map((email, i) => async () => {
    await (i % 2 === 0 ? deleteLead(ctx, email) : updateLead(ctx, email, { waitlist: false }));
    return getWaitlistPosition({ ...secondCtx, projectId: ctx.projectId }, last);
  });
  const recounting = (async () => {
    for (let i = 0; i < 10; i++) await recountWaitlist(ctx.db, ctx.projectId, { force: true });
  })();
  for (const [departures, leave] of departuresInOrder.entries())
    expect(await leave()).toEqual({ position: 19 - departures, waiting: 19 - departures });
  await recounting;
  expect(await listWaitlist(ctx)).toHaveLength(10);
});

// Checks plans of PostgreSQL 18.
describe.skipIf(process.env.TEST_DATABASE_URL !== undefined)("positions in a long waitlist", () => {
  let ctx: Context;

  beforeAll(async () => {
    ctx = await createProject();
    await ctx.db.execute(sql`insert into leads (project_id, email, referral_code, on_waitlist, waitlist_sort_key)
      select ${ctx.projectId}::int, i || '@example.org', 'code' || i, true, i from generate_series(1, 20000) as i`);
    await recountWaitlist(ctx.db, ctx.projectId, { force: true });
    // The insert above recorded no changes, so this is the first one.
    await updateLead(ctx, "20000@example.org", { waitlist: false });
    await recountWaitlist(ctx.db, ctx.projectId, { force: true });
    await ctx.db.execute(sql`vacuum analyze leads`);
  });

  test("a position is counted from the nearest checkpoint", async () => {
    expect(await getWaitlistPosition(ctx, "19999@example.org")).toEqual({ position: 19_999, waiting: 19_999 });
    const plan = await queryRows<{ "QUERY PLAN": string }>(
      ctx.db,
      sql`explain (analyze, timing off, costs off) ${waitlistPositionQuery(ctx.projectId, "19999@example.org")}`,
    );
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(text).not.toMatch(/Seq Scan on leads/);
    const rowCounts = [...text.matchAll(/leads_by_waitlist_position_idx.*actual rows=([\d.]+)/g)].map(([, rows]) => Number(rows));
    expect(rowCounts.length).toBeGreaterThan(0);
    expect(Math.max(...rowCounts)).toBeLessThanOrEqual(1000);
  });

  test("those of a page are read from its part of the line", async () => {
    const { line, ahead } = countAheadInPage(ctx.projectId);
    const page = sql`select * from leads where project_id = ${ctx.projectId} and email in ('15010@example.org', '15200@example.org')`;
    const query = sql`with page as (${page}), ${line} select l.email, ${ahead} as ahead from page l left join line on line.email = l.email order by l.email`;
    expect(await queryRows(ctx.db, query)).toEqual([
      { email: "15010@example.org", ahead: "15009" },
      { email: "15200@example.org", ahead: "15199" },
    ]);
    // After a few pages, PostgreSQL plans without the values. A scan of the line without a start reads it from its first lead.
    const plan = await queryRows<{ "QUERY PLAN": string }>(
      ctx.db,
      sql.raw(`explain (generic_plan, costs off) ${buildStatement(query).sql}`),
    );
    const scans = plan.flatMap((line, index) =>
      line["QUERY PLAN"].includes("leads_by_waitlist_position_idx") ? [plan[index + 1]?.["QUERY PLAN"] ?? ""] : [],
    );
    expect(scans.length).toBeGreaterThan(0);
    for (const condition of scans) expect(condition).toMatch(/waitlist_sort_key >=/);
  });
});

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { insertCode, insertLead, insertProject } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import type { Context } from "../context";
import { bulkUpdateLeads } from "./bulk-actions";
import { createLead } from "./create";
import { deleteLead } from "./delete";
import { updateLead } from "./update";
import { getWaitlistPosition, moveOnWaitlist, recountWaitlist, waitlistPositionQuery } from "./waitlist";

const world = await createTestApp();
const other = world.openSecondPool().ctx;
const own = async (): Promise<Context> => (await insertProject(world.ctx)).ctx;

/** As many leads who wait, in the order they came. */
async function aLine(ctx: Context, amount: number): Promise<string[]> {
  const emails: string[] = [];
  for (let i = 0; i < amount; i++) {
    const email = `${String(i).padStart(2, "0")}-${ctx.projectId}@example.org`;
    await createLead(ctx, { email, waitlist: true });
    emails.push(email);
  }
  return emails;
}

/** Who waits, by their places, each of which must be told alike with and without counting anew. */
async function lineOf(ctx: Context): Promise<string[]> {
  const leads = await queryRows<{ email: string }>(
    ctx.db,
    sql`select email from leads where project_id = ${ctx.projectId} and on_waitlist`,
  );
  const told = () => Promise.all(leads.map(async ({ email }) => ({ email, ...(await getWaitlistPosition(ctx, email)) })));
  const before = await told();
  await recountWaitlist(ctx.db, ctx.projectId, { force: true });
  expect(await told()).toEqual(before);
  expect(before.every(({ waiting }) => waiting === leads.length)).toBe(true);
  const placed = before.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  expect(placed.map(({ position: place }) => place)).toEqual(placed.map((_, index) => index + 1));
  return placed.map(({ email }) => email);
}

const names = (emails: readonly string[]) => emails.map((email) => Number(email.slice(0, 2))).join(" ");

test("whoever comes stands behind those who came before, and who leaves makes room", async () => {
  const ctx = await own();
  const [a = "", b = "", c = "", d = ""] = await aLine(ctx, 6);
  expect(names(await lineOf(ctx))).toBe("0 1 2 3 4 5");
  await updateLead(ctx, { email: b, waitlist: false });
  expect(await getWaitlistPosition(ctx, b)).toBeNull();
  expect(names(await lineOf(ctx))).toBe("0 2 3 4 5");
  await deleteLead(ctx, d);
  const code = await insertCode(ctx);
  await claimCode(ctx, { code: normalizeCode(code), email: a });
  expect(names(await lineOf(ctx))).toBe("2 4 5");
  // Whoever comes again stands at the end.
  await bulkUpdateLeads(ctx, { act: "join_waitlist", emails: [b, a] });
  await bulkUpdateLeads(ctx, { act: "leave_waitlist", emails: [c] });
  expect(names((await lineOf(ctx)).slice(0, 2))).toBe("4 5");
  expect((await getWaitlistPosition(ctx, b))?.position).toBeGreaterThan(2);
});

describe("moving", () => {
  test.each([
    ["up by one", 4, 1, "0 1 2 4 3 5"],
    ["up by several", 4, 3, "0 4 1 2 3 5"],
    ["up beyond the first", 4, 50, "4 0 1 2 3 5"],
    ["up, of the first", 0, 2, "0 1 2 3 4 5"],
    ["down", 1, -2, "0 2 3 1 4 5"],
    ["down beyond the last", 1, -9, "0 2 3 4 5 1"],
    ["nowhere", 3, 0, "0 1 2 3 4 5"],
  ])("%s", async (_, who, places, after) => {
    const ctx = await own();
    const line = await aLine(ctx, 6);
    await recountWaitlist(ctx.db, ctx.projectId, { force: true });
    await moveOnWaitlist(ctx, line[who] ?? "", places);
    expect(names(await lineOf(ctx))).toBe(after);
  });

  test("up and as far down again changes nothing", async () => {
    const ctx = await own();
    const line = await aLine(ctx, 6);
    await moveOnWaitlist(ctx, line[5] ?? "", 3);
    await moveOnWaitlist(ctx, line[5] ?? "", -3);
    expect(names(await lineOf(ctx))).toBe("0 1 2 3 4 5");
  });

  test("of many at once, through two pools, loses nobody", async () => {
    const ctx = await own();
    const line = await aLine(ctx, 12);
    const through = (pool: Context): Context => ({ ...pool, projectId: ctx.projectId });
    await Promise.all(line.flatMap((email, i) => [moveOnWaitlist(ctx, email, (i % 4) + 1), moveOnWaitlist(through(other), email, 2)]));
    expect((await lineOf(ctx)).sort()).toEqual(line);
  });

  test("whoever does not wait is left alone", async () => {
    const ctx = await own();
    const email = await insertLead(ctx);
    await moveOnWaitlist(ctx, email, 3);
    expect(await getWaitlistPosition(ctx, email)).toBeNull();
  });
});

test("a place is right while people come and leave, and the line is counted again and again", async () => {
  const ctx = await own();
  const line = await aLine(ctx, 20);
  const last = line.at(-1) ?? "";
  const leaving = line.slice(0, 10).map((email, i) => async () => {
    await (i % 2 === 0 ? deleteLead(ctx, email) : updateLead(ctx, { email, waitlist: false }));
    return getWaitlistPosition({ ...other, projectId: ctx.projectId }, last);
  });
  const counting = (async () => {
    for (let i = 0; i < 10; i++) await recountWaitlist(ctx.db, ctx.projectId, { force: true });
  })();
  for (const [gone, leave] of leaving.entries()) expect(await leave()).toEqual({ place: 19 - gone, waiting: 19 - gone });
  await counting;
  expect(await lineOf(ctx)).toHaveLength(10);
});

test("a place in a long line is told from the marks, without counting all who stand before", async () => {
  const ctx = await own();
  await ctx.db.execute(sql`insert into leads (project_id, email, referral_code, on_waitlist, waitlist_sort_key)
    select ${ctx.projectId}::int, i || '@example.org', 'code' || i, true, i from generate_series(1, 20000) as i`);
  await recountWaitlist(ctx.db, ctx.projectId, { force: true });
  // Nothing had changed as far as it knew.
  await updateLead(ctx, { email: "20000@example.org", waitlist: false });
  await recountWaitlist(ctx.db, ctx.projectId, { force: true });
  await ctx.db.execute(sql`vacuum analyze leads`);
  expect(await getWaitlistPosition(ctx, "19999@example.org")).toEqual({ place: 19_999, waiting: 19_999 });
  const plan = await queryRows<{ "QUERY PLAN": string }>(
    ctx.db,
    sql`explain (analyze, timing off, costs off) ${waitlistPositionQuery(ctx.projectId, "19999@example.org")}`,
  );
  const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
  expect(text).not.toMatch(/Seq Scan on leads/);
  const counted = [...text.matchAll(/leads_by_waitlist_position_idx.*actual rows=([\d.]+)/g)].map(([, read]) => Number(read));
  expect(counted.length).toBeGreaterThan(0);
  expect(Math.max(...counted)).toBeLessThanOrEqual(1000);
});

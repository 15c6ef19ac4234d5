import { type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { getBatch } from "../batches/get";
import { listBatches } from "../batches/list";
import { getClaimStats as claimDays } from "../claims/stats";
import { listFormats } from "../codes/capacity";
import type { Context } from "../context";
import { recordEvent } from "../events/record";
import { getLeadStats as leadDays } from "../leads/stats";
import { getOverview } from "../overview";
import { cacheStat, maxUncachedRows } from "./cached-stat";
import { codeCounts } from "./code-counts";
import { claimCount, leadCounts } from "./counts";
import { dailyClaimCounts as claimDaysFigure, dailyLeadCounts as leadDaysFigure } from "./daily-counts";
import { waitForRefreshes } from "./refresh-stat";
import { computeMissingStats, refreshStaleStats } from "./refresh-stats";

const { ctx, db } = await createTestApp();
const { projectId } = ctx;

const amount = 40_000;
const batches = 40;
const claims = { first: maxUncachedRows + 500, rest: 100 };

// Of the first batch many are claimed, of the others few.
await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, code_count, total_allowed_claims)
  select ${projectId}::int, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Batch ' || n, 'creative', 1000, 1, 1000, 1000 from generate_series(1, ${batches}::int) n`);
await db.execute(sql`insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index)
  select ${projectId}::int, 'code' || n, 'code' || n, 'creative', 1, ('00000000-0000-7000-8000-' || lpad((n % ${batches}::int + 1)::text, 12, '0'))::uuid, n from generate_series(1, ${amount}::int) n`);
await db.execute(sql`insert into leads (project_id, email, referral_code, notes, created_at)
  select ${projectId}::int, 'lead' || n || '@example.org', 'r' || n, repeat('A note. ', 30), now() - make_interval(mins => n * 10) from generate_series(1, ${amount}::int) n`);
const claimed = (batch: number, from: number, to: number) =>
  db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
    select ${projectId}::int, 'code' || n, 'lead' || n || '@example.org', ('00000000-0000-7000-8000-' || lpad(${batch}::text, 12, '0'))::uuid, 'api', now() - make_interval(mins => n * 10)
    from generate_series(${from}::int, ${to}::int) n`);
await claimed(1, 1, claims.first);
for (let batch = 2; batch <= batches; batch++) await claimed(batch, batch * claims.rest + 20_000, (batch + 1) * claims.rest + 19_999);
await db.execute(sql`insert into events (project_id, id, kind, actor_kind)
  select ${projectId}::int, uuidv7(make_interval(mins => -n)), 'lead.created', case when n % 1000 = 500 then 'staff' else 'secret_key' end from generate_series(1, 20000) n`);
for (const table of ["codes", "leads", "claims", "batches", "events"]) await db.execute(sql.raw(`vacuum analyze ${table}`));

const keptOf = async (name: string) =>
  (
    await queryRows<{ value: number; subject: string }>(
      db,
      sql`select value, subject from stats where project_id = ${projectId} and name = ${name}`,
    )
  )[0];

/** The context with every statement it runs written down. */
function recording(): { seen: SQL[]; ctx: Context } {
  const seen: SQL[] = [];
  const recorder = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== "execute") return typeof value === "function" ? value.bind(target) : value;
      return (statement: SQL) => {
        seen.push(statement);
        return target.execute(statement);
      };
    },
  });
  return { seen, ctx: { ...ctx, db: recorder } };
}

describe("on large data", () => {
  test("what is kept is told without reading a table through", async () => {
    const now = new Date().toISOString();
    const figures = [
      [codeCounts, "", await codeCounts.count(ctx, "")],
      [leadCounts, "", await leadCounts.count(ctx, "")],
      [claimCount, "", await claimCount.count(ctx, "")],
      [leadDaysFigure, "UTC", await leadDaysFigure.count(ctx, "UTC")],
      [claimDaysFigure, "UTC", await claimDaysFigure.count(ctx, "UTC")],
    ] as const;
    for (const [of, subject, value] of figures) await cacheStat(ctx, of, subject, { value, computedAt: now, durationMs: 500, asked: true });
    const { seen, ctx: recorded } = recording();
    const numbers = await getOverview(recorded);
    expect(numbers).toMatchObject({
      asOf: now,
      leads: { all: amount },
      codes: { all: amount, live: amount },
      claims: claims.first + 39 * 100,
    });
    await listFormats(recorded);
    for (const span of ["30", "all"] as const) {
      await leadDays(recorded, { span });
      await claimDays(recorded, { span });
    }
    await listBatches(recorded, { limit: 50, count: "capped" });
    await getBatch(recorded, "00000000-0000-7000-8000-000000000001");
    expect(seen.length).toBeGreaterThan(10);
    for (const statement of seen) {
      const plan = await queryRows<{ "QUERY PLAN": string }>(db, sql`explain (costs off) ${statement}`);
      const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
      expect(text).not.toMatch(/Seq Scan on (codes|leads|claims|events|deliveries)/);
    }
    await db.execute(sql`delete from stats`);
  });

  test("leads and days are counted from an index alone", async () => {
    const { seen, ctx: recorded } = recording();
    await leadCounts.count(recorded, "");
    await leadDaysFigure.count(recorded, "UTC");
    await claimDaysFigure.count(recorded, "Europe/Berlin");
    await claimDaysFigure.count(recorded, "UTC 00000000-0000-7000-8000-000000000001");
    for (const statement of seen) {
      const plan = await queryRows<{ "QUERY PLAN": string }>(db, sql`explain (costs off) ${statement}`);
      const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
      expect(text).toMatch(/Index Only Scan/);
      expect(text).not.toMatch(/Seq Scan|Index Scan|Bitmap/);
    }
  });

  test("a batch of very many claims tells how many there were a moment ago, others how many there are", async () => {
    const [first, second] = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"];
    const found = async () => [(await getBatch(ctx, first)).claims, (await getBatch(ctx, second)).claims];
    expect(await found()).toEqual([claims.first, 100]);
    await waitForRefreshes(db);
    expect(await keptOf("batch.claims")).toEqual({ value: claims.first, subject: first });
    await db.execute(sql`delete from claims where project_id = ${projectId} and code_key in ('code1', 'code20200')`);
    expect(await found()).toEqual([claims.first, 99]);
    await db.execute(sql`update stats set computed_at = computed_at - interval '20 seconds'`);
    await found();
    await waitForRefreshes(db);
    expect(await found()).toEqual([claims.first - 1, 99]);
    const all = await listBatches(ctx, { limit: 50 });
    expect("page" in all && all.page.map((batch) => batch.claims)).toEqual([
      ...Array.from({ length: 38 }, () => 100),
      99,
      claims.first - 1,
    ]);
    await db.execute(sql`update stats set value = '1'::jsonb, computed_at = computed_at - interval '1 day'`);
    expect((await found())[0]).toBe(claims.first - 1);
    await waitForRefreshes(db);
    expect(await keptOf("batch.claims")).toMatchObject({ value: claims.first - 1 });
  });
});

describe("the worker", () => {
  const contextOf = (id: number): Context => ({ ...ctx, projectId: id, actor: { kind: "system", id: null } });
  const age = (set: SQL) => db.execute(sql`update stats set ${set} where project_id = ${projectId} and name = 'batch.claims'`);
  const fresh = async () =>
    (
      await queryRows<{ fresh: boolean }>(
        db,
        sql`select computed_at > now() - interval '1 minute' as fresh from stats where name = 'batch.claims'`,
      )
    )[0]?.fresh;

  test("counts again what was asked for lately, leaves the rest, and forgets what nobody asks for", async () => {
    await getBatch(ctx, "00000000-0000-7000-8000-000000000001");
    await waitForRefreshes(db);
    await age(sql`computed_at = now() - interval '3 minutes'`);
    await refreshStaleStats(db, contextOf);
    expect(await fresh()).toBe(true);
    await age(sql`computed_at = now() - interval '3 minutes', last_requested_at = now() - interval '25 hours'`);
    await refreshStaleStats(db, contextOf);
    expect(await fresh()).toBe(false);
    await age(sql`last_requested_at = now() - interval '8 days'`);
    await refreshStaleStats(db, contextOf);
    expect(await fresh()).toBeUndefined();
  });

  test("counts what the overview shows before anybody asks, and keeps nothing that is cheap", async () => {
    await recordEvent(await staffContext(ctx), { kind: "lead.created" });
    const dear = { ...codeCounts };
    Object.assign(codeCounts, { keptFrom: 0 });
    await db.execute(sql`delete from stats`);
    await computeMissingStats(db, contextOf);
    Object.assign(codeCounts, dear, { keptFrom: undefined });
    expect(await keptOf("codes")).toMatchObject({ value: { all: amount } });
    // Nothing was out of date, and so nothing is counted again.
    const before = await queryRows(db, sql`select * from stats`);
    await refreshStaleStats(db, contextOf);
    expect(await queryRows(db, sql`select * from stats`)).toEqual(before);
  });
});

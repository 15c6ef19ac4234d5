import { type Query, type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows, runStatement } from "@/db/query";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { vacuum } from "@/tests/harness/vacuum";
import { listBatches } from "../batches/list";
import { getBatch } from "../batches/record";
import { getClaimStats } from "../claims/list";
import { listFormats } from "../codes/capacity";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";
import { getLeadStats } from "../leads/list";
import { getOverview } from "../overview";
import { cacheStat, maxUncachedRows } from "./cached-stat";
import { claimCount, codeCounts, leadCounts } from "./counts";
import { dailyClaimCounts, dailyLeadCounts } from "./daily-counts";
import { waitForRefreshes } from "./get-stat";
import { computeMissingStats, refreshStaleStats } from "./refresh-stats";

const { ctx, db } = await createTestApp();
const { projectId } = ctx;

const amount = 40_000;
const batches = 40;
const claims = { first: maxUncachedRows + 500, rest: 100 };

// The first batch has many claims, the others have few.
await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, code_count, total_allowed_claims)
  select ${projectId}::int, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Batch ' || n, 'creative', 1000, 1, 1000, 1000 from generate_series(1, ${batches}::int) n`);
await db.execute(sql`insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index)
  select ${projectId}::int, 'code' || n, 'code' || n, 'creative', 1, ('00000000-0000-7000-8000-' || lpad((n % ${batches}::int + 1)::text, 12, '0'))::uuid, n from generate_series(1, ${amount}::int) n`);
await db.execute(sql`insert into leads (project_id, email, referral_code, notes, created_at)
  select ${projectId}::int, 'lead' || n || '@example.org', 'r' || n, repeat('A note. ', 30), now() - make_interval(mins => n * 10) from generate_series(1, ${amount}::int) n`);
const insertClaims = (batch: number, from: number, to: number) =>
  db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
    select ${projectId}::int, 'code' || n, 'lead' || n || '@example.org', ('00000000-0000-7000-8000-' || lpad(${batch}::text, 12, '0'))::uuid, 'api', now() - make_interval(mins => n * 10)
    from generate_series(${from}::int, ${to}::int) n`);
await insertClaims(1, 1, claims.first);
for (let batch = 2; batch <= batches; batch++) await insertClaims(batch, batch * claims.rest + 20_000, (batch + 1) * claims.rest + 19_999);
await db.execute(sql`insert into events (project_id, id, kind, actor_kind)
  select ${projectId}::int, uuidv7(make_interval(mins => -n)), 'lead.created', case when n % 1000 = 500 then 'staff' else 'secret_key' end from generate_series(1, 20000) n`);
await vacuum(db, ["codes", "leads", "claims", "batches", "events"]);

const getCachedValue = async (name: string) =>
  (
    await queryRows<{ value: number; subject: string }>(
      db,
      sql`select value, subject from stats where project_id = ${projectId} and name = ${name}`,
    )
  )[0];

/** A context that records every statement it runs. */
function recordStatements(): { statements: Query[]; ctx: Context } {
  const statements: Query[] = [];
  const recorder = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== "run") return typeof value === "function" ? value.bind(target) : value;
      return (text: string, params: unknown[]) => {
        statements.push({ sql: text, params });
        return target.run(text, params);
      };
    },
  });
  return { statements, ctx: { ...ctx, db: recorder } };
}

const explain = async ({ sql: text, params }: Query): Promise<string> => {
  const plan = await runStatement<{ "QUERY PLAN": string }>(db, { sql: `explain (costs off) ${text}`, params });
  return plan.map((line) => line["QUERY PLAN"]).join("\n");
};

describe("on a large project", () => {
  test("cached stats are returned without a full table scan", async () => {
    const now = new Date().toISOString();
    const stats = [
      [codeCounts, "", await codeCounts.count(ctx, "")],
      [leadCounts, "", await leadCounts.count(ctx, "")],
      [claimCount, "", await claimCount.count(ctx, "")],
      [dailyLeadCounts, "UTC", await dailyLeadCounts.count(ctx, "UTC")],
      [dailyClaimCounts, "UTC", await dailyClaimCounts.count(ctx, "UTC")],
    ] as const;
    for (const [stat, subject, value] of stats)
      await cacheStat(ctx, stat, subject, { value, computedAt: now, durationMs: 500, isRequested: true });
    const { statements, ctx: recordedCtx } = recordStatements();
    const overview = await getOverview(recordedCtx);
    expect(overview).toMatchObject({
      asOf: now,
      leads: { total: amount },
      codes: { total: amount, claimable: amount },
      claims: claims.first + 39 * 100,
    });
    await listFormats(recordedCtx);
    for (const span of ["30", "all"] as const) {
      await getLeadStats(recordedCtx, { span });
      await getClaimStats(recordedCtx, { span });
    }
    await listBatches(recordedCtx, { limit: 50, count: "capped" });
    await getBatch(recordedCtx, "00000000-0000-7000-8000-000000000001");
    expect(statements.length).toBeGreaterThan(10);
    for (const statement of statements) {
      const text = await explain(statement);
      expect(text).not.toMatch(/Seq Scan on (codes|leads|claims|events|deliveries)/);
    }
    await db.execute(sql`delete from stats`);
  });

  test("leads and daily counts are counted with index-only scans", async () => {
    const { statements, ctx: recordedCtx } = recordStatements();
    await leadCounts.count(recordedCtx, "");
    await dailyLeadCounts.count(recordedCtx, "UTC");
    await dailyClaimCounts.count(recordedCtx, "Europe/Berlin");
    await dailyClaimCounts.count(recordedCtx, "UTC 00000000-0000-7000-8000-000000000001");
    // The imports are few, and no leads were imported.
    const [importStatements, others] = [true, false].map((reads) =>
      statements.filter((each) => reads === JSON.stringify(each).includes("from imports i")),
    );
    expect(importStatements).toHaveLength(1);
    for (const statement of others ?? []) {
      const text = await explain(statement);
      expect(text).toMatch(/Index Only Scan/);
      expect(text).not.toMatch(/Seq Scan|Index Scan|Bitmap/);
    }
  });

  test("a batch with many claims shows a cached number, and others the exact one", async () => {
    const [first, second] = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"];
    const getClaims = async () => [(await getBatch(ctx, first)).claims, (await getBatch(ctx, second)).claims];
    expect(await getClaims()).toEqual([claims.first, 100]);
    await waitForRefreshes(db);
    expect(await getCachedValue("batch_claim_count")).toEqual({ value: claims.first, subject: first });
    await db.execute(sql`delete from claims where project_id = ${projectId} and code_key in ('code1', 'code20200')`);
    expect(await getClaims()).toEqual([claims.first, 99]);
    await db.execute(sql`update stats set computed_at = computed_at - interval '20 seconds'`);
    await getClaims();
    await waitForRefreshes(db);
    expect(await getClaims()).toEqual([claims.first - 1, 99]);
    const list = await listBatches(ctx, { limit: 50 });
    expect("page" in list && list.page.map((batch) => batch.claims)).toEqual([
      ...Array.from({ length: 38 }, () => 100),
      99,
      claims.first - 1,
    ]);
    await db.execute(sql`update stats set value = '1'::jsonb, computed_at = computed_at - interval '1 day'`);
    expect((await getClaims())[0]).toBe(claims.first - 1);
    await waitForRefreshes(db);
    expect(await getCachedValue("batch_claim_count")).toMatchObject({ value: claims.first - 1 });
  });
});

describe("the worker", () => {
  const contextFor = (id: number): Context => ({ ...ctx, projectId: id, actor: { kind: "system", id: null } });
  const updateStat = (set: SQL) => db.execute(sql`update stats set ${set} where project_id = ${projectId} and name = 'batch_claim_count'`);
  const isFresh = async () =>
    (
      await queryRows<{ fresh: boolean }>(
        db,
        sql`select computed_at > now() - interval '1 minute' as fresh from stats where name = 'batch_claim_count'`,
      )
    )[0]?.fresh;

  test("refreshes recently requested stats, leaves others alone, and deletes those that no one requests", async () => {
    await getBatch(ctx, "00000000-0000-7000-8000-000000000001");
    await waitForRefreshes(db);
    await updateStat(sql`computed_at = now() - interval '3 minutes'`);
    await refreshStaleStats(db, contextFor);
    expect(await isFresh()).toBe(true);
    await updateStat(sql`computed_at = now() - interval '3 minutes', last_requested_at = now() - interval '25 hours'`);
    await refreshStaleStats(db, contextFor);
    expect(await isFresh()).toBe(false);
    await updateStat(sql`last_requested_at = now() - interval '8 days'`);
    await refreshStaleStats(db, contextFor);
    expect(await isFresh()).toBeUndefined();
  });

  test("computes the stats of the overview in advance, and doesn't cache cheap ones", async () => {
    await recordEvent(await staffContext(ctx), { kind: "lead.created" });
    const originalStat = { ...codeCounts };
    Object.assign(codeCounts, { cacheFromMs: 0 });
    await db.execute(sql`delete from stats`);
    await computeMissingStats(db, contextFor);
    Object.assign(codeCounts, originalStat, { cacheFromMs: undefined });
    expect(await getCachedValue("code_counts")).toMatchObject({ value: { total: amount } });
    // Nothing is stale, so nothing is refreshed.
    const before = await queryRows(db, sql`select * from stats`);
    await refreshStaleStats(db, contextFor);
    expect(await queryRows(db, sql`select * from stats`)).toEqual(before);
  });
});

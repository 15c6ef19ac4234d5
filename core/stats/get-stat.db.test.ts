import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { insertProject } from "@/tests/harness/factories";
import { runAndRollBack } from "@/tests/harness/rollback";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";
import { maxUncachedRows, type Stat } from "./cached-stat";
import { getStat, refreshStat, waitForRefreshes } from "./get-stat";

const app = await createTestApp();
const otherApp = app.openSecondPool();

/** A stat over `size` rows. Its value is the number of times it was counted, and each count takes at least `durationMs`. */
function createStat({
  size = maxUncachedRows + 1,
  durationMs = 40,
  cacheFromMs,
}: {
  size?: number;
  durationMs?: number;
  cacheFromMs?: number;
} = {}) {
  const calls = { times: 0, running: 0, maxRunning: 0, fails: false, gate: Promise.resolve() };
  const stat: Stat<number> = {
    name: `test.${Math.random()}`,
    ...(cacheFromMs === undefined ? {} : { cacheFromMs }),
    rows: () => sql`select from generate_series(1, ${size}::int)`,
    async count({ db }) {
      calls.maxRunning = Math.max(calls.maxRunning, ++calls.running);
      await db.execute(sql`select pg_sleep(${durationMs / 1000}::float8)`);
      await calls.gate.finally(() => calls.running--);
      if (calls.fails) throw new Error("Counting failed");
      return ++calls.times;
    },
  };
  return { stat, calls };
}

const getCached = async ({ db, projectId }: Context, { name }: Stat) => {
  const [row] = await queryRows<{ value: number; computed_at: string }>(
    db,
    sql`select value, computed_at::text from stats where project_id = ${projectId} and name = ${name}`,
  );
  return row;
};

const ageBy = ({ db, projectId }: Context, { name }: Stat, seconds: number) =>
  db.execute(
    sql`update stats set computed_at = computed_at - make_interval(secs => ${seconds}) where project_id = ${projectId} and name = ${name}`,
  );

/** After this time, a stat is refreshed in the background however long counting took. */
const staleSeconds = 20 * 60;

const createProject = async () => (await insertProject(app.ctx)).ctx;

describe("a stat", () => {
  test("is counted for every request and not cached if counting is fast", async () => {
    const ctx = await createProject();
    const { stat } = createStat({ durationMs: 0, cacheFromMs: 10_000 });
    expect([(await getStat(ctx, stat)).value, (await getStat(ctx, stat)).value]).toEqual([1, 2]);
    expect(await getCached(ctx, stat)).toBeUndefined();
  });

  test("is cached and returned with its time if counting was slow", async () => {
    const ctx = await createProject();
    const { stat, calls } = createStat();
    const first = await getStat(ctx, stat);
    expect(Math.abs(Date.now() - Date.parse(first.asOf))).toBeLessThan(10_000);
    expect(await getStat(ctx, stat)).toEqual(first);
    expect(calls.times).toBe(1);
  });

  test("is never cached if it has few rows, even if counting was slow once", async () => {
    const ctx = await createProject();
    const { stat } = createStat({ size: maxUncachedRows });
    expect([(await getStat(ctx, stat)).value, (await getStat(ctx, stat)).value]).toEqual([1, 2]);
  });

  test("is cached by project and subject", async () => {
    const [ctx, other] = [await createProject(), await createProject()];
    const { stat } = createStat();
    const values = [
      await getStat(ctx, stat, "a"),
      await getStat(ctx, stat, "b"),
      await getStat(other, stat, "a"),
      await getStat(ctx, stat, "a"),
    ];
    expect(values.map(({ value }) => value)).toEqual([1, 2, 3, 1]);
  });

  test("is returned immediately when stale, and refreshed in the background", async () => {
    const ctx = await createProject();
    const { stat, calls } = createStat();
    const { asOf } = await getStat(ctx, stat);
    await ageBy(ctx, stat, staleSeconds);
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    calls.gate = promise;
    const values = await Promise.all(Array.from({ length: 5 }, () => getStat(ctx, stat)));
    expect(calls.times).toBe(1);
    expect(values.map(({ value }) => value)).toEqual([1, 1, 1, 1, 1]);
    finish();
    await waitForRefreshes(ctx.db);
    const after = await getStat(ctx, stat);
    expect(after.value).toBe(2);
    expect(after.asOf > asOf).toBe(true);
    expect(calls.times).toBe(2);
  });

  test("is counted again before the response when the cached value is half an hour old", async () => {
    const ctx = await createProject();
    const { stat } = createStat();
    await getStat(ctx, stat);
    await ageBy(ctx, stat, 31 * 60);
    expect((await getStat(ctx, stat)).value).toBe(2);
    expect((await getStat(ctx, stat)).value).toBe(2);
  });

  test("is refreshed within seconds of a change by staff, and later after other changes", async () => {
    const ctx = await createProject();
    const { stat, calls } = createStat({ durationMs: 200 });
    await getStat(ctx, stat);
    await ageBy(ctx, stat, 4);
    await recordEvent({ ...ctx, actor: { kind: "secret_key", id: null } }, { kind: "lead.created" });
    await getStat(ctx, stat);
    await waitForRefreshes(ctx.db);
    expect(calls.times).toBe(1);
    await recordEvent(await staffContext(ctx), { kind: "lead.created" });
    await getStat(ctx, stat);
    await waitForRefreshes(ctx.db);
    expect(calls.times).toBe(2);
    expect((await getStat(ctx, stat)).value).toBe(2);
  });

  test("isn't cached anymore once counting is fast", async () => {
    const ctx = await createProject();
    const { stat } = createStat();
    await getStat(ctx, stat);
    stat.cacheFromMs = 10_000;
    await ageBy(ctx, stat, staleSeconds);
    await getStat(ctx, stat);
    await waitForRefreshes(ctx.db);
    expect(await getCached(ctx, stat)).toBeUndefined();
  });

  test("isn't refreshed on the connection of a transaction", async () => {
    const ctx = await createProject();
    const { stat, calls } = createStat();
    await getStat(ctx, stat);
    await ageBy(ctx, stat, staleSeconds);
    await runAndRollBack(ctx, async (inner) => {
      expect((await getStat(inner, stat)).value).toBe(1);
      await waitForRefreshes(inner.db);
    });
    await waitForRefreshes(ctx.db);
    expect(calls.times).toBe(1);
  });
});

describe("a stat that isn't cached, as after a crash", () => {
  test("is counted once per process for simultaneous requests, which all get the same value", async () => {
    const ctx = await createProject();
    const { stat, calls } = createStat({ durationMs: 300 });
    const values = await Promise.all(Array.from({ length: 8 }, () => getStat(ctx, stat)));
    expect(calls).toMatchObject({ times: 1, maxRunning: 1 });
    expect(new Set(values.map(({ value, asOf }) => `${value} ${asOf}`)).size).toBe(1);
    expect(values[0]).toMatchObject({ value: 1 });
  });

  test("is counted by one process while others wait, and by none while the worker counts it", async () => {
    const ctx = await createProject();
    const otherCtx: Context = { ...ctx, db: otherApp.ctx.db };
    const { stat, calls } = createStat({ durationMs: 300 });
    const values = await Promise.all([getStat(ctx, stat), getStat(otherCtx, stat), getStat(otherCtx, stat)]);
    expect(values.map(({ value }) => value)).toEqual([1, 1, 1]);
    const { stat: other, calls: workerCalls } = createStat({ durationMs: 300 });
    const refresh = refreshStat(otherCtx, other, "", null);
    while (workerCalls.running === 0) await pause(5);
    expect(await getStat(ctx, other)).toMatchObject({ value: 1 });
    expect(await refresh).toBe(true);
    for (const each of [calls, workerCalls]) expect(each).toMatchObject({ times: 1, maxRunning: 1 });
  });

  test("is counted again for requests that arrive during a fast count, so that they include their own changes", async () => {
    const ctx = await createProject();
    const { stat, calls } = createStat({ durationMs: 200, cacheFromMs: 10_000 });
    const first = getStat(ctx, stat);
    while (calls.running === 0) await pause(5);
    const later = await Promise.all([getStat(ctx, stat), getStat(ctx, stat)]);
    expect(await first).toMatchObject({ value: 1 });
    expect(later.map(({ value }) => value)).toEqual([2, 2]);
    expect(calls.maxRunning).toBe(1);
  });

  test("is counted again after a failure, and for each project on its own", async () => {
    const [ctx, other] = [await createProject(), await createProject()];
    const { stat, calls } = createStat();
    calls.fails = true;
    await expect(getStat(ctx, stat)).rejects.toThrow("Counting failed");
    calls.fails = false;
    const values = await Promise.all([getStat(ctx, stat), getStat(other, stat), getStat(ctx, stat, "a")]);
    expect(values.map(({ value }) => value).sort()).toEqual([1, 2, 3]);
  });
});

describe("refreshing a stat", () => {
  test("happens in one process while others return the cached value", async () => {
    const ctx = await createProject();
    const otherCtx: Context = { ...ctx, db: otherApp.ctx.db };
    const { stat, calls } = createStat();
    await getStat(ctx, stat);
    await ageBy(ctx, stat, staleSeconds);
    const computedAt = (await getCached(ctx, stat))?.computed_at ?? "";
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    calls.gate = promise;
    const refreshes = [
      refreshStat(ctx, stat, "", computedAt),
      refreshStat(otherCtx, stat, "", computedAt),
      refreshStat(otherCtx, stat, "", computedAt),
    ];
    while (calls.running === 0) await pause(5);
    expect(await Promise.all([getStat(otherCtx, stat), getStat(ctx, stat)])).toMatchObject([{ value: 1 }, { value: 1 }]);
    finish();
    expect((await Promise.all(refreshes)).filter(Boolean)).toHaveLength(1);
    expect(calls).toMatchObject({ times: 2, maxRunning: 1 });
    // A late refresh has nothing to do.
    expect(await refreshStat(otherCtx, stat, "", computedAt)).toBe(false);
    await Promise.all([waitForRefreshes(ctx.db), waitForRefreshes(otherCtx.db)]);
    expect(calls).toMatchObject({ times: 2, maxRunning: 1 });
  });

  test("keeps the cached value when it fails, and another process tries again", async () => {
    const ctx = await createProject();
    const otherCtx: Context = { ...ctx, db: otherApp.ctx.db };
    const { stat, calls } = createStat();
    await getStat(ctx, stat);
    await ageBy(ctx, stat, staleSeconds);
    calls.fails = true;
    expect((await getStat(ctx, stat)).value).toBe(1);
    await waitForRefreshes(ctx.db);
    expect((await getStat(ctx, stat)).value).toBe(1);
    calls.fails = false;
    await getStat(otherCtx, stat);
    await waitForRefreshes(otherCtx.db);
    expect((await getStat(ctx, stat)).value).toBe(2);
  });

  test("may take longer than a request, and restores the settings of its connection", async () => {
    const ctx = await createProject();
    const { stat } = createStat();
    let timeoutDuring: string | undefined;
    const observedStat: Stat = {
      ...stat,
      async count({ db }) {
        timeoutDuring = (await queryRows<{ timeout: string }>(db, sql`select current_setting('statement_timeout') as timeout`))[0]?.timeout;
        return 1;
      },
    };
    await refreshStat(ctx, observedStat, "", null);
    expect(timeoutDuring).toBe("2min");
    const timeouts = await Promise.all(
      Array.from({ length: 10 }, () => queryRows<{ timeout: string }>(ctx.db, sql`select current_setting('statement_timeout') as timeout`)),
    );
    expect(new Set(timeouts.map(([row]) => row?.timeout))).toEqual(new Set(["30s"]));
  });
});

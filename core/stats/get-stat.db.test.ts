import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { insertProject } from "@/tests/harness/factories";
import { runAndRollBack } from "@/tests/harness/rollback";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { recordEvent } from "../events/record";
import { maxUncachedRows, type Stat } from "./cached-stat";
import { getStat } from "./get-stat";
import { refreshStat, waitForRefreshes } from "./refresh-stat";

const world = await createTestApp();
const another = world.openSecondPool();

/** A figure over `size` rows, whose count is how often it was counted; each time takes `takes` milliseconds at least. */
function aFigure({ size = maxUncachedRows + 1, takes = 40, keptFrom }: { size?: number; takes?: number; keptFrom?: number } = {}) {
  const counting = { times: 0, now: 0, most: 0, fails: false };
  const of: Stat<number> = {
    name: `test.${Math.random()}`,
    ...(keptFrom === undefined ? {} : { cacheFromMs: keptFrom }),
    rows: () => sql`select from generate_series(1, ${size}::int)`,
    async count({ db }) {
      counting.most = Math.max(counting.most, ++counting.now);
      await db.execute(sql`select pg_sleep(${takes / 1000}::float8)`).finally(() => counting.now--);
      if (counting.fails) throw new Error("It could not be counted");
      return ++counting.times;
    },
  };
  return { of, counting };
}

const kept = async ({ db, projectId }: Context, { name }: Stat) => {
  const [row] = await queryRows<{ value: number; computed_at: string }>(
    db,
    sql`select value, computed_at::text from stats where project_id = ${projectId} and name = ${name}`,
  );
  return row;
};

const makeOlder = ({ db, projectId }: Context, { name }: Stat, seconds: number) =>
  db.execute(
    sql`update stats set computed_at = computed_at - make_interval(secs => ${seconds}) where project_id = ${projectId} and name = ${name}`,
  );

const aNewProject = async () => (await insertProject(world.ctx)).ctx;

describe("a figure", () => {
  test("that is counted quickly is counted for every answer, and not kept", async () => {
    const ctx = await aNewProject();
    const { of } = aFigure({ takes: 0, keptFrom: 1000 });
    expect([(await getStat(ctx, of)).value, (await getStat(ctx, of)).value]).toEqual([1, 2]);
    expect(await kept(ctx, of)).toBeUndefined();
  });

  test("that took long is kept and told with when it was counted", async () => {
    const ctx = await aNewProject();
    const { of, counting } = aFigure();
    const first = await getStat(ctx, of);
    expect(Math.abs(Date.now() - Date.parse(first.asOf))).toBeLessThan(10_000);
    expect(await getStat(ctx, of)).toEqual(first);
    expect(counting.times).toBe(1);
  });

  test("of few rows is exact, even where counting took long once", async () => {
    const ctx = await aNewProject();
    const { of } = aFigure({ size: maxUncachedRows });
    expect([(await getStat(ctx, of)).value, (await getStat(ctx, of)).value]).toEqual([1, 2]);
  });

  test("is of its project and of its subject alone", async () => {
    const [ctx, other] = [await aNewProject(), await aNewProject()];
    const { of } = aFigure();
    const values = [await getStat(ctx, of, "a"), await getStat(ctx, of, "b"), await getStat(other, of, "a"), await getStat(ctx, of, "a")];
    expect(values.map(({ value }) => value)).toEqual([1, 2, 3, 1]);
  });

  test("that is out of date is told at once, and counted again behind the answer", async () => {
    const ctx = await aNewProject();
    const { of, counting } = aFigure({ takes: 700 });
    const { asOf } = await getStat(ctx, of);
    await makeOlder(ctx, of, 60);
    const answers = await Promise.all(Array.from({ length: 5 }, () => getStat(ctx, of)));
    expect(counting.times).toBe(1);
    expect(answers.map(({ value }) => value)).toEqual([1, 1, 1, 1, 1]);
    await waitForRefreshes(ctx.db);
    const after = await getStat(ctx, of);
    expect(after.value).toBe(2);
    expect(after.asOf > asOf).toBe(true);
    expect(counting.times).toBe(2);
  });

  test("is counted anew for whoever asks when nobody has for half an hour", async () => {
    const ctx = await aNewProject();
    const { of } = aFigure();
    await getStat(ctx, of);
    await makeOlder(ctx, of, 31 * 60);
    expect((await getStat(ctx, of)).value).toBe(2);
    expect((await getStat(ctx, of)).value).toBe(2);
  });

  test("shows within seconds what staff have changed, and what others do after its life", async () => {
    const ctx = await aNewProject();
    const { of, counting } = aFigure({ takes: 120 });
    await getStat(ctx, of);
    await makeOlder(ctx, of, 3);
    await recordEvent({ ...ctx, actor: { kind: "secret_key", id: null } }, { kind: "lead.created" });
    await getStat(ctx, of);
    await waitForRefreshes(ctx.db);
    expect(counting.times).toBe(1);
    await recordEvent(await staffContext(ctx), { kind: "lead.created" });
    await getStat(ctx, of);
    await waitForRefreshes(ctx.db);
    expect(counting.times).toBe(2);
    expect((await getStat(ctx, of)).value).toBe(2);
  });

  test("that has become cheap is counted for every answer again", async () => {
    const ctx = await aNewProject();
    const { of } = aFigure();
    await getStat(ctx, of);
    of.cacheFromMs = 10_000;
    await makeOlder(ctx, of, 60);
    await getStat(ctx, of);
    await waitForRefreshes(ctx.db);
    expect(await kept(ctx, of)).toBeUndefined();
  });

  test("that a transaction asks for is not counted on its connection", async () => {
    const ctx = await aNewProject();
    const { of, counting } = aFigure();
    await getStat(ctx, of);
    await makeOlder(ctx, of, 60);
    await runAndRollBack(ctx, async (inner) => {
      expect((await getStat(inner, of)).value).toBe(1);
      await waitForRefreshes(inner.db);
    });
    await waitForRefreshes(ctx.db);
    expect(counting.times).toBe(1);
  });
});

describe("a figure that is not kept, as none is after a crash", () => {
  test("is counted once by a process, however many ask at once, and all are told the same", async () => {
    const ctx = await aNewProject();
    const { of, counting } = aFigure({ takes: 300 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => getStat(ctx, of)));
    expect(counting).toMatchObject({ times: 1, most: 1 });
    expect(new Set(answers.map(({ value, asOf }) => `${value} ${asOf}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ value: 1 });
  });

  test("is counted by one process, for which others wait, and by none that the worker's counting is under way in", async () => {
    const ctx = await aNewProject();
    const elsewhere: Context = { ...ctx, db: another.ctx.db };
    const { of, counting } = aFigure({ takes: 300 });
    const answers = await Promise.all([getStat(ctx, of), getStat(elsewhere, of), getStat(elsewhere, of)]);
    expect(answers.map(({ value }) => value)).toEqual([1, 1, 1]);
    const { of: other, counting: byWorker } = aFigure({ takes: 300 });
    const renewing = refreshStat(elsewhere, other, "", null);
    while (byWorker.now === 0) await pause(5);
    expect(await getStat(ctx, other)).toMatchObject({ value: 1 });
    expect(await renewing).toBe(true);
    for (const each of [counting, byWorker]) expect(each).toMatchObject({ times: 1, most: 1 });
  });

  test("is counted anew for whoever asks while others' count is under way, where that is cheap: they see what they just changed", async () => {
    const ctx = await aNewProject();
    const { of, counting } = aFigure({ takes: 200, keptFrom: 10_000 });
    const first = getStat(ctx, of);
    while (counting.now === 0) await pause(5);
    const later = await Promise.all([getStat(ctx, of), getStat(ctx, of)]);
    expect(await first).toMatchObject({ value: 1 });
    expect(later.map(({ value }) => value)).toEqual([2, 2]);
    expect(counting.most).toBe(1);
  });

  test("is counted again for whoever asks after counting failed, and is each project's own", async () => {
    const [ctx, other] = [await aNewProject(), await aNewProject()];
    const { of, counting } = aFigure();
    counting.fails = true;
    await expect(getStat(ctx, of)).rejects.toThrow("It could not be counted");
    counting.fails = false;
    const values = await Promise.all([getStat(ctx, of), getStat(other, of), getStat(ctx, of, "a")]);
    expect(values.map(({ value }) => value).sort()).toEqual([1, 2, 3]);
  });
});

describe("counting again", () => {
  test("is done by one process: others go on telling what is kept", async () => {
    const ctx = await aNewProject();
    const elsewhere: Context = { ...ctx, db: another.ctx.db };
    const { of, counting } = aFigure({ takes: 500 });
    await getStat(ctx, of);
    await makeOlder(ctx, of, 60);
    const seen = (await kept(ctx, of))?.computed_at ?? "";
    const renewals = [refreshStat(ctx, of, "", seen), refreshStat(elsewhere, of, "", seen), refreshStat(elsewhere, of, "", seen)];
    while (counting.now === 0) await pause(5);
    expect(await Promise.all([getStat(elsewhere, of), getStat(ctx, of)])).toMatchObject([{ value: 1 }, { value: 1 }]);
    expect((await Promise.all(renewals)).filter(Boolean)).toHaveLength(1);
    expect(counting).toMatchObject({ times: 2, most: 1 });
    // Whoever comes late finds it done.
    expect(await refreshStat(elsewhere, of, "", seen)).toBe(false);
    await Promise.all([waitForRefreshes(ctx.db), waitForRefreshes(elsewhere.db)]);
    expect(counting).toMatchObject({ times: 2, most: 1 });
  });

  test("that fails leaves what is kept, and the next process tries again", async () => {
    const ctx = await aNewProject();
    const elsewhere: Context = { ...ctx, db: another.ctx.db };
    const { of, counting } = aFigure();
    await getStat(ctx, of);
    await makeOlder(ctx, of, 60);
    counting.fails = true;
    expect((await getStat(ctx, of)).value).toBe(1);
    await waitForRefreshes(ctx.db);
    expect((await getStat(ctx, of)).value).toBe(1);
    counting.fails = false;
    await getStat(elsewhere, of);
    await waitForRefreshes(elsewhere.db);
    expect((await getStat(ctx, of)).value).toBe(2);
  });

  test("may take longer than an answer, and gives its connection back as it was", async () => {
    const ctx = await aNewProject();
    const { of } = aFigure();
    let during: string | undefined;
    const looking: Stat = {
      ...of,
      async count({ db }) {
        during = (await queryRows<{ wait: string }>(db, sql`select current_setting('statement_timeout') as wait`))[0]?.wait;
        return 1;
      },
    };
    await refreshStat(ctx, looking, "", null);
    expect(during).toBe("2min");
    const waits = await Promise.all(
      Array.from({ length: 10 }, () => queryRows<{ wait: string }>(ctx.db, sql`select current_setting('statement_timeout') as wait`)),
    );
    expect(new Set(waits.map(([row]) => row?.wait))).toEqual(new Set(["30s"]));
  });
});

import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { queryRows } from "@/db/query";
import { insertProject } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { bulkUpdateCodes } from "../codes/bulk-update";
import { generateBatch } from "../codes/generate";
import type { Context } from "../context";
import { getJob } from "./list";

const world = await createTestApp();
const { db } = world;
const other = world.openSecondPool().ctx.db;

/** A project with so many codes that the worker is to pause them, and the task that asks for it. */
async function aTask(amount = 900): Promise<{ ctx: Context; id: string }> {
  const { ctx } = await insertProject(world.ctx);
  await generateBatch(ctx, { amount, type: "alphanumeric" });
  const { id } = await bulkUpdateCodes(ctx, { action: "pause", filter: { all: true } });
  return { ctx, id };
}

const working = (ctx: Context, id: string) =>
  runBackgroundJob(ctx, id, new AbortController().signal).then(
    () => "worked",
    (error: Error) => error.message,
  );

const timeoutsOf = async (id: string) =>
  (await queryRows<{ timeouts: number }>(db, sql`select timeout_count from background_jobs where id = ${id}`))[0]?.timeouts;

/** Nobody reads a code until `story` is over. */
const whileCodesAreHeld = <T>(story: () => Promise<T>): Promise<T> =>
  other.transaction(async (tx) => {
    await tx.execute(sql`lock table codes in access exclusive mode`);
    return story();
  });

/** Has every statement that waits for codes stopped, as one is that takes longer than it may, until the work is over. */
async function stopped(work: Promise<string>): Promise<string> {
  let over = false;
  const ending = work.finally(() => {
    over = true;
  });
  while (!over)
    await db.execute(
      sql`select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'from codes c'`,
    );
  return ending;
}

test("what takes too long to list for an answer is left to the worker", async () => {
  const { ctx } = await insertProject(world.ctx);
  await generateBatch(ctx, { amount: 20, type: "alphanumeric" });
  const hasty = openDatabase(world.url, { max: 1 });
  await hasty.db.execute(sql`set statement_timeout = '300ms'`);
  const asked = await whileCodesAreHeld(() => bulkUpdateCodes({ ...ctx, db: hasty.db }, { action: "pause", filter: { all: true } }));
  await hasty.close();
  expect(asked).toMatchObject({ status: "queued", total: null });
  expect(await working(ctx, asked.id)).toBe("worked");
  expect(await getJob(ctx, asked.id)).toMatchObject({ status: "completed", total: 20, changed: 20 });
});

test("listing and counting what a task is about may take longer than an answer", async () => {
  const { ctx, id } = await aTask();
  const hasty = openDatabase(world.url, { max: 1 });
  await hasty.db.execute(sql`set statement_timeout = '400ms'`);
  const work = await whileCodesAreHeld(async () => {
    const begun = working({ ...ctx, db: hasty.db }, id);
    await other.execute(sql`select pg_sleep(1)`);
    return { begun };
  });
  expect(await work.begun).toBe("worked");
  await hasty.close();
  expect(await getJob(ctx, id)).toMatchObject({ status: "completed", total: 900, changed: 900 });
});

test("a task that takes the database too long again and again has failed, in words that people understand", async () => {
  const { ctx, id } = await aTask();
  await whileCodesAreHeld(async () => {
    for (const times of [1, 2]) {
      expect(await stopped(working(ctx, id))).toBe("The database took too long");
      expect(await getJob(ctx, id)).toMatchObject({ status: "running", error: null });
      expect(await timeoutsOf(id)).toBe(times);
    }
    expect(await stopped(working(ctx, id))).toBe("worked");
  });
  expect(await getJob(ctx, id)).toMatchObject({
    ...{ status: "failed", processed: 0, endedAt: expect.any(String) },
    error: { error: "unavailable", message: expect.stringMatching(/^The database took too long over this, 3 times in a row/) },
  });
});

test("a task that got on between two timeouts goes on being tried", async () => {
  const { ctx, id } = await aTask(5000);
  await db.execute(sql`update background_jobs set timeout_count = 2 where id = ${id}`);
  const stop = new AbortController();
  const work = runBackgroundJob(ctx, id, stop.signal).catch(() => "stopped");
  while ((await getJob(ctx, id)).processed === 0);
  stop.abort();
  expect(await work).toBe("stopped");
  expect(await timeoutsOf(id)).toBe(0);
});

test("what takes too long to count is done without", async () => {
  const { ctx, id } = await aTask();
  const counting = await whileCodesAreHeld(async () => {
    const work = working(ctx, id);
    for (let stoppedOnes = 0; stoppedOnes === 0; )
      stoppedOnes = (
        await queryRows(
          db,
          sql`select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'as total from codes c'`,
        )
      ).length;
    return { work };
  });
  expect(await counting.work).toBe("worked");
  expect(await getJob(ctx, id)).toMatchObject({ status: "completed", total: 900, changed: 900 });
});

import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { queryRows } from "@/db/query";
import { insertProject } from "@/tests/harness/factories";
import { stopAtCheck } from "@/tests/harness/jobs";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { bulkUpdateCodes } from "../codes/bulk-update";
import { generateBatch } from "../codes/generate";
import type { Context } from "../context";
import { getJob } from "./jobs";

const app = await createTestApp();
const { db } = app;
const other = app.openSecondPool().ctx.db;

/** Creates a project with many codes, and a queued job that pauses them. */
async function createPauseJob(amount = 900): Promise<{ ctx: Context; id: string }> {
  const { ctx } = await insertProject(app.ctx);
  await generateBatch(ctx, { amount, type: "alphanumeric" });
  const { id } = await bulkUpdateCodes(ctx, { action: "pause", filter: { all: true } });
  return { ctx, id };
}

const runInWorker = (ctx: Context, id: string) =>
  runBackgroundJob(ctx, id, new AbortController().signal).then(
    () => "worked",
    (error: Error) => error.message,
  );

const getTimeoutCount = async (id: string) =>
  (await queryRows<{ timeout_count: number }>(db, sql`select timeout_count from background_jobs where id = ${id}`))[0]?.timeout_count;

/** Locks the codes until `callback` is done. */
const whileCodesAreLocked = <T>(callback: () => Promise<T>): Promise<T> =>
  other.transaction(async (tx) => {
    await tx.execute(sql`lock table codes in access exclusive mode`);
    return callback();
  });

/** Cancels every statement that waits for the codes, like a timeout, until the work is done. */
async function getErrorMessage(work: Promise<string>): Promise<string> {
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

test("a request leaves items that take too long to list to the worker", async () => {
  const { ctx } = await insertProject(app.ctx);
  await generateBatch(ctx, { amount: 20, type: "alphanumeric" });
  const shortTimeoutPool = openDatabase(app.url, { max: 1 });
  await shortTimeoutPool.db.execute(sql`set statement_timeout = '1s'`);
  const queuedJob = await whileCodesAreLocked(() =>
    bulkUpdateCodes({ ...ctx, db: shortTimeoutPool.db }, { action: "pause", filter: { all: true } }),
  );
  await shortTimeoutPool.close();
  expect(queuedJob).toMatchObject({ status: "queued", total: null });
  expect(await runInWorker(ctx, queuedJob.id)).toBe("worked");
  expect(await getJob(ctx, queuedJob.id)).toMatchObject({ status: "completed", total: 20, changed: 20 });
});

test("the worker has a longer timeout than requests for listing and counting", async () => {
  const { ctx, id } = await createPauseJob();
  const shortTimeoutPool = openDatabase(app.url, { max: 1 });
  await shortTimeoutPool.db.execute(sql`set statement_timeout = '1s'`);
  const work = await whileCodesAreLocked(async () => {
    const startedJob = runInWorker({ ...ctx, db: shortTimeoutPool.db }, id);
    await other.execute(sql`select pg_sleep(1.5)`);
    return { startedJob };
  });
  expect(await work.startedJob).toBe("worked");
  await shortTimeoutPool.close();
  expect(await getJob(ctx, id)).toMatchObject({ status: "completed", total: 900, changed: 900 });
});

test("a job that times out repeatedly fails with a readable message", async () => {
  const { ctx, id } = await createPauseJob();
  await whileCodesAreLocked(async () => {
    for (const expectedCount of [1, 2]) {
      expect(await getErrorMessage(runInWorker(ctx, id))).toBe("The database timed out");
      expect(await getJob(ctx, id)).toMatchObject({ status: "running", error: null });
      expect(await getTimeoutCount(id)).toBe(expectedCount);
    }
    expect(await getErrorMessage(runInWorker(ctx, id))).toBe("worked");
  });
  expect(await getJob(ctx, id)).toMatchObject({
    status: "failed",
    processed: 0,
    endedAt: expect.any(String),
    error: { error: "unavailable", message: expect.stringMatching(/^The database timed out 3 times in a row/) },
  });
});

test("a job that makes progress between timeouts is retried again and again", async () => {
  const { ctx, id } = await createPauseJob(5000);
  await db.execute(sql`update background_jobs set timeout_count = 2 where id = ${id}`);
  // After the first chunk.
  await expect(runBackgroundJob(ctx, id, stopAtCheck(3))).rejects.toThrow("The worker was stopped");
  expect(await getJob(ctx, id)).toMatchObject({ status: "running", processed: 200 });
  expect(await getTimeoutCount(id)).toBe(0);
});

test("a job runs without a total if counting times out", async () => {
  const { ctx, id } = await createPauseJob();
  const lockedRun = await whileCodesAreLocked(async () => {
    const work = runInWorker(ctx, id);
    for (let canceledQueries = 0; canceledQueries === 0; )
      canceledQueries = (
        await queryRows(
          db,
          sql`select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'as total .*from codes c'`,
        )
      ).length;
    return { work };
  });
  expect(await lockedRun.work).toBe("worked");
  expect(await getJob(ctx, id)).toMatchObject({ status: "completed", total: 900, changed: 900 });
});

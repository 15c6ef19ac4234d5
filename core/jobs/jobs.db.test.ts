import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { JobRecord } from "@/contract/jobs";
import { queryRows } from "@/db/query";
import { expectConsoleError } from "@/tests/harness/console";
import { getErrorName } from "@/tests/harness/errors";
import { insertProject } from "@/tests/harness/factories";
import { stopAtCheck } from "@/tests/harness/jobs";
import { collectAll } from "@/tests/harness/lists";
import { waitForLockWaits } from "@/tests/harness/locks";
import { size } from "@/tests/harness/size";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { createBatch } from "../batches/create";
import { getBatch } from "../batches/record";
import { deleteExpiredRows } from "../cleanup";
import { bulkUpdateCodes } from "../codes/bulk-update";
import { generateBatch } from "../codes/generate";
import { type Context, requireStaffActor } from "../context";
import { cancelJob, getJob, listJobs } from "./jobs";

const app = await createTestApp();
const { db } = app;
const other = app.openSecondPool().ctx;
const createProjectContext = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;
const createSignal = () => new AbortController().signal;
const unknownId = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";
const jobSize = size(2500, 5000);
const largeBatch = { amount: size(12_000, 30_000), type: "alphanumeric" } as const;
const countCodes = async (ctx: Context) =>
  (await queryRows<{ n: number }>(db, sql`select count(*)::int as n from codes where project_id = ${ctx.projectId}`))[0]?.n;
const pauseAll = (ctx: Context): Promise<JobRecord> => bulkUpdateCodes(ctx, { action: "pause", filter: { all: true } });
/** Waits until the job has made progress or ended, and returns it. */
async function waitForProgress(ctx: Context, id: string): Promise<JobRecord> {
  for (;;) {
    const job = await getJob(ctx, id);
    if (job.processed > 0 || job.endedAt !== null) return job;
  }
}

/** Runs `callback` while no event can be recorded, which is the last step of a batch, so that its job isn't completed before. */
const beforeCompletion = (callback: () => Promise<void>): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`lock table events in share mode`);
    await callback();
  });

describe("generating a batch", () => {
  test("generates a small named batch within the request", async () => {
    const ctx = await createProjectContext();
    const job = await createBatch(ctx, { amount: 200, type: "numeric", name: "Launch day" });
    expect(job).toMatchObject({
      kind: "codes.generate",
      status: "completed",
      total: 200,
      processed: 200,
      changed: 200,
      batch: { name: "Launch day" },
    });
    expect(await getBatch(ctx, job.batch?.id ?? "")).toMatchObject({
      codeCount: 200,
      totalAllowedClaims: 200,
      createdBy: { kind: "secret_key" },
    });
  });

  test("generates a large batch in the worker with progress, and hides it until it is complete", async () => {
    const ctx = await createProjectContext();
    const queuedJob = await createBatch(ctx, largeBatch);
    expect(queuedJob).toMatchObject({ status: "queued", total: largeBatch.amount, processed: 0, batch: null });
    let running: Promise<void> | undefined;
    await beforeCompletion(async () => {
      running = runBackgroundJob({ ...other, projectId: ctx.projectId }, queuedJob.id, createSignal());
      const runningJob = await waitForProgress(ctx, queuedJob.id);
      expect(runningJob).toMatchObject({ status: "running", batch: null });
      expect(await countCodes(ctx)).toBe(0);
    });
    await running;
    const done = await getJob(ctx, queuedJob.id);
    expect(done).toMatchObject({ status: "completed", processed: largeBatch.amount, changed: largeBatch.amount });
    expect(await getBatch(ctx, done.batch?.id ?? "")).toMatchObject({ codeCount: largeBatch.amount });
    expect(await countCodes(ctx)).toBe(largeBatch.amount);
  });

  test("discards the batch if the job is canceled", async () => {
    const ctx = await createProjectContext();
    const { id } = await createBatch(ctx, largeBatch);
    let running: Promise<void> | undefined;
    await beforeCompletion(async () => {
      running = runBackgroundJob({ ...other, projectId: ctx.projectId }, id, createSignal());
      await waitForProgress(ctx, id);
      expect(await cancelJob(ctx, id)).toMatchObject({ status: "canceled", processed: 0, changed: 0, batch: null });
    });
    await running;
    expect(await getJob(ctx, id)).toMatchObject({ status: "canceled", processed: 0 });
    expect(await countCodes(ctx)).toBe(0);
    expect(await queryRows(db, sql`select from batches where project_id = ${ctx.projectId}`)).toEqual([]);
  });

  test("starts over when the worker stops, and generates the batch once", async () => {
    const ctx = await createProjectContext();
    const { id } = await createBatch(ctx, largeBatch);
    // The first check is before the job, the second one after 10,000 codes.
    await expect(runBackgroundJob(ctx, id, stopAtCheck(3))).rejects.toThrow("The worker was stopped");
    expect(await getJob(ctx, id)).toMatchObject({ status: "running", processed: 10_000 });
    expect(await countCodes(ctx)).toBe(0);
    await runBackgroundJob(ctx, id, createSignal());
    expect(await getJob(ctx, id)).toMatchObject({ status: "completed", changed: largeBatch.amount });
    expect(await countCodes(ctx)).toBe(largeBatch.amount);
  });

  test("generates the batch once with two workers", async () => {
    const ctx = await createProjectContext();
    const { id } = await createBatch(ctx, largeBatch);
    const both = await Promise.all(
      [ctx, { ...other, projectId: ctx.projectId }].map((by) =>
        runBackgroundJob(by, id, createSignal()).then(
          () => "done",
          (error: Error) => error.message,
        ),
      ),
    );
    expect(both).toContain("done");
    expect(await getJob(ctx, id)).toMatchObject({ status: "completed" });
    expect(await countCodes(ctx)).toBe(largeBatch.amount);
  });

  test("rejects a batch that doesn't fit the format, and fails if it doesn't fit anymore when it runs", async () => {
    const ctx = await createProjectContext();
    await createBatch(ctx, { amount: 10, type: "numeric" });
    expect(await getErrorName(createBatch(ctx, { amount: 1_000_000, type: "numeric" }))).toBe("code_space_exhausted");
    const { id } = await createBatch(ctx, { amount: 20_000, type: "numeric" });
    // Simulates other batches that used up the format in the meantime.
    await db.execute(sql`update background_jobs set params = jsonb_set(params, '{amount}', '1000000') where id = ${id}`);
    await runBackgroundJob(ctx, id, createSignal());
    expect(await getJob(ctx, id)).toMatchObject({
      status: "failed",
      processed: 0,
      changed: 0,
      error: { error: "code_space_exhausted", message: expect.stringMatching(/^Only 999,990 codes of this type are left/) },
    });
  });
});

describe("a job for many codes", () => {
  test("runs once with two workers and counts correctly", async () => {
    const ctx = await createProjectContext();
    await generateBatch(ctx, { amount: 3000, type: "alphanumeric" });
    const { id } = await pauseAll(ctx);
    await Promise.all([ctx, { ...other, projectId: ctx.projectId }].map((by) => runBackgroundJob(by, id, createSignal())));
    expect(await getJob(ctx, id)).toMatchObject({ status: "completed", total: 3000, processed: 3000, changed: 3000 });
    const events = await queryRows(db, sql`select from events where project_id = ${ctx.projectId} and kind = 'code.paused'`);
    expect(events).toHaveLength(3000);
  });

  test("records its changes for the staff member who started it, without their session", async () => {
    const ctx = await createProjectContext();
    await generateBatch(ctx, { amount: 600, type: "alphanumeric" });
    const by = await staffContext(ctx, { name: "Grace Hopper" });
    const { id } = await pauseAll(by);
    await db.execute(sql`delete from sessions`);
    await runBackgroundJob({ ...ctx, actor: { kind: "system", id: null } }, id, createSignal());
    const progressEvents = await queryRows(
      db,
      sql`select distinct actor_kind, actor_id from events where project_id = ${ctx.projectId} and kind = 'code.paused'`,
    );
    expect(progressEvents).toEqual([{ actor_kind: "staff", actor_id: by.actor.id }]);
    const runningContext: Context = { ...ctx, actor: { kind: "staff", id: by.actor.id } };
    expect(() => requireStaffActor(runningContext)).toThrow("signed-in staff member");
    expect(requireStaffActor(by).id).toBe(by.actor.id);
  });

  test("keeps completed changes and makes no more after it is canceled", async () => {
    const ctx = await createProjectContext();
    await generateBatch(ctx, { amount: jobSize, type: "alphanumeric" });
    const { id } = await pauseAll(ctx);
    const [running, canceling] = await db.transaction(async (tx) => {
      // The first chunk waits to record its events, and canceling waits for the chunk.
      await tx.execute(sql`lock table events in share mode`);
      const inOther = { ...other, projectId: ctx.projectId };
      const running = runBackgroundJob(inOther, id, createSignal());
      await waitForLockWaits(db, 1);
      const canceling = cancelJob(inOther, id);
      await waitForLockWaits(db, 2);
      return [running, canceling];
    });
    await running;
    const canceledJob = await canceling;
    expect(canceledJob).toMatchObject({ status: "canceled", total: jobSize });
    expect(await getJob(ctx, id)).toEqual(canceledJob);
    expect(canceledJob.processed).toBeLessThan(jobSize);
    const pausedCount = await queryRows(db, sql`select from codes where project_id = ${ctx.projectId} and paused_at is not null`);
    expect(pausedCount).toHaveLength(canceledJob.changed);
  });

  test("continues where it stopped after its worker died", async () => {
    const ctx = await createProjectContext();
    await generateBatch(ctx, { amount: jobSize, type: "alphanumeric" });
    const { id } = await pauseAll(ctx);
    // After the first two chunks, of 200 and 400 codes or fewer.
    await expect(runBackgroundJob(ctx, id, stopAtCheck(4))).rejects.toThrow("The worker was stopped");
    const { status, processed } = await getJob(ctx, id);
    expect([status, processed > 200]).toEqual(["running", true]);
    await runBackgroundJob(ctx, id, createSignal());
    expect(await getJob(ctx, id)).toMatchObject({ status: "completed", processed: jobSize, changed: jobSize });
    const events = await queryRows(db, sql`select from events where project_id = ${ctx.projectId} and kind = 'code.paused'`);
    expect(events).toHaveLength(jobSize);
  });

  test("fails without database details after an unexpected error, and keeps completed changes", async () => {
    expectConsoleError();
    const ctx = await createProjectContext();
    await generateBatch(ctx, { amount: 900, type: "alphanumeric" });
    const { id } = await pauseAll(ctx);
    await db.execute(sql`alter table events rename to elsewhere`);
    try {
      await runBackgroundJob(ctx, id, createSignal());
    } finally {
      await db.execute(sql`alter table elsewhere rename to events`);
    }
    const failedJob = await getJob(ctx, id);
    expect(failedJob).toMatchObject({ status: "failed", error: { error: "internal" } });
    expect(JSON.stringify(failedJob)).not.toMatch(/events|relation|select/i);
    expect(await queryRows(db, sql`select from codes where project_id = ${ctx.projectId} and paused_at is not null`)).toEqual([]);
  });
});

describe("listing jobs", () => {
  test("lists newest first with the actor, optionally only finished or unfinished jobs", async () => {
    const ctx = await createProjectContext();
    const by = await staffContext(ctx, { name: "Grace Hopper" });
    const ended = await pauseAll(by);
    const startedJob = await createBatch(ctx, largeBatch);
    expect((await collectAll(listJobs(ctx, {}))).map(({ id }) => id)).toEqual([startedJob.id, ended.id]);
    expect(await collectAll(listJobs(ctx, { ended: true }))).toEqual([ended]);
    expect(await collectAll(listJobs(ctx, { ended: false }))).toEqual([startedJob]);
    expect(ended.actor).toEqual({ kind: "staff", name: "Grace Hopper" });
    const page = await listJobs(ctx, { limit: 1 });
    expect(page).toMatchObject({ page: [startedJob], total: 2 });
    if (!("page" in page) || page.next === null) throw new Error("There is no next page");
    expect(await listJobs(ctx, { limit: 1, cursor: page.next })).toMatchObject({ page: [ended], next: null });
  });

  test("lists only the project's own jobs", async () => {
    const [ctx, another] = [await createProjectContext(), await createProjectContext()];
    const { id } = await createBatch(ctx, largeBatch);
    expect(await collectAll(listJobs(another, {}))).toEqual([]);
    expect(await getErrorName(getJob(another, id))).toBe("job_not_found");
    expect(await getErrorName(cancelJob(another, id))).toBe("job_not_found");
    expect(await getJob(ctx, id)).toMatchObject({ status: "queued" });
  });

  test("doesn't change a finished job when it is canceled", async () => {
    const ctx = await createProjectContext();
    const ended = await pauseAll(ctx);
    expect(await cancelJob(ctx, ended.id)).toEqual(ended);
    expect(await getErrorName(cancelJob(ctx, unknownId))).toBe("job_not_found");
  });

  test("keeps finished jobs for one month and unfinished jobs forever", async () => {
    const ctx = await createProjectContext();
    const [deletedIds, remainingIds, startedJob] = [await pauseAll(ctx), await pauseAll(ctx), await createBatch(ctx, largeBatch)];
    await db.execute(sql`update background_jobs set ended_at = now() - interval '32 days' where id = ${deletedIds.id}`);
    await db.execute(sql`update background_jobs set ended_at = now() - interval '27 days' where id = ${remainingIds.id}`);
    await db.execute(sql`update background_jobs set created_at = now() - interval '1 year' where id = ${startedJob.id}`);
    await deleteExpiredRows(db);
    expect((await collectAll(listJobs(ctx, {}))).map(({ id }) => id)).toEqual([startedJob.id, remainingIds.id]);
  });
});

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { JobRecord } from "@/contract/jobs";
import { queryRows } from "@/db/query";
import { expectConsoleError } from "@/tests/harness/console";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { createBatch } from "../batches/create";
import { getBatch } from "../batches/get";
import { deleteExpiredRows } from "../cleanup";
import { bulkUpdateCodes } from "../codes/bulk-update";
import { generateBatch } from "../codes/generate";
import { type Context, requireStaffActor } from "../context";
import { cancelJob } from "./cancel";
import { getJob, listJobs } from "./list";

const world = await createTestApp();
const { db } = world;
const other = world.openSecondPool().ctx;
const own = async (): Promise<Context> => (await insertProject(world.ctx)).ctx;
const unhalted = () => new AbortController().signal;
const nowhere = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";
const large = { amount: 30_000, type: "alphanumeric" } as const;
const codesIn = async (ctx: Context) =>
  (await queryRows<{ n: number }>(db, sql`select count(*)::int as n from codes where project_id = ${ctx.projectId}`))[0]?.n;
const pauseAll = (ctx: Context): Promise<JobRecord> => bulkUpdateCodes(ctx, { action: "pause", filter: { all: true } });
/** Waits until the task has done something, and answers how far it is. */
async function underWay(ctx: Context, id: string): Promise<JobRecord> {
  for (;;) {
    const task = await getJob(ctx, id);
    if (task.processed > 0 || task.endedAt !== null) return task;
  }
}

describe("a batch that is made as a task", () => {
  test("is made before the answer where it is small, and named", async () => {
    const ctx = await own();
    const task = await createBatch(ctx, { amount: 200, type: "numeric", name: "Launch day" });
    expect(task).toMatchObject({
      kind: "codes.generate",
      status: "completed",
      total: 200,
      processed: 200,
      changed: 200,
      batch: { name: "Launch day" },
    });
    expect(await getBatch(ctx, task.batch?.id ?? "")).toMatchObject({ codes: 200, uses: 200, createdBy: { kind: "secret_key" } });
  });

  test("is made by the worker where it is large, which tells how far it is; nobody sees a part of it", async () => {
    const ctx = await own();
    const asked = await createBatch(ctx, large);
    expect(asked).toMatchObject({ status: "queued", total: 30_000, processed: 0, batch: null });
    const working = runBackgroundJob({ ...other, projectId: ctx.projectId }, asked.id, unhalted());
    const seen = await underWay(ctx, asked.id);
    expect(seen).toMatchObject({ status: "running", batch: null });
    expect(await codesIn(ctx)).toBe(0);
    await working;
    const done = await getJob(ctx, asked.id);
    expect(done).toMatchObject({ status: "completed", processed: 30_000, changed: 30_000 });
    expect(await getBatch(ctx, done.batch?.id ?? "")).toMatchObject({ codes: 30_000 });
    expect(await codesIn(ctx)).toBe(30_000);
  });

  test("is not made at all where it is cancelled on the way", async () => {
    const ctx = await own();
    const { id } = await createBatch(ctx, large);
    const working = runBackgroundJob({ ...other, projectId: ctx.projectId }, id, unhalted());
    await underWay(ctx, id);
    expect(await cancelJob(ctx, id)).toMatchObject({ status: "canceled", processed: 0, changed: 0, batch: null });
    await working;
    expect(await getJob(ctx, id)).toMatchObject({ status: "canceled", processed: 0 });
    expect(await codesIn(ctx)).toBe(0);
    expect(await queryRows(db, sql`select from batches where project_id = ${ctx.projectId}`)).toEqual([]);
  });

  test("is begun anew where its worker stops, and is made once", async () => {
    const ctx = await own();
    const { id } = await createBatch(ctx, large);
    const stop = new AbortController();
    const working = runBackgroundJob({ ...other, projectId: ctx.projectId }, id, stop.signal).catch((error: Error) => error.message);
    await underWay(ctx, id);
    stop.abort();
    expect(await working).toBe("The worker was stopped");
    expect(await codesIn(ctx)).toBe(0);
    await runBackgroundJob(ctx, id, unhalted());
    expect(await getJob(ctx, id)).toMatchObject({ status: "completed", changed: 30_000 });
    expect(await codesIn(ctx)).toBe(30_000);
  });

  test("is made once by two workers", async () => {
    const ctx = await own();
    const { id } = await createBatch(ctx, large);
    const both = await Promise.all(
      [ctx, { ...other, projectId: ctx.projectId }].map((by) =>
        runBackgroundJob(by, id, unhalted()).then(
          () => "done",
          (error: Error) => error.message,
        ),
      ),
    );
    expect(both).toContain("done");
    expect(await getJob(ctx, id)).toMatchObject({ status: "completed" });
    expect(await codesIn(ctx)).toBe(30_000);
  });

  test("is refused at once where there is too little room, and fails with that where there is by then", async () => {
    const ctx = await own();
    await createBatch(ctx, { amount: 10, type: "numeric" });
    expect(await getErrorName(createBatch(ctx, { amount: 1_000_000, type: "numeric" }))).toBe("code_space_exhausted");
    const { id } = await createBatch(ctx, { amount: 20_000, type: "numeric" });
    // As if others had taken the room meanwhile.
    await db.execute(sql`update background_jobs set params = jsonb_set(params, '{amount}', '1000000') where id = ${id}`);
    await runBackgroundJob(ctx, id, unhalted());
    expect(await getJob(ctx, id)).toMatchObject({
      ...{ status: "failed", processed: 0, changed: 0 },
      error: { error: "code_space_exhausted", message: expect.stringMatching(/more codes fit/) },
    });
  });
});

describe("a task over many codes", () => {
  test("is done once by two workers at once, and counts right", async () => {
    const ctx = await own();
    await generateBatch(ctx, { amount: 3000, type: "alphanumeric" });
    const { id } = await pauseAll(ctx);
    await Promise.all([ctx, { ...other, projectId: ctx.projectId }].map((by) => runBackgroundJob(by, id, unhalted())));
    expect(await getJob(ctx, id)).toMatchObject({ status: "completed", total: 3000, processed: 3000, changed: 3000 });
    const events = await queryRows(db, sql`select from events where project_id = ${ctx.projectId} and kind = 'code.paused'`);
    expect(events).toHaveLength(3000);
  });

  test("is recorded as done by whoever of the staff asked for it, whose session it does not have", async () => {
    const ctx = await own();
    await generateBatch(ctx, { amount: 600, type: "alphanumeric" });
    const by = await staffContext(ctx, { name: "Grace Hopper" });
    const { id } = await pauseAll(by);
    await db.execute(sql`delete from sessions`);
    await runBackgroundJob({ ...ctx, actor: { kind: "system", id: null } }, id, unhalted());
    const told = await queryRows(
      db,
      sql`select distinct actor_kind, actor_id from events where project_id = ${ctx.projectId} and kind = 'code.paused'`,
    );
    expect(told).toEqual([{ actor_kind: "staff", actor_id: by.actor.id }]);
    const taken: Context = { ...ctx, actor: { kind: "staff", id: by.actor.id } };
    expect(() => requireStaffActor(taken)).toThrow("signed in");
    expect(requireStaffActor(by).id).toBe(by.actor.id);
  });

  test("stops where it is cancelled: what was done stays done, and no more is", async () => {
    const ctx = await own();
    await generateBatch(ctx, { amount: 5000, type: "alphanumeric" });
    const { id } = await pauseAll(ctx);
    const working = runBackgroundJob({ ...other, projectId: ctx.projectId }, id, unhalted());
    await underWay(ctx, id);
    const cancelled = await cancelJob(ctx, id);
    await working;
    expect(cancelled).toMatchObject({ status: "canceled", total: 5000 });
    expect(await getJob(ctx, id)).toEqual(cancelled);
    expect(cancelled.processed).toBeLessThan(5000);
    const paused = await queryRows(db, sql`select from codes where project_id = ${ctx.projectId} and paused_at is not null`);
    expect(paused).toHaveLength(cancelled.changed);
  });

  test("goes on where it was after its worker stopped", async () => {
    const ctx = await own();
    await generateBatch(ctx, { amount: 5000, type: "alphanumeric" });
    const { id } = await pauseAll(ctx);
    const stop = new AbortController();
    const working = getOutcome(runBackgroundJob({ ...other, projectId: ctx.projectId }, id, stop.signal)).catch(() => "stopped");
    await underWay(ctx, id);
    stop.abort();
    expect(await working).toBe("stopped");
    expect((await getJob(ctx, id)).status).toBe("running");
    await runBackgroundJob(ctx, id, unhalted());
    expect(await getJob(ctx, id)).toMatchObject({ status: "completed", processed: 5000, changed: 5000 });
    const events = await queryRows(db, sql`select from events where project_id = ${ctx.projectId} and kind = 'code.paused'`);
    expect(events).toHaveLength(5000);
  });

  test("that breaks is failed, in words that tell nothing of the database, and what was done stays", async () => {
    expectConsoleError();
    const ctx = await own();
    await generateBatch(ctx, { amount: 900, type: "alphanumeric" });
    const { id } = await pauseAll(ctx);
    await db.execute(sql`alter table events rename to elsewhere`);
    try {
      await runBackgroundJob(ctx, id, unhalted());
    } finally {
      await db.execute(sql`alter table elsewhere rename to events`);
    }
    const failed = await getJob(ctx, id);
    expect(failed).toMatchObject({ status: "failed", error: { error: "internal" } });
    expect(JSON.stringify(failed)).not.toMatch(/events|relation|select/i);
    expect(await queryRows(db, sql`select from codes where project_id = ${ctx.projectId} and paused_at is not null`)).toEqual([]);
  });
});

describe("tasks are listed", () => {
  test("newest first, with who asked, narrowed to those that have ended or not", async () => {
    const ctx = await own();
    const by = await staffContext(ctx, { name: "Grace Hopper" });
    const ended = await pauseAll(by);
    const begun = await createBatch(ctx, large);
    expect((await collectAll(listJobs(ctx, {}))).map(({ id }) => id)).toEqual([begun.id, ended.id]);
    expect(await collectAll(listJobs(ctx, { ended: true }))).toEqual([ended]);
    expect(await collectAll(listJobs(ctx, { ended: false }))).toEqual([begun]);
    expect(ended.actor).toEqual({ kind: "staff", name: "Grace Hopper" });
    const page = await listJobs(ctx, { limit: 1 });
    expect(page).toMatchObject({ page: [begun], total: 2 });
    if (!("page" in page) || page.next === null) throw new Error("There is no next page");
    expect(await listJobs(ctx, { limit: 1, cursor: page.next })).toMatchObject({ page: [ended], next: null });
  });

  test("for their own project alone", async () => {
    const [ctx, another] = [await own(), await own()];
    const { id } = await createBatch(ctx, large);
    expect(await collectAll(listJobs(another, {}))).toEqual([]);
    expect(await getErrorName(getJob(another, id))).toBe("job_not_found");
    expect(await getErrorName(cancelJob(another, id))).toBe("job_not_found");
    expect(await getJob(ctx, id)).toMatchObject({ status: "queued" });
  });

  test("as they ended, once they have: cancelling changes nothing then", async () => {
    const ctx = await own();
    const ended = await pauseAll(ctx);
    expect(await cancelJob(ctx, ended.id)).toEqual(ended);
    expect(await getErrorName(cancelJob(ctx, nowhere))).toBe("job_not_found");
  });

  test("for a month after they ended, and for as long as they have not", async () => {
    const ctx = await own();
    const [gone, kept, begun] = [await pauseAll(ctx), await pauseAll(ctx), await createBatch(ctx, large)];
    await db.execute(sql`update background_jobs set ended_at = now() - interval '32 days' where id = ${gone.id}`);
    await db.execute(sql`update background_jobs set ended_at = now() - interval '27 days' where id = ${kept.id}`);
    await db.execute(sql`update background_jobs set created_at = now() - interval '1 year' where id = ${begun.id}`);
    await deleteExpiredRows(db);
    expect((await collectAll(listJobs(ctx, {}))).map(({ id }) => id)).toEqual([begun.id, kept.id]);
  });
});

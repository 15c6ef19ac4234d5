import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { TaskRecord } from "@/contract/tasks";
import { rows } from "@/db/rows";
import { expectConsoleError } from "@/tests/harness/console";
import { aProject } from "@/tests/harness/factories";
import { allOf } from "@/tests/harness/listing";
import { outcome, refused } from "@/tests/harness/refused";
import { actingAs } from "@/tests/harness/staff";
import { aWorld } from "@/tests/harness/world";
import { workOn } from "@/worker/tasks";
import { get as getBatch } from "../batches/find";
import { make } from "../batches/make";
import { act } from "../codes/act";
import { makeBatch } from "../codes/generate";
import { type Context, staffActor } from "../context";
import { tidy } from "../tidy";
import { cancel } from "./cancel";
import { get, list } from "./list";

const world = await aWorld();
const { db } = world;
const other = world.anotherPool().ctx;
const own = async (): Promise<Context> => (await aProject(world.ctx)).ctx;
const unhalted = () => new AbortController().signal;
const nowhere = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";
const large = { amount: 30_000, type: "alphanumeric" } as const;
const codesIn = async (ctx: Context) =>
  (await rows<{ n: number }>(db, sql`select count(*)::int as n from codes where project_id = ${ctx.projectId}`))[0]?.n;
const pauseAll = (ctx: Context): Promise<TaskRecord> => act(ctx, { act: "pause", filter: { everything: true } });
/** Waits until the task has done something, and answers how far it is. */
async function underWay(ctx: Context, id: string): Promise<TaskRecord> {
  for (;;) {
    const task = await get(ctx, id);
    if (task.done > 0 || task.endedAt !== null) return task;
  }
}

describe("a batch that is made as a task", () => {
  test("is made before the answer where it is small, and named", async () => {
    const ctx = await own();
    const task = await make(ctx, { amount: 200, type: "numeric", name: "Launch day" });
    expect(task).toMatchObject({
      kind: "codes.generate",
      state: "done",
      total: 200,
      done: 200,
      changed: 200,
      batch: { name: "Launch day" },
    });
    expect(await getBatch(ctx, task.batch?.id ?? "")).toMatchObject({ codes: 200, uses: 200, createdBy: { kind: "secret_key" } });
  });

  test("is made by the worker where it is large, which tells how far it is; nobody sees a part of it", async () => {
    const ctx = await own();
    const asked = await make(ctx, large);
    expect(asked).toMatchObject({ state: "waiting", total: 30_000, done: 0, batch: null });
    const working = workOn({ ...other, projectId: ctx.projectId }, asked.id, unhalted());
    const seen = await underWay(ctx, asked.id);
    expect(seen).toMatchObject({ state: "running", batch: null });
    expect(await codesIn(ctx)).toBe(0);
    await working;
    const done = await get(ctx, asked.id);
    expect(done).toMatchObject({ state: "done", done: 30_000, changed: 30_000 });
    expect(await getBatch(ctx, done.batch?.id ?? "")).toMatchObject({ codes: 30_000 });
    expect(await codesIn(ctx)).toBe(30_000);
  });

  test("is not made at all where it is cancelled on the way", async () => {
    const ctx = await own();
    const { id } = await make(ctx, large);
    const working = workOn({ ...other, projectId: ctx.projectId }, id, unhalted());
    await underWay(ctx, id);
    expect(await cancel(ctx, id)).toMatchObject({ state: "cancelled", done: 0, changed: 0, batch: null });
    await working;
    expect(await get(ctx, id)).toMatchObject({ state: "cancelled", done: 0 });
    expect(await codesIn(ctx)).toBe(0);
    expect(await rows(db, sql`select from batches where project_id = ${ctx.projectId}`)).toEqual([]);
  });

  test("is begun anew where its worker stops, and is made once", async () => {
    const ctx = await own();
    const { id } = await make(ctx, large);
    const stop = new AbortController();
    const working = workOn({ ...other, projectId: ctx.projectId }, id, stop.signal).catch((error: Error) => error.message);
    await underWay(ctx, id);
    stop.abort();
    expect(await working).toBe("The worker was stopped");
    expect(await codesIn(ctx)).toBe(0);
    await workOn(ctx, id, unhalted());
    expect(await get(ctx, id)).toMatchObject({ state: "done", changed: 30_000 });
    expect(await codesIn(ctx)).toBe(30_000);
  });

  test("is made once by two workers", async () => {
    const ctx = await own();
    const { id } = await make(ctx, large);
    const both = await Promise.all(
      [ctx, { ...other, projectId: ctx.projectId }].map((by) =>
        workOn(by, id, unhalted()).then(
          () => "done",
          (error: Error) => error.message,
        ),
      ),
    );
    expect(both).toContain("done");
    expect(await get(ctx, id)).toMatchObject({ state: "done" });
    expect(await codesIn(ctx)).toBe(30_000);
  });

  test("is refused at once where there is too little room, and fails with that where there is by then", async () => {
    const ctx = await own();
    await make(ctx, { amount: 10, type: "numeric" });
    expect(await refused(make(ctx, { amount: 1_000_000, type: "numeric" }))).toBe("code_space_exhausted");
    const { id } = await make(ctx, { amount: 20_000, type: "numeric" });
    // As if others had taken the room meanwhile.
    await db.execute(sql`update tasks set ask = jsonb_set(ask, '{amount}', '1000000') where id = ${id}`);
    await workOn(ctx, id, unhalted());
    expect(await get(ctx, id)).toMatchObject({
      ...{ state: "failed", done: 0, changed: 0 },
      problem: { error: "code_space_exhausted", message: expect.stringMatching(/more codes fit/) },
    });
  });
});

describe("a task over many codes", () => {
  test("is done once by two workers at once, and counts right", async () => {
    const ctx = await own();
    await makeBatch(ctx, { amount: 3000, type: "alphanumeric" });
    const { id } = await pauseAll(ctx);
    await Promise.all([ctx, { ...other, projectId: ctx.projectId }].map((by) => workOn(by, id, unhalted())));
    expect(await get(ctx, id)).toMatchObject({ state: "done", total: 3000, done: 3000, changed: 3000 });
    const events = await rows(db, sql`select from events where project_id = ${ctx.projectId} and kind = 'code.paused'`);
    expect(events).toHaveLength(3000);
  });

  test("is recorded as done by whoever of the staff asked for it, whose session it does not have", async () => {
    const ctx = await own();
    await makeBatch(ctx, { amount: 600, type: "alphanumeric" });
    const by = await actingAs(ctx, { name: "Grace Hopper" });
    const { id } = await pauseAll(by);
    await db.execute(sql`delete from sessions`);
    await workOn({ ...ctx, actor: { kind: "system", id: null } }, id, unhalted());
    const told = await rows(
      db,
      sql`select distinct actor_kind, actor_id from events where project_id = ${ctx.projectId} and kind = 'code.paused'`,
    );
    expect(told).toEqual([{ actor_kind: "staff", actor_id: by.actor.id }]);
    const taken: Context = { ...ctx, actor: { kind: "staff", id: by.actor.id } };
    expect(() => staffActor(taken)).toThrow("signed in");
    expect(staffActor(by).id).toBe(by.actor.id);
  });

  test("stops where it is cancelled: what was done stays done, and no more is", async () => {
    const ctx = await own();
    await makeBatch(ctx, { amount: 5000, type: "alphanumeric" });
    const { id } = await pauseAll(ctx);
    const working = workOn({ ...other, projectId: ctx.projectId }, id, unhalted());
    await underWay(ctx, id);
    const cancelled = await cancel(ctx, id);
    await working;
    expect(cancelled).toMatchObject({ state: "cancelled", total: 5000 });
    expect(await get(ctx, id)).toEqual(cancelled);
    expect(cancelled.done).toBeLessThan(5000);
    const paused = await rows(db, sql`select from codes where project_id = ${ctx.projectId} and paused_at is not null`);
    expect(paused).toHaveLength(cancelled.changed);
  });

  test("goes on where it was after its worker stopped", async () => {
    const ctx = await own();
    await makeBatch(ctx, { amount: 5000, type: "alphanumeric" });
    const { id } = await pauseAll(ctx);
    const stop = new AbortController();
    const working = outcome(workOn({ ...other, projectId: ctx.projectId }, id, stop.signal)).catch(() => "stopped");
    await underWay(ctx, id);
    stop.abort();
    expect(await working).toBe("stopped");
    expect((await get(ctx, id)).state).toBe("running");
    await workOn(ctx, id, unhalted());
    expect(await get(ctx, id)).toMatchObject({ state: "done", done: 5000, changed: 5000 });
    const events = await rows(db, sql`select from events where project_id = ${ctx.projectId} and kind = 'code.paused'`);
    expect(events).toHaveLength(5000);
  });

  test("that breaks is failed, in words that tell nothing of the database, and what was done stays", async () => {
    expectConsoleError();
    const ctx = await own();
    await makeBatch(ctx, { amount: 900, type: "alphanumeric" });
    const { id } = await pauseAll(ctx);
    await db.execute(sql`alter table events rename to elsewhere`);
    try {
      await workOn(ctx, id, unhalted());
    } finally {
      await db.execute(sql`alter table elsewhere rename to events`);
    }
    const failed = await get(ctx, id);
    expect(failed).toMatchObject({ state: "failed", problem: { error: "internal" } });
    expect(JSON.stringify(failed)).not.toMatch(/events|relation|select/i);
    expect(await rows(db, sql`select from codes where project_id = ${ctx.projectId} and paused_at is not null`)).toEqual([]);
  });
});

describe("tasks are listed", () => {
  test("newest first, with who asked, narrowed to those that have ended or not", async () => {
    const ctx = await own();
    const by = await actingAs(ctx, { name: "Grace Hopper" });
    const ended = await pauseAll(by);
    const begun = await make(ctx, large);
    expect((await allOf(list(ctx, {}))).map(({ id }) => id)).toEqual([begun.id, ended.id]);
    expect(await allOf(list(ctx, { ended: true }))).toEqual([ended]);
    expect(await allOf(list(ctx, { ended: false }))).toEqual([begun]);
    expect(ended.actor).toEqual({ kind: "staff", name: "Grace Hopper" });
    const page = await list(ctx, { limit: 1 });
    expect(page).toMatchObject({ page: [begun], total: 2 });
    if (!("page" in page) || page.next === null) throw new Error("There is no next page");
    expect(await list(ctx, { limit: 1, cursor: page.next })).toMatchObject({ page: [ended], next: null });
  });

  test("for their own project alone", async () => {
    const [ctx, another] = [await own(), await own()];
    const { id } = await make(ctx, large);
    expect(await allOf(list(another, {}))).toEqual([]);
    expect(await refused(get(another, id))).toBe("task_not_found");
    expect(await refused(cancel(another, id))).toBe("task_not_found");
    expect(await get(ctx, id)).toMatchObject({ state: "waiting" });
  });

  test("as they ended, once they have: cancelling changes nothing then", async () => {
    const ctx = await own();
    const ended = await pauseAll(ctx);
    expect(await cancel(ctx, ended.id)).toEqual(ended);
    expect(await refused(cancel(ctx, nowhere))).toBe("task_not_found");
  });

  test("for a month after they ended, and for as long as they have not", async () => {
    const ctx = await own();
    const [gone, kept, begun] = [await pauseAll(ctx), await pauseAll(ctx), await make(ctx, large)];
    await db.execute(sql`update tasks set ended_at = now() - interval '32 days' where id = ${gone.id}`);
    await db.execute(sql`update tasks set ended_at = now() - interval '27 days' where id = ${kept.id}`);
    await db.execute(sql`update tasks set created_at = now() - interval '1 year' where id = ${begun.id}`);
    await tidy(db);
    expect((await allOf(list(ctx, {}))).map(({ id }) => id)).toEqual([begun.id, kept.id]);
  });
});

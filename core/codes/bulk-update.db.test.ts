import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { JobRecord } from "@/contract/jobs";
import { queryRows } from "@/db/query";
import { getOutcome } from "@/tests/harness/errors";
import {
  type CodeOptions,
  insertBatch,
  insertCode,
  insertLead,
  insertProject,
  secondsFromNow,
  uniqueEmail,
} from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { getBatch } from "../batches/get";
import { exchangeToken } from "../claims/exchange";
import { type Context, inTransaction } from "../context";
import { getJob as getTask } from "../jobs/list";
import { getLead } from "../leads/get";
import { bulkUpdateCodes } from "./bulk-update";
import { claimCode } from "./claim";
import { generateBatch } from "./generate";
import { getCode } from "./get";
import { sendCode } from "./send";

const world = await createTestApp();
const { db } = world;
const own = async (): Promise<Context> => (await insertProject(world.ctx)).ctx;
const unhalted = new AbortController().signal;
const finished = async (ctx: Context, { id }: JobRecord) => {
  await runBackgroundJob(ctx, id, unhalted);
  return getTask(ctx, id);
};
const eventsIn = (ctx: Context, kind: string) =>
  queryRows<{ code_text: string; data: object; actor_kind: string; actor_id: string }>(
    db,
    sql`select code_text, data, actor_kind, actor_id from events where project_id = ${ctx.projectId} and kind = ${kind} order by id`,
  );
const some = (ctx: Context, ...facts: CodeOptions[]) =>
  Promise.all(facts.map(async (each) => (await insertCode(ctx, each)).replace(/-/g, "")));
const statuses = (ctx: Context, keys: readonly string[]) => Promise.all(keys.map(async (key) => (await getCode(ctx, key)).status));

describe("a few codes that are named", () => {
  test("are paused and resumed before the answer, each once, with an event each", async () => {
    const ctx = await own();
    const keys = await some(ctx, {}, {}, { paused: true });
    const done = await bulkUpdateCodes(ctx, { action: "pause", codes: [...keys, ...keys, "nowhere"] });
    expect(done).toMatchObject({ kind: "codes.pause", status: "completed", total: 4, processed: 4, changed: 2, error: null });
    expect(done.endedAt).not.toBeNull();
    expect(await statuses(ctx, keys)).toEqual(["paused", "paused", "paused"]);
    expect(await eventsIn(ctx, "code.paused")).toHaveLength(2);
    expect(await bulkUpdateCodes(ctx, { action: "resume", codes: keys })).toMatchObject({ status: "completed", changed: 3 });
    expect(await statuses(ctx, keys)).toEqual(["active", "active", "active"]);
    expect(await eventsIn(ctx, "code.resumed")).toHaveLength(3);
  });

  test("of a paused batch are not resumed, and the task says so", async () => {
    const ctx = await own();
    const batch = await insertBatch(ctx, { paused: true });
    const keys = await some(ctx, { paused: true }, { paused: true, batch }, { batch });
    expect(await bulkUpdateCodes(ctx, { action: "resume", codes: keys })).toMatchObject({
      ...{ status: "completed", processed: 3, changed: 1 },
      error: { error: "batch_paused", message: expect.stringMatching(/^2 codes .*\.$/) },
    });
    expect(await statuses(ctx, keys)).toEqual(["active", "paused", "paused"]);
  });

  test("are extended part by part: what a code cannot take stays, and the task says so", async () => {
    const ctx = await own();
    const validUntil = secondsFromNow(3600);
    const batch = await insertBatch(ctx);
    const claimedBy = [uniqueEmail(), uniqueEmail()];
    const keys = await some(ctx, { batch }, { batch, validFrom: secondsFromNow(7200) }, { batch, allowedClaims: 3, claimedBy });
    expect(await bulkUpdateCodes(ctx, { action: "extend", codes: keys, validUntil, allowedClaims: 1 })).toMatchObject({
      ...{ processed: 3, changed: 2 },
      error: {
        error: "invalid_input",
        message: expect.stringMatching(/^1 code kept the old end: .*start\. 1 code kept the old number .*\.$/),
      },
    });
    const records = await Promise.all(keys.map((key) => getCode(ctx, key)));
    expect(records.map((code) => [code.validUntil, code.allowedClaims])).toEqual([
      [validUntil, 1],
      [null, 1],
      [validUntil, 3],
    ]);
    expect(await getBatch(ctx, batch)).toMatchObject({ codeCount: 3, totalAllowedClaims: 5 });
    const told = (await eventsIn(ctx, "code.extended")).map(({ data }) => data);
    expect(told).toHaveLength(2);
    expect(told).toEqual(expect.arrayContaining([{ validUntil, allowedClaims: 1 }, { validUntil }]));
  });

  test("are deleted with all that is theirs", async () => {
    const ctx = await own();
    const batch = await insertBatch(ctx);
    const [ada, grace] = [uniqueEmail(), await insertLead(ctx)];
    const keys = await some(ctx, { batch, allowedClaims: 4 }, { batch }, { batch });
    const [first = "", second = "", kept = ""] = keys;
    const { token } = await claimCode(ctx, { code: first, email: ada });
    await claimCode(ctx, { code: first, email: grace });
    await claimCode(ctx, { code: kept, email: grace });
    await sendCode(ctx, { code: second, emails: [ada] });
    expect(await bulkUpdateCodes(ctx, { action: "delete", codes: [first, second] })).toMatchObject({ status: "completed", changed: 2 });
    expect(await getBatch(ctx, batch)).toMatchObject({ codeCount: 1, totalAllowedClaims: 1, claims: 1 });
    expect(await getLead(ctx, ada)).toMatchObject({ hasClaimedCode: false });
    expect(await getLead(ctx, grace)).toMatchObject({ hasClaimedCode: true });
    expect(await getOutcome(exchangeToken(ctx, token))).toBe("token_not_found");
    expect(await queryRows(db, sql`select status from deliveries where project_id = ${ctx.projectId}`)).toEqual([{ status: "canceled" }]);
    expect((await eventsIn(ctx, "code.deleted")).map(({ data }) => data)).toEqual(expect.arrayContaining([{ claims: 2 }, { claims: 0 }]));
  });
});

describe("codes that match", () => {
  test("are those of the filter, and no others", async () => {
    const ctx = await own();
    const keys = await some(ctx, { type: "numeric" }, { type: "numeric", paused: true }, {});
    expect(await bulkUpdateCodes(ctx, { action: "delete", filter: { type: "numeric", status: "active" } })).toMatchObject({
      total: 1,
      changed: 1,
    });
    expect(await Promise.all(keys.map((key) => getOutcome(getCode(ctx, key))))).toEqual(["code_not_found", "done", "done"]);
    const { ctx: another } = await insertProject(ctx);
    const [theirs = ""] = await some(another, {});
    expect(await bulkUpdateCodes(ctx, { action: "delete", filter: { all: true } })).toMatchObject({ total: 2, changed: 2 });
    expect(await getCode(another, theirs)).toMatchObject({ status: "active" });
  });

  test("none is a task that is done", async () => {
    expect(await bulkUpdateCodes(await own(), { action: "pause", filter: { all: true } })).toMatchObject({
      status: "completed",
      total: 0,
      changed: 0,
    });
  });
});

describe("many codes", () => {
  test("wait for the worker, which does all of them once, as who asked", async () => {
    const ctx = await own();
    const { id: batch } = await generateBatch(ctx, { amount: 1500, type: "alphanumeric" });
    const asked = await bulkUpdateCodes({ ...ctx, requestId: "the-request" }, { action: "pause", filter: { batch } });
    expect(asked).toMatchObject({ status: "queued", total: null, processed: 0, changed: 0, endedAt: null });
    await generateBatch(ctx, { amount: 700, type: "alphanumeric" });
    const system: Context = { ...ctx, actor: { kind: "system", id: null } };
    expect(await finished(system, asked)).toMatchObject({ status: "completed", total: 1500, processed: 1500, changed: 1500 });
    const told = await eventsIn(ctx, "code.paused");
    expect(new Set(told.map((event) => event.code_text)).size).toBe(1500);
    expect(told).toHaveLength(1500);
    expect(told[0]).toMatchObject({ actor_kind: "secret_key", actor_id: ctx.actor.id });
    const [kept] = await queryRows(db, sql`select params, progress from background_jobs where id = ${asked.id}`);
    expect(kept).toEqual({ params: null, progress: null });
  });

  test("that are made after the call are not touched", async () => {
    const ctx = await own();
    await generateBatch(ctx, { amount: 600, type: "alphanumeric" });
    const asked = await bulkUpdateCodes(ctx, { action: "delete", filter: { all: true } });
    const later = await generateBatch(ctx, { amount: 40, type: "alphanumeric" });
    expect(await finished(ctx, asked)).toMatchObject({ changed: 600 });
    expect(await queryRows(db, sql`select distinct batch_id from codes where project_id = ${ctx.projectId}`)).toEqual([
      { batch_id: later.id },
    ]);
  });

  test("that are being made at the call are not touched, though they are older than it", async () => {
    const ctx = await own();
    const elsewhere = { ...world.openSecondPool().ctx, projectId: ctx.projectId };
    await generateBatch(ctx, { amount: 600, type: "alphanumeric" });
    const [made, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const making = inTransaction(elsewhere, async (inner) => {
      const batch = await generateBatch(inner, { amount: 40, type: "alphanumeric" });
      made.resolve();
      await asked.promise;
      return batch;
    });
    await made.promise;
    const task = await bulkUpdateCodes(ctx, { action: "delete", filter: { all: true } });
    asked.resolve();
    const { id } = await making;
    const [older] = await queryRows(
      db,
      sql`select b.created_at < t.created_at as older from batches b, background_jobs t where b.id = ${id} and t.id = ${task.id}`,
    );
    expect(older).toEqual({ older: true });
    expect(await finished(ctx, task)).toMatchObject({ status: "completed", total: 600, changed: 600 });
    expect(await queryRows(db, sql`select batch_id, count(*)::int from codes where project_id = ${ctx.projectId} group by 1`)).toEqual([
      { batch_id: id, count: 40 },
    ]);
    // Once it is made it is like any other.
    expect(await bulkUpdateCodes(ctx, { action: "delete", filter: { all: true } })).toMatchObject({ status: "completed", changed: 40 });
  });

  test("that were restored from a backup are like any other, whatever the number of their transaction was there", async () => {
    const ctx = await own();
    const restored = await generateBatch(ctx, { amount: 600, type: "alphanumeric" });
    await generateBatch(ctx, { amount: 50, type: "alphanumeric" });
    const [now] = await queryRows<{ created_in_transaction: string }>(
      db,
      sql`select created_in_transaction from batches where id = ${restored.id}`,
    );
    const [cluster, transaction] = now?.created_in_transaction.split(" ") ?? [];
    expect(Number(transaction)).toBeGreaterThan(0);
    const madeIn = (of: string) =>
      db.execute(sql`update batches set created_in_transaction = ${`${of} 900000000000`} where id = ${restored.id}`);
    await madeIn("7000000000000000000");
    const task = await bulkUpdateCodes(ctx, { action: "pause", filter: { all: true } });
    expect(await finished(ctx, task)).toMatchObject({ status: "completed", total: 650, changed: 650 });
    // In this very cluster such a transaction is yet to come.
    await madeIn(cluster ?? "");
    expect(await bulkUpdateCodes(ctx, { action: "delete", filter: { all: true } })).toMatchObject({ status: "completed", changed: 50 });
  });

  test("by name are done too, and what was deleted meanwhile is passed over", async () => {
    const ctx = await own();
    const batch = await generateBatch(ctx, { amount: 800, type: "alphanumeric" });
    const made = await queryRows<{ key: string }>(db, sql`select key from codes where batch_id = ${batch.id} order by batch_index`);
    const keys = made.map(({ key }) => key);
    const asked = await bulkUpdateCodes(ctx, { action: "extend", allowedClaims: 3, codes: [...keys, ...keys] });
    await bulkUpdateCodes(ctx, { action: "delete", codes: keys.slice(0, 300) });
    expect(await finished(ctx, asked)).toMatchObject({ status: "completed", total: 800, processed: 800, changed: 500 });
    expect(await getBatch(ctx, batch.id)).toMatchObject({ codeCount: 500, totalAllowedClaims: 1500 });
  });

  test("that stop matching before they are reached are left alone: who claims meanwhile keeps their claim", async () => {
    const ctx = await own();
    const batch = await generateBatch(ctx, { amount: 600, type: "alphanumeric" });
    const asked = await bulkUpdateCodes(ctx, { action: "delete", filter: { batch: batch.id, status: "active" } });
    const claimed = await queryRows<{ key: string }>(
      db,
      sql`select key from codes where batch_id = ${batch.id} order by random() limit 60`,
    );
    const other = { ...world.openSecondPool().ctx, projectId: ctx.projectId };
    const [, ...came] = await Promise.all([
      finished(ctx, asked),
      ...claimed.map(({ key }) => getOutcome(claimCode(other, { code: key, email: uniqueEmail() }))),
    ]);
    const left = await queryRows<{ claims: number }>(db, sql`select claims from codes where batch_id = ${batch.id}`);
    expect(left).toHaveLength(came.filter((each) => each === "done").length);
    expect(await getBatch(ctx, batch.id)).toMatchObject({ codeCount: left.length, totalAllowedClaims: left.length, claims: left.length });
  });
});

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
import { getBatch } from "../batches/record";
import { exchangeToken } from "../claims/exchange";
import { type Context, inTransaction } from "../context";
import { getJob } from "../jobs/jobs";
import { getLead } from "../leads/record";
import { bulkUpdateCodes } from "./bulk-update";
import { claimCode } from "./claim";
import { generateBatch } from "./generate";
import { getCode } from "./record";
import { sendCode } from "./send";

const app = await createTestApp();
const { db } = app;
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;
const neverAborted = new AbortController().signal;
const runJob = async (ctx: Context, { id }: JobRecord) => {
  await runBackgroundJob(ctx, id, neverAborted);
  return getJob(ctx, id);
};
const listEvents = (ctx: Context, kind: string) =>
  queryRows<{ code_text: string; data: object; actor_kind: string; actor_id: string }>(
    db,
    sql`select code_text, data, actor_kind, actor_id from events where project_id = ${ctx.projectId} and kind = ${kind} order by id`,
  );
const insertCodes = (ctx: Context, ...options: CodeOptions[]) =>
  Promise.all(options.map(async (each) => (await insertCode(ctx, each)).replace(/-/g, "")));
const getStatuses = (ctx: Context, keys: readonly string[]) => Promise.all(keys.map(async (key) => (await getCode(ctx, key)).status));

describe("updating a few listed codes", () => {
  test("pauses and resumes each of them once, before the response, with one event each", async () => {
    const ctx = await createProject();
    const keys = await insertCodes(ctx, {}, {}, { paused: true });
    const job = await bulkUpdateCodes(ctx, { action: "pause", codes: [...keys, ...keys, "nowhere"] });
    expect(job).toMatchObject({ kind: "codes.pause", status: "completed", total: 4, processed: 4, changed: 2, error: null });
    expect(job.endedAt).not.toBeNull();
    expect(await getStatuses(ctx, keys)).toEqual(["paused", "paused", "paused"]);
    expect(await listEvents(ctx, "code.paused")).toHaveLength(2);
    expect(await bulkUpdateCodes(ctx, { action: "resume", codes: keys })).toMatchObject({ status: "completed", changed: 3 });
    expect(await getStatuses(ctx, keys)).toEqual(["active", "active", "active"]);
    expect(await listEvents(ctx, "code.resumed")).toHaveLength(3);
  });

  test("doesn't resume codes in a paused batch, and reports it", async () => {
    const ctx = await createProject();
    const batch = await insertBatch(ctx, { paused: true });
    const keys = await insertCodes(ctx, { paused: true }, { paused: true, batch }, { batch });
    expect(await bulkUpdateCodes(ctx, { action: "resume", codes: keys })).toMatchObject({
      status: "completed",
      processed: 3,
      changed: 1,
      error: { error: "batch_paused", message: expect.stringMatching(/^2 codes .*\.$/) },
    });
    expect(await getStatuses(ctx, keys)).toEqual(["active", "paused", "paused"]);
  });

  test("extends each code by the fields it can take, and reports the others", async () => {
    const ctx = await createProject();
    const validUntil = secondsFromNow(3600);
    const batch = await insertBatch(ctx);
    const claimedBy = [uniqueEmail(), uniqueEmail()];
    const keys = await insertCodes(ctx, { batch }, { batch, validFrom: secondsFromNow(7200) }, { batch, allowedClaims: 3, claimedBy });
    expect(await bulkUpdateCodes(ctx, { action: "extend", codes: keys, validUntil, allowedClaims: 1 })).toMatchObject({
      processed: 3,
      changed: 2,
      error: {
        error: "invalid_input",
        message: expect.stringMatching(/^1 code kept the old end date .*start date\. 1 code kept the old number of allowed claims .*\.$/),
      },
    });
    const records = await Promise.all(keys.map((key) => getCode(ctx, key)));
    expect(records.map((code) => [code.validUntil, code.allowedClaims])).toEqual([
      [validUntil, 1],
      [null, 1],
      [validUntil, 3],
    ]);
    expect(await getBatch(ctx, batch)).toMatchObject({ codeCount: 3, totalAllowedClaims: 5 });
    const events = (await listEvents(ctx, "code.extended")).map(({ data }) => data);
    expect(events).toHaveLength(2);
    const previous = expect.any(Object);
    expect(events).toEqual(
      expect.arrayContaining([
        { validUntil, allowedClaims: 1, previous },
        { validUntil, previous: { validUntil: null } },
      ]),
    );
  });

  test("deletes them with their claims and tokens and cancels their emails", async () => {
    const ctx = await createProject();
    const batch = await insertBatch(ctx);
    const [ada, grace] = [uniqueEmail(), await insertLead(ctx)];
    const keys = await insertCodes(ctx, { batch, allowedClaims: 4 }, { batch }, { batch });
    const [first = "", second = "", third = ""] = keys;
    const { token } = await claimCode(ctx, { code: first, email: ada });
    await claimCode(ctx, { code: first, email: grace });
    await claimCode(ctx, { code: third, email: grace });
    await sendCode(ctx, { code: second, emails: [ada] });
    expect(await bulkUpdateCodes(ctx, { action: "delete", codes: [first, second] })).toMatchObject({ status: "completed", changed: 2 });
    expect(await getBatch(ctx, batch)).toMatchObject({ codeCount: 1, totalAllowedClaims: 1, claims: 1 });
    expect(await getLead(ctx, ada)).toMatchObject({ hasClaimedCode: false });
    expect(await getLead(ctx, grace)).toMatchObject({ hasClaimedCode: true });
    expect(await getOutcome(exchangeToken(ctx, token ?? ""))).toBe("token_not_found");
    expect(await queryRows(db, sql`select status from deliveries where project_id = ${ctx.projectId}`)).toEqual([{ status: "canceled" }]);
    expect((await listEvents(ctx, "code.deleted")).map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { id: expect.any(String), claims: 2 },
        { id: expect.any(String), claims: 0 },
      ]),
    );
  });
});

describe("updating the codes of a filter", () => {
  test("changes the matching codes and no others", async () => {
    const ctx = await createProject();
    const keys = await insertCodes(ctx, { type: "numeric" }, { type: "numeric", paused: true }, {});
    expect(await bulkUpdateCodes(ctx, { action: "delete", filter: { type: "numeric", status: "active" } })).toMatchObject({
      total: 1,
      changed: 1,
    });
    expect(await Promise.all(keys.map((key) => getOutcome(getCode(ctx, key))))).toEqual(["code_not_found", "done", "done"]);
    const { ctx: otherProjectCtx } = await insertProject(ctx);
    const [otherKey = ""] = await insertCodes(otherProjectCtx, {});
    expect(await bulkUpdateCodes(ctx, { action: "delete", filter: { all: true } })).toMatchObject({ total: 2, changed: 2 });
    expect(await getCode(otherProjectCtx, otherKey)).toMatchObject({ status: "active" });
  });

  test("completes the job immediately if no code matches", async () => {
    expect(await bulkUpdateCodes(await createProject(), { action: "pause", filter: { all: true } })).toMatchObject({
      status: "completed",
      total: 0,
      changed: 0,
    });
  });
});

describe("updating many codes", () => {
  test("leaves them to the worker, which changes each of them once on behalf of the caller", async () => {
    const ctx = await createProject();
    const { id: batch } = await generateBatch(ctx, { amount: 1500, type: "alphanumeric" });
    const job = await bulkUpdateCodes({ ...ctx, requestId: "request-1" }, { action: "pause", filter: { batch } });
    expect(job).toMatchObject({ status: "queued", total: null, processed: 0, changed: 0, endedAt: null });
    await generateBatch(ctx, { amount: 700, type: "alphanumeric" });
    const system: Context = { ...ctx, actor: { kind: "system", id: null } };
    expect(await runJob(system, job)).toMatchObject({ status: "completed", total: 1500, processed: 1500, changed: 1500 });
    const events = await listEvents(ctx, "code.paused");
    expect(new Set(events.map((event) => event.code_text)).size).toBe(1500);
    expect(events).toHaveLength(1500);
    expect(events[0]).toMatchObject({ actor_kind: "secret_key", actor_id: ctx.actor.id });
    const [jobRow] = await queryRows(db, sql`select params, progress from background_jobs where id = ${job.id}`);
    expect(jobRow).toEqual({ params: null, progress: null });
  });

  test("doesn't change codes that are generated after the request", async () => {
    const ctx = await createProject();
    await generateBatch(ctx, { amount: 600, type: "alphanumeric" });
    const job = await bulkUpdateCodes(ctx, { action: "delete", filter: { all: true } });
    const newBatch = await generateBatch(ctx, { amount: 40, type: "alphanumeric" });
    expect(await runJob(ctx, job)).toMatchObject({ changed: 600 });
    expect(await queryRows(db, sql`select distinct batch_id from codes where project_id = ${ctx.projectId}`)).toEqual([
      { batch_id: newBatch.id },
    ]);
  });

  test("doesn't change codes whose generation hasn't finished at the request, even if it started earlier", async () => {
    const ctx = await createProject();
    const otherCtx = { ...app.openSecondPool().ctx, projectId: ctx.projectId };
    await generateBatch(ctx, { amount: 600, type: "alphanumeric" });
    const [generated, requested] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const generation = inTransaction(otherCtx, async (inner) => {
      const batch = await generateBatch(inner, { amount: 40, type: "alphanumeric" });
      generated.resolve();
      await requested.promise;
      return batch;
    });
    await generated.promise;
    const job = await bulkUpdateCodes(ctx, { action: "delete", filter: { all: true } });
    requested.resolve();
    const { id } = await generation;
    const [older] = await queryRows(
      db,
      sql`select b.created_at < t.created_at as older from batches b, background_jobs t where b.id = ${id} and t.id = ${job.id}`,
    );
    expect(older).toEqual({ older: true });
    expect(await runJob(ctx, job)).toMatchObject({ status: "completed", total: 600, changed: 600 });
    expect(await queryRows(db, sql`select batch_id, count(*)::int from codes where project_id = ${ctx.projectId} group by 1`)).toEqual([
      { batch_id: id, count: 40 },
    ]);
    // The next request changes them.
    expect(await bulkUpdateCodes(ctx, { action: "delete", filter: { all: true } })).toMatchObject({ status: "completed", changed: 40 });
  });

  test("changes codes that were restored from a backup, whatever their transaction id was there", async () => {
    const ctx = await createProject();
    const restored = await generateBatch(ctx, { amount: 600, type: "alphanumeric" });
    await generateBatch(ctx, { amount: 50, type: "alphanumeric" });
    const [row] = await queryRows<{ created_in_transaction: string }>(
      db,
      sql`select created_in_transaction from batches where id = ${restored.id}`,
    );
    const [cluster, transaction] = row?.created_in_transaction.split(" ") ?? [];
    expect(Number(transaction)).toBeGreaterThan(0);
    const setTransaction = (of: string) =>
      db.execute(sql`update batches set created_in_transaction = ${`${of} 900000000000`} where id = ${restored.id}`);
    await setTransaction("7000000000000000000");
    const job = await bulkUpdateCodes(ctx, { action: "pause", filter: { all: true } });
    expect(await runJob(ctx, job)).toMatchObject({ status: "completed", total: 650, changed: 650 });
    // In this cluster, a transaction with that id doesn't exist yet.
    await setTransaction(cluster ?? "");
    expect(await bulkUpdateCodes(ctx, { action: "delete", filter: { all: true } })).toMatchObject({ status: "completed", changed: 50 });
  });

  test("changes listed codes and skips those that were deleted in the meantime", async () => {
    const ctx = await createProject();
    const batch = await generateBatch(ctx, { amount: 800, type: "alphanumeric" });
    const codeRows = await queryRows<{ key: string }>(db, sql`select key from codes where batch_id = ${batch.id} order by batch_index`);
    const keys = codeRows.map(({ key }) => key);
    const job = await bulkUpdateCodes(ctx, { action: "extend", allowedClaims: 3, codes: [...keys, ...keys] });
    await bulkUpdateCodes(ctx, { action: "delete", codes: keys.slice(0, 300) });
    expect(await runJob(ctx, job)).toMatchObject({ status: "completed", total: 800, processed: 800, changed: 500 });
    expect(await getBatch(ctx, batch.id)).toMatchObject({ codeCount: 500, totalAllowedClaims: 1500 });
  });

  test("skips codes that no longer match when it gets to them, so that claims made in the meantime are kept", async () => {
    const ctx = await createProject();
    const batch = await generateBatch(ctx, { amount: 600, type: "alphanumeric" });
    const job = await bulkUpdateCodes(ctx, { action: "delete", filter: { batch: batch.id, status: "active" } });
    const claimed = await queryRows<{ key: string }>(
      db,
      sql`select key from codes where batch_id = ${batch.id} order by random() limit 60`,
    );
    const otherCtx = { ...app.openSecondPool().ctx, projectId: ctx.projectId };
    const [, ...outcomes] = await Promise.all([
      runJob(ctx, job),
      ...claimed.map(({ key }) => getOutcome(claimCode(otherCtx, { code: key, email: uniqueEmail() }))),
    ]);
    const remaining = await queryRows<{ claims: number }>(db, sql`select claims from codes where batch_id = ${batch.id}`);
    expect(remaining).toHaveLength(outcomes.filter((each) => each === "done").length);
    expect(await getBatch(ctx, batch.id)).toMatchObject({
      codeCount: remaining.length,
      totalAllowedClaims: remaining.length,
      claims: remaining.length,
    });
  });
});

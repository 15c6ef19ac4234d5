import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bulkUpdateBatchesEndpoint } from "@/contract/batches";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertBatch, insertCode, insertProject, secondsFromNow, uniqueId } from "@/tests/harness/factories";
import { waitForLockWaits } from "@/tests/harness/locks";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { generateBatch } from "../codes/generate";
import { lockCodes } from "../codes/record";
import type { Context } from "../context";
import { getJob } from "../jobs/jobs";
import { bulkUpdateBatches } from "./bulk-update";
import { getBatch } from "./record";

const app = await createTestApp();
const missingId = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";

async function insertBatches(amounts: readonly number[]): Promise<{ ctx: Context; ids: string[] }> {
  const { ctx } = await insertProject(app.ctx);
  const ids: string[] = [];
  for (const amount of amounts) ids.push((await generateBatch(ctx, { amount, type: "alphanumeric" })).id);
  return { ctx, ids };
}

const listBatchEvents = (ctx: Context) =>
  queryRows<{ kind: string; batch: string }>(
    ctx.db,
    sql`select kind, data ->> 'batch' as batch from events where project_id = ${ctx.projectId} and kind like 'batch.%' order by id`,
  );

describe("updating many batches", () => {
  test("pauses and resumes each of them once, and returns them", async () => {
    const { ctx, ids } = await insertBatches([2, 3]);
    const paused = await bulkUpdateBatches(ctx, { action: "pause", batches: [...ids, ...ids] });
    expect(paused.jobs).toEqual([]);
    expect(paused.batches).toHaveLength(2);
    for (const batch of paused.batches) expect(batch).toEqual({ ...(await getBatch(ctx, batch.id)), paused: true });
    const resumed = await bulkUpdateBatches(ctx, { action: "resume", batches: ids });
    expect(resumed.batches.map(({ id, paused }) => [id, paused])).toEqual(ids.toSorted().map((id) => [id, false]));
    expect((await listBatchEvents(ctx)).map(({ kind }) => kind)).toEqual([
      ...["batch.paused", "batch.paused"],
      ...["batch.resumed", "batch.resumed"],
    ]);
  });

  test("extends and deletes them with one job for each, in the background if they have many codes together", async () => {
    const { ctx, ids } = await insertBatches([2, 600]);
    const validUntil = secondsFromNow(3600);
    const [small = "", large = ""] = ids;
    const extended = await bulkUpdateBatches(ctx, { action: "extend", batches: ids, validUntil, allowedClaims: 3 });
    expect(extended.batches).toEqual([]);
    expect(extended.jobs.map(({ kind, status, batch }) => [kind, status, batch?.id])).toEqual([
      ["batch.extend", "queued", small],
      ["batch.extend", "queued", large],
    ]);
    for (const { id } of extended.jobs) await runBackgroundJob(ctx, id, new AbortController().signal);
    expect(await getBatch(ctx, small)).toMatchObject({ validUntil, totalAllowedClaims: 6 });
    expect(await getBatch(ctx, large)).toMatchObject({ validUntil, totalAllowedClaims: 1800 });
    const deleted = await bulkUpdateBatches(ctx, { action: "delete", batches: ids });
    expect(deleted.jobs.map(({ kind, status }) => [kind, status])).toEqual([
      ["batch.delete", "queued"],
      ["batch.delete", "queued"],
    ]);
    for (const id of ids) expect(await getBatch(ctx, id)).toMatchObject({ paused: true });
    for (const { id } of deleted.jobs) await runBackgroundJob(ctx, id, new AbortController().signal);
    for (const { id } of deleted.jobs) expect(await getJob(ctx, id)).toMatchObject({ status: "completed" });
    for (const id of ids) expect(await getErrorName(getBatch(ctx, id))).toBe("batch_not_found");
  });

  test("extends and deletes batches with few codes before the response", async () => {
    const { ctx, ids } = await insertBatches([2, 300]);
    const extended = await bulkUpdateBatches(ctx, { action: "extend", batches: ids, allowedClaims: 3 });
    expect(extended.jobs.map(({ status, changed }) => [status, changed])).toEqual([
      ["completed", 2],
      ["completed", 300],
    ]);
    const deleted = await bulkUpdateBatches(ctx, { action: "delete", batches: ids });
    expect(deleted.jobs.map(({ status }) => status)).toEqual(["completed", "completed"]);
    for (const id of ids) expect(await getErrorName(getBatch(ctx, id))).toBe("batch_not_found");
  });

  test.each([
    { action: "pause" } as const,
    { action: "resume" } as const,
    { action: "extend", allowedClaims: 7 } as const,
    { action: "delete" } as const,
  ])("changes nothing if one of the batches doesn't exist: $action", async (input) => {
    const { ctx, ids } = await insertBatches([2, 600]);
    const before = await Promise.all(ids.map((id) => getBatch(ctx, id)));
    expect(await getErrorName(bulkUpdateBatches(ctx, { ...input, batches: [...ids, missingId] }))).toBe("batch_not_found");
    const { ctx: otherCtx } = await insertProject(app.ctx);
    const { id: otherBatch } = await generateBatch(otherCtx, { amount: 1 });
    expect(await getErrorName(bulkUpdateBatches(ctx, { ...input, batches: [...ids, otherBatch] }))).toBe("batch_not_found");
    expect(await Promise.all(ids.map((id) => getBatch(ctx, id)))).toEqual(before);
    expect(await listBatchEvents(ctx)).toEqual([]);
    expect(await queryRows(ctx.db, sql`select from background_jobs where project_id = ${ctx.projectId}`)).toEqual([]);
  });

  test("changes nothing if the end date isn't after the start date of one of the batches", async () => {
    const { ctx, ids } = await insertBatches([2]);
    const { id } = await generateBatch(ctx, { amount: 1, validFrom: secondsFromNow(3600) });
    const extension = { validUntil: secondsFromNow(60) };
    expect(await getErrorName(bulkUpdateBatches(ctx, { action: "extend", batches: [...ids, id], ...extension }))).toBe("invalid_input");
    expect(await getBatch(ctx, ids[0] ?? "")).toMatchObject({ validUntil: null });
    expect(await listBatchEvents(ctx)).toEqual([]);
  });

  test("keeps the paused codes of a resumed batch paused", async () => {
    const { ctx, ids } = await insertBatches([1]);
    const [batch = ""] = ids;
    const paused = await insertCode(ctx, { batch, paused: true });
    for (const action of ["pause", "resume"] as const) await bulkUpdateBatches(ctx, { action, batches: ids });
    const [row] = await queryRows<{ paused: boolean }>(
      ctx.db,
      sql`select paused_at is not null as paused from codes where project_id = ${ctx.projectId} and text = ${paused}`,
    );
    expect(row).toEqual({ paused: true });
  });

  test.each([{ action: "pause" } as const, { action: "extend", allowedClaims: 7 } as const, { action: "delete" } as const])(
    "a batch is changed once if its ID is listed in two spellings: $action",
    async (input) => {
      const { ctx, ids } = await insertBatches([2]);
      const [id = ""] = ids;
      const body = bulkUpdateBatchesEndpoint.body.parse({ ...input, batches: [id.toUpperCase(), id] });
      const { batches, jobs } = await bulkUpdateBatches(ctx, body);
      expect([...batches, ...jobs]).toHaveLength(1);
      expect(await listBatchEvents(ctx)).toEqual([{ kind: expect.stringContaining(input.action), batch: id }]);
    },
  );

  test.each([{ action: "extend", allowedClaims: 7 } as const, { action: "delete" } as const])(
    "the codes of all batches are locked in one order, so that no bulk action on codes can cause a deadlock: $action",
    async (input) => {
      const { ctx } = await insertProject(app.ctx);
      const ids = [await insertBatch(ctx), await insertBatch(ctx)];
      const [firstBatch, secondBatch] = ids.toSorted();
      const prefix = uniqueId();
      const last = await insertCode(ctx, { batch: firstBatch ?? "", text: `${prefix}b` });
      const first = await insertCode(ctx, { batch: secondBatch ?? "", text: `${prefix}a` });
      const updated = await ctx.db.transaction(async (tx) => {
        await lockCodes({ ...ctx, db: tx }, [first], "change");
        const update = bulkUpdateBatches(ctx, { ...input, batches: ids });
        await waitForLockWaits(ctx.db, 1);
        await tx.execute(sql`select from codes where project_id = ${ctx.projectId} and text = ${last} for no key update nowait`);
        return { update };
      });
      expect((await updated.update).jobs.map(({ status }) => status)).toEqual(["completed", "completed"]);
    },
  );
});

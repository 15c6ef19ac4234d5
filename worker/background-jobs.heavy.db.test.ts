import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createBatch } from "@/core/batches/create";
import { bulkUpdateCodes } from "@/core/codes/bulk-update";
import { generateBatch } from "@/core/codes/generate";
import { getJob } from "@/core/jobs/jobs";
import { queryRows } from "@/db/query";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url, openSecondPool } = await createTestApp();
const otherDb = openSecondPool().ctx.db;
let worker = await startWorker({ url });

/** Expires the heartbeat of a killed worker's job, so that another worker takes it immediately instead of after ten seconds. */
const expireHeartbeat = () =>
  db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'background_jobs' and state = 'active'`);

const waitForEnd = (id: string) =>
  waitUntil(
    "the job has ended",
    async () => {
      const job = await getJob(ctx, id);
      return job.endedAt !== null && job;
    },
    60_000,
  );

test("a job is completed exactly once when its worker is killed repeatedly", { timeout: 180_000 }, async () => {
  const amount = 8000;
  const maxKills = 3;
  const { id: batch } = await generateBatch(ctx, { amount, type: "alphanumeric" });
  const { id } = await bulkUpdateCodes(ctx, { action: "extend", filter: { batch }, allowedClaims: 2 });
  for (let kills = 1; kills <= maxKills; kills++) {
    const before = (await getJob(ctx, id)).processed;
    await waitUntil("some codes are processed", async () => (await getJob(ctx, id)).processed > before);
    // Kills it at any point of a batch.
    await sleep(randomInt(150));
    await worker.kill();
    // Once in the full test, the job waits until the killed worker counts as dead.
    if (kills < 3) await expireHeartbeat();
    worker = await startWorker({ url });
  }
  expect(await waitForEnd(id)).toMatchObject({ status: "completed", total: amount, processed: amount, changed: amount });
  const [events] = await queryRows<{ total: number; codes: number }>(
    db,
    sql`select count(*)::int as total, count(distinct code_key)::int as codes from events where kind = 'code.extended'`,
  );
  expect(events).toEqual({ total: amount, codes: amount });
  const [storedBatch] = await queryRows(db, sql`select total_allowed_claims::int from batches where id = ${batch}`);
  expect(storedBatch).toEqual({ total_allowed_claims: 2 * amount });
});

test("a batch is created completely and only once when its worker is killed", { timeout: 180_000 }, async () => {
  const amount = 40_000;
  const { id } = await otherDb.transaction(async (tx) => {
    // Completing the batch records an event, which waits until the worker is killed.
    await tx.execute(sql`lock table events in share mode`);
    const job = await createBatch(ctx, { amount, type: "alphanumeric", name: "Large batch" });
    await waitUntil("some codes are created", async () => (await getJob(ctx, job.id)).processed > 0);
    await worker.kill();
    return job;
  });
  const createdBatches = () =>
    queryRows<{ name: string; codes: number }>(
      db,
      sql`select b.name, count(*)::int as codes from batches b join codes c on c.project_id = b.project_id and c.batch_id = b.id where b.name = 'Large batch' group by b.id, b.name`,
    );
  expect(await createdBatches()).toEqual([]);
  await expireHeartbeat();
  worker = await startWorker({ url });
  expect(await waitForEnd(id)).toMatchObject({ status: "completed", changed: amount, batch: { name: "Large batch" } });
  expect(await createdBatches()).toEqual([{ name: "Large batch", codes: amount }]);
});

test("a worker stops quickly in the middle of a job, which the next worker completes", { timeout: 120_000 }, async () => {
  const { id: batch } = await generateBatch(ctx, { amount: 5000, type: "alphanumeric" });
  const { id } = await bulkUpdateCodes(ctx, { action: "delete", filter: { batch } });
  await waitUntil("some codes are processed", async () => (await getJob(ctx, id)).processed > 0);
  const { code, seconds } = await worker.stop();
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(8);
  await startWorker({ url });
  expect(await waitForEnd(id)).toMatchObject({ status: "completed", changed: 5000 });
});

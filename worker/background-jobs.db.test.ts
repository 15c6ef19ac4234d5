import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createBatch } from "@/core/batches/create";
import { bulkUpdateCodes } from "@/core/codes/bulk-update";
import { generateBatch } from "@/core/codes/generate";
import { getJob } from "@/core/jobs/list";
import { queryRows } from "@/db/query";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();

/** What a worker that was killed had under way is given to another at once, and not after the ten seconds that a silent one is given. */
const giveAway = () =>
  db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'background_jobs' and state = 'active'`);

const ended = (id: string) =>
  waitUntil(
    "the task has ended",
    async () => {
      const task = await getJob(ctx, id);
      return task.endedAt !== null && task;
    },
    60_000,
  );

test("a worker killed again and again loses nothing of a task and does nothing of it twice", { timeout: 180_000 }, async () => {
  const { id: batch } = await generateBatch(ctx, { amount: 8000, type: "alphanumeric" });
  const { id } = await bulkUpdateCodes(ctx, { action: "extend", filter: { batch }, allowedClaims: 2 });
  for (let kills = 1; kills <= 3; kills++) {
    const before = (await getJob(ctx, id)).processed;
    const worker = await startWorker({ url });
    await waitUntil("some of it is done", async () => (await getJob(ctx, id)).processed > before);
    await pause(randomInt(150));
    await worker.kill();
    if (kills < 3) await giveAway();
  }
  const last = await startWorker({ url });
  expect(await ended(id)).toMatchObject({ status: "completed", total: 8000, processed: 8000, changed: 8000 });
  const [events] = await queryRows<{ all: number; codes: number }>(
    db,
    sql`select count(*)::int as all, count(distinct code_key)::int as codes from events where kind = 'code.extended'`,
  );
  expect(events).toEqual({ all: 8000, codes: 8000 });
  const [counted] = await queryRows(db, sql`select total_allowed_claims::int from batches where id = ${batch}`);
  expect(counted).toEqual({ total_allowed_claims: 16_000 });
  await last.stop();
});

test("a worker killed while it makes a batch leaves nothing of it, and the batch is made once", { timeout: 180_000 }, async () => {
  const { id } = await createBatch(ctx, { amount: 40_000, type: "alphanumeric", name: "The large one" });
  const worker = await startWorker({ url });
  await waitUntil("some of it is made", async () => (await getJob(ctx, id)).processed > 0);
  await worker.kill();
  const whole = () =>
    queryRows<{ name: string; made: number }>(
      db,
      sql`select b.name, count(*)::int as made from batches b join codes c on c.project_id = b.project_id and c.batch_id = b.id where b.name = 'The large one' group by b.id, b.name`,
    );
  expect(await whole()).toEqual([]);
  await giveAway();
  const next = await startWorker({ url });
  expect(await ended(id)).toMatchObject({ status: "completed", changed: 40_000, batch: { name: "The large one" } });
  expect(await whole()).toEqual([{ name: "The large one", made: 40_000 }]);
  expect((await next.stop()).code).toBe(0);
});

test("a worker asked to stop leaves a task soon, where the next one goes on", { timeout: 120_000 }, async () => {
  const { id: batch } = await generateBatch(ctx, { amount: 5000, type: "alphanumeric" });
  const { id } = await bulkUpdateCodes(ctx, { action: "delete", filter: { batch } });
  const worker = await startWorker({ url });
  await waitUntil("some of it is done", async () => (await getJob(ctx, id)).processed > 0);
  const { code, seconds } = await worker.stop();
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(8);
  const next = await startWorker({ url });
  expect(await ended(id)).toMatchObject({ status: "completed", changed: 5000 });
  await next.stop();
});

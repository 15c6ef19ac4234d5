import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { make } from "@/core/batches/make";
import { act } from "@/core/codes/act";
import { makeBatch } from "@/core/codes/generate";
import { get } from "@/core/jobs/list";
import { rows } from "@/db/rows";
import { startWorker, until } from "@/tests/harness/worker";
import { aWorld } from "@/tests/harness/world";

const { ctx, db, url } = await aWorld();

/** What a worker that was killed had under way is given to another at once, and not after the ten seconds that a silent one is given. */
const giveAway = () =>
  db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'tasks' and state = 'active'`);

const ended = (id: string) =>
  until(
    "the task has ended",
    async () => {
      const task = await get(ctx, id);
      return task.endedAt !== null && task;
    },
    60_000,
  );

test("a worker killed again and again loses nothing of a task and does nothing of it twice", { timeout: 180_000 }, async () => {
  const { id: batch } = await makeBatch(ctx, { amount: 8000, type: "alphanumeric" });
  const { id } = await act(ctx, { act: "extend", filter: { batch }, allowedClaims: 2 });
  for (let kills = 1; kills <= 3; kills++) {
    const before = (await get(ctx, id)).done;
    const worker = await startWorker({ url });
    await until("some of it is done", async () => (await get(ctx, id)).done > before);
    await pause(randomInt(150));
    await worker.kill();
    if (kills < 3) await giveAway();
  }
  const last = await startWorker({ url });
  expect(await ended(id)).toMatchObject({ state: "done", total: 8000, done: 8000, changed: 8000 });
  const [events] = await rows<{ all: number; codes: number }>(
    db,
    sql`select count(*)::int as all, count(distinct code_key)::int as codes from events where kind = 'code.extended'`,
  );
  expect(events).toEqual({ all: 8000, codes: 8000 });
  const [counted] = await rows(db, sql`select uses::int from batches where id = ${batch}`);
  expect(counted).toEqual({ uses: 16_000 });
  await last.stop();
});

test("a worker killed while it makes a batch leaves nothing of it, and the batch is made once", { timeout: 180_000 }, async () => {
  const { id } = await make(ctx, { amount: 40_000, type: "alphanumeric", name: "The large one" });
  const worker = await startWorker({ url });
  await until("some of it is made", async () => (await get(ctx, id)).done > 0);
  await worker.kill();
  const whole = () =>
    rows<{ name: string; made: number }>(
      db,
      sql`select b.name, count(*)::int as made from batches b join codes c on c.project_id = b.project_id and c.batch_id = b.id where b.name = 'The large one' group by b.id, b.name`,
    );
  expect(await whole()).toEqual([]);
  await giveAway();
  const next = await startWorker({ url });
  expect(await ended(id)).toMatchObject({ state: "done", changed: 40_000, batch: { name: "The large one" } });
  expect(await whole()).toEqual([{ name: "The large one", made: 40_000 }]);
  expect((await next.stop()).code).toBe(0);
});

test("a worker asked to stop leaves a task soon, where the next one goes on", { timeout: 120_000 }, async () => {
  const { id: batch } = await makeBatch(ctx, { amount: 5000, type: "alphanumeric" });
  const { id } = await act(ctx, { act: "delete", filter: { batch } });
  const worker = await startWorker({ url });
  await until("some of it is done", async () => (await get(ctx, id)).done > 0);
  const { code, seconds } = await worker.stop();
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(8);
  const next = await startWorker({ url });
  expect(await ended(id)).toMatchObject({ state: "done", changed: 5000 });
  await next.stop();
});

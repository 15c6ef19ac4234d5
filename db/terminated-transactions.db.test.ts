import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { size } from "@/tests/harness/size";
import { createTestDatabase } from "@/tests/harness/test-database";
import { type Database, openDatabase } from "./client";
import { queryRows } from "./query";

const { db, url } = await createTestDatabase();
await db.execute(sql`create table steps (label text, step int, transaction text default pg_current_xact_id()::text)`);

const terminations = size(60, 1000);
const stepsPerTransaction = 3;

const terminate = (pid: number) => queryRows(db, sql`select pg_terminate_backend(${pid}::int)`);

/** Ways in which a transaction meets the end of its connection. */
const faults = [
  // While nothing runs. The later statements must not run elsewhere.
  async (_tx: Database, pid: number) => {
    await terminate(pid);
    await expect.poll(() => queryRows(db, sql`select from pg_stat_activity where pid = ${pid}::int`)).toHaveLength(0);
    await sleep(20);
  },
  // During a statement, with others waiting for it.
  async (tx: Database, pid: number) => {
    const statements = [1, 2, 3].map((n) => queryRows(tx, sql`select pg_sleep(0.05), ${n}::int`));
    const results = Promise.allSettled(statements);
    await terminate(pid);
    await results;
  },
  // At the same time as the next statement is sent.
  async (_tx: Database, pid: number) => {
    void terminate(pid);
    await nextTurn();
  },
  async (tx: Database, pid: number) => {
    await Promise.allSettled([terminate(pid), queryRows(tx, sql`select ${pid}::int`), queryRows(tx, sql`select repeat('x', 100000)`)]);
  },
  // In a savepoint.
  async (tx: Database, pid: number) => {
    await tx.transaction(async (savepoint) => {
      await terminate(pid);
      await sleep(5);
      await queryRows(savepoint, sql`select 1`);
    });
  },
];

async function runTransaction(pool: Database, label: string, fault?: (tx: Database, pid: number) => Promise<void>): Promise<void> {
  await pool.transaction(async (tx) => {
    const addStep = (step: number) => tx.execute(sql`insert into steps (label, step) values (${label}, ${step}::int)`);
    await addStep(1);
    const [backend] = await queryRows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
    await fault?.(tx, backend?.pid ?? 0).catch(() => {});
    // A callback can catch errors and continue.
    await addStep(2).catch(() => {});
    await addStep(3);
  });
}

/** Returns the labels whose promise is still pending after `milliseconds`. */
async function findPending(work: Map<string, Promise<unknown>>, milliseconds: number): Promise<string[]> {
  const pending = new Set(work.keys());
  for (const [label, promise] of work) void promise.catch(() => {}).then(() => pending.delete(label));
  const endsAt = Date.now() + milliseconds;
  while (pending.size > 0 && Date.now() < endsAt) await sleep(5);
  return [...pending];
}

test.each([1, 3, 10])("every terminated transaction is settled, and its statements never run in another, in a pool of %i", async (max) => {
  const pool = openDatabase(url, { max });
  let terminated = 0;
  try {
    while (terminated < terminations / 3) {
      const work = new Map<string, Promise<unknown>>();
      for (let i = 0; i < max + 2; i++) {
        const label = `${max} ${terminated} ${i}`;
        const fault = i % 2 === 0 ? faults[terminated++ % faults.length] : undefined;
        work.set(label, runTransaction(pool.db, label, fault));
        work.set(`${label} outside`, queryRows(pool.db, sql`select ${label}::text`));
      }
      expect(await findPending(work, 15_000), `after ${terminated} terminations`).toEqual([]);
    }
    expect(await queryRows(pool.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  } finally {
    await pool.close();
  }
  const crossings = sql`select label, array_agg(step), count(distinct transaction) from steps where not label like 'queued%' group by label
    having count(*) <> ${stepsPerTransaction}::int or count(distinct transaction) > 1`;
  expect(await queryRows(db, crossings)).toEqual([]);
  const shared = sql`select transaction from steps group by transaction having count(distinct label) > 1`;
  expect(await queryRows(db, shared)).toEqual([]);
});

test("a transaction that starts behind many other statements has its connection reserved", async () => {
  const pool = openDatabase(url, { max: 1 });
  const statements = Array.from({ length: 250 }, (_, i) => queryRows(pool.db, sql`select ${i}::int, repeat('x', ${i}::int)`));
  const transactions = Array.from({ length: 4 }, (_, i) =>
    pool.db.transaction(async (tx) => {
      await tx.execute(sql`insert into steps (label, step) values (${`queued ${i}`}, 1)`);
      await sleep(1);
      await tx.execute(sql`insert into steps (label, step) values (${`queued ${i}`}, 2)`);
    }),
  );
  const later = Array.from({ length: 250 }, (_, i) => queryRows(pool.db, sql`select ${i}::int`));
  try {
    await Promise.all([...statements, ...transactions, ...later]);
  } finally {
    await pool.close();
  }
  const rows = sql`select count(distinct transaction)::int as transactions, count(*)::int as steps from steps where label like 'queued%'`;
  expect(await queryRows(db, rows)).toEqual([{ transactions: 4, steps: 8 }]);
});

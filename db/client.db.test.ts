import net from "node:net";
import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { isHeavy } from "@/tests/harness/size";
import { startTcpProxy } from "@/tests/harness/tcp-proxy";
import { createTestDatabase } from "@/tests/harness/test-database";
import { type Database, openDatabase } from "./client";
import { isUnavailable, queryRows } from "./query";
import { withRequestLimit } from "./request-limit";
import { projects } from "./schema";

const { db, url } = await createTestDatabase();

test("a transaction whose connection is lost is reported as unavailable, and the pool reconnects", async () => {
  const pool = openDatabase(url, { max: 1 });
  try {
    const transaction = pool.db.transaction(async (tx) => {
      const [backend] = await queryRows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
      await db.execute(sql`select pg_terminate_backend(${backend?.pid}::int)`);
      await expect.poll(() => queryRows(db, sql`select from pg_stat_activity where pid = ${backend?.pid}::int`)).toHaveLength(0);
      await queryRows(tx, sql`select 1`);
    });
    const error = await transaction.catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
    await expect.poll(() => queryRows(pool.db, sql`select 1 as one`).catch(() => "not yet")).toEqual([{ one: 1 }]);
  } finally {
    await pool.close();
  }
});

test("a statement that the server doesn't answer in time fails, and its connection is destroyed", async () => {
  const proxy = await startTcpProxy(url);
  const pool = openDatabase(proxy.url, { max: 1, deadlineMs: 300 });
  const getBackend = async () => (await queryRows<{ pid: number }>(pool.db, sql`select pg_backend_pid() as pid`))[0]?.pid;
  try {
    // A loaded machine misses the deadline at times.
    let backend: number | undefined;
    await expect.poll(async () => (backend = await getBackend().catch(() => undefined))).toBeDefined();
    proxy.freeze();
    const waiting = [queryRows(pool.db, sql`select 2`), pool.db.transaction((tx) => queryRows(tx, sql`select 3`)), getBackend()];
    for (const result of await Promise.allSettled(waiting)) expect(result.status === "rejected" && isUnavailable(result.reason)).toBe(true);
    proxy.resume();
    await expect.poll(() => getBackend().catch(() => backend)).not.toBe(backend);
    const error = await pool.db.transaction((tx) => queryRows(tx, sql`select pg_sleep(1)`)).catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
    await expect.poll(() => queryRows(pool.db, sql`select 3 as three`).catch(() => "not yet")).toEqual([{ three: 3 }]);
  } finally {
    await pool.close();
    await proxy.close();
  }
});

test("a statement of a request can take longer while the database answers others", async () => {
  const pool = openDatabase(url, { max: 2 });
  let isDone = false;
  const slow = withRequestLimit(() => queryRows(pool.db, sql`select pg_sleep(5.5), 1 as one`)).finally(() => {
    isDone = true;
  });
  try {
    while (!isDone) await queryRows(pool.db, sql`select pg_sleep(0.5)`);
    expect(await slow).toMatchObject([{ one: 1 }]);
  } finally {
    await pool.close();
  }
});

test("a pause of our own process isn't taken for one of the server", async () => {
  const pool = openDatabase(url, { max: 1, deadlineMs: 500 });
  // The first time, a statement takes two round trips.
  await pool.db.run("select 2 as answer", []);
  const result = pool.db.run("select 2 as answer", []);
  // The statement may not have been sent yet.
  for (const until = performance.now() + 1_000; performance.now() < until; );
  expect(await result).toEqual([{ answer: 2 }]);
  await pool.close();
});

test("a statement of a request that spent its time before it still runs", async () => {
  await db.run("select 1", []);
  let elapsed = 0;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + elapsed);
  try {
    const result = withRequestLimit(() => {
      elapsed = 10_000;
      return db.run("select 2 as answer from pg_sleep(0.7)", []);
    });
    expect(await result).toEqual([{ answer: 2 }]);
  } finally {
    clock.mockRestore();
  }
});

test.skipIf(!isHeavy)("a statement of a request has time after a pause of our own process", async () => {
  await db.run("select 1", []);
  const result = withRequestLimit(() => db.run("select 2 as answer from pg_sleep(0.7)", []));
  // The pause is shorter than the limit, and begins between the statement and its sending.
  await new Promise(process.nextTick);
  for (const until = performance.now() + 3_900; performance.now() < until; );
  expect(await result).toEqual([{ answer: 2 }]);
});

test.skipIf(!isHeavy)("a connection that a busy server opens after 6 seconds is waited for", async () => {
  const proxy = await startTcpProxy(url);
  const pool = openDatabase(proxy.url, { max: 1 });
  try {
    proxy.freeze();
    setTimeout(proxy.resume, 6000);
    expect(await queryRows(pool.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  } finally {
    await pool.close();
    await proxy.close();
  }
});

test("a connection whose start the server doesn't finish is given up", async () => {
  const proxy = await startTcpProxy(url);
  const pool = openDatabase(proxy.url, { max: 1, deadlineMs: 200 });
  try {
    proxy.freeze();
    await expect(queryRows(pool.db, sql`select 1`)).rejects.toThrow("CONNECTION_DEADLINE");
    proxy.resume();
    await expect.poll(() => queryRows(pool.db, sql`select 1 as one`).catch(() => "not yet")).toEqual([{ one: 1 }]);
  } finally {
    await pool.close();
    await proxy.close();
  }
});

test("a write to a standby, which a proxy can choose during a failover, is reported as unavailable", async () => {
  const write = db.transaction(async (tx) => {
    await tx.execute(sql`set transaction read only`);
    await tx.execute(sql`create table standby (id int)`);
  });
  expect(isUnavailable(await write.catch((error: unknown) => error))).toBe(true);
});

test("a statement behind PgBouncer is sent only after the last one has ended", async () => {
  const { hostname, port } = new URL(url);
  let openStatements = 0;
  let sentTooEarly = 0;
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(port), hostname);
    readMessageTypes(client, { hasStartup: true }, (type) => {
      if (openStatements > 0 && type !== "X") sentTooEarly++;
      if (type === "Q" || type === "S") openStatements++;
    });
    readMessageTypes(server, {}, (type) => {
      if (type === "Z" && openStatements > 0) openStatements--;
    });
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const proxyUrl = Object.assign(new URL(url), {
    host: `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`,
    search: "?pgbouncer=true",
  });
  const pool = openDatabase(proxyUrl.href, { max: 1 });
  try {
    const statements = Array.from({ length: 20 }, (_, index) => [
      queryRows(pool.db, sql`select 1 as number`),
      queryRows(pool.db, sql`select ${index}::int as number`),
      pool.db.transaction((tx) => queryRows(tx, sql`select ${index}::int as number`)),
    ]);
    expect(await Promise.all(statements.flat())).toHaveLength(60);
    expect(sentTooEarly).toBe(0);
  } finally {
    await pool.close();
    proxy.close();
  }
});

/** Calls `onType` with the type of each message of PostgreSQL's protocol. A client's first message has none. */
function readMessageTypes(socket: net.Socket, { hasStartup = false }, onType: (type: string) => void): void {
  let data = Buffer.alloc(0);
  let typeBytes = hasStartup ? 0 : 1;
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    data = Buffer.concat([data, chunk]);
    while (data.length >= typeBytes + 4 && data.length >= typeBytes + data.readUInt32BE(typeBytes)) {
      if (typeBytes === 1) onType(String.fromCharCode(data[0] ?? 0));
      data = data.subarray(typeBytes + data.readUInt32BE(typeBytes));
      typeBytes = 1;
    }
  });
}

test("a connection is found as fast after thousands of statements, in a pool that is never idle", async () => {
  const pool = openDatabase(url, { max: 2 });
  let remaining = 5_000;
  const runStatements = async () => {
    while (remaining-- > 0) await pool.db.run("select 1", []);
  };
  // postgres.js searches its list of busy connections for each statement.
  const search = vi.spyOn(Array.prototype, "indexOf");
  await Promise.all(Array.from({ length: 16 }, runStatements));
  const longest = Math.max(...search.mock.contexts.map((list) => (list as unknown[]).length));
  search.mockRestore();
  await pool.close();
  expect(longest).toBeLessThan(100);
});

test("plans each statement once per connection, in transactions and savepoints too", async () => {
  const pool = openDatabase(url, { max: 1 });
  const prepared = (name: string) =>
    queryRows<{ statement: string }>(
      pool.db,
      sql`select statement from pg_prepared_statements where statement like ${`%as ${name}%`} and not statement like '%pg_prepared%'`,
    );
  try {
    await queryRows(pool.db, sql`select ${1}::int as in_pool`);
    await pool.db.transaction(async (tx) => {
      await tx.execute(sql`select ${1}::int as in_transaction`);
      await tx.transaction((savepoint) => queryRows(savepoint, sql`select ${1}::int as in_savepoint`));
    });
    await pool.db.select({ name: sql`name as in_builder` }).from(projects).where(eq(projects.id, 1));
    for (const name of ["in_pool", "in_transaction", "in_savepoint", "in_builder"]) expect(await prepared(name), name).toHaveLength(1);
  } finally {
    await pool.close();
  }
});

test("a savepoint or a transaction that fails is rolled back, and nothing else", async () => {
  const createTable = (tx: Database, name: string) => tx.execute(sql`create table ${sql.identifier(name)} ()`);
  await db.transaction(async (tx) => {
    await createTable(tx, "kept");
    const failed = tx.transaction(async (savepoint) => {
      expect([tx.isTransaction, savepoint.isTransaction, db.isTransaction]).toEqual([true, true, false]);
      await createTable(savepoint, "undone");
      throw new Error("undo");
    });
    await expect(failed).rejects.toThrow("undo");
  });
  const tables = sql`select table_name as name from information_schema.tables where table_name in ('kept', 'undone')`;
  expect(await queryRows(db, tables)).toEqual([{ name: "kept" }]);
  await db.execute(sql`drop table kept`);
});

test("timestamps are read and written as text, and JSON as values that were sent as text", async () => {
  const time = "2026-11-21 12:00:00.5+00";
  const [row] = await queryRows(
    db,
    sql`select ${time}::timestamptz as time, ${"2026-11-21"}::date as date, ${'{"a":[1,"x"]}'}::jsonb as jsonb, ${'{"a":1}'}::json as json`,
  );
  expect(row).toEqual({ time, date: "2026-11-21", jsonb: { a: [1, "x"] }, json: { a: 1 } });
});

test("the rows of a statement don't share values, and their properties are in the order of the columns, also if one is called __proto__", async () => {
  const statement = sql`select n as "z", case when n = 1 then 'one' end as "a", n + 1 as "__proto__" from generate_series(1, 2) as n`;
  for (const round of [1, 2]) {
    const rows = await queryRows<Record<string, unknown>>(db, statement);
    expect(rows.map(Object.entries), `round ${round}`).toEqual([
      [
        ["z", 1],
        ["a", "one"],
        ["__proto__", 2],
      ],
      [
        ["z", 2],
        ["a", null],
        ["__proto__", 3],
      ],
    ]);
  }
});

test.each(["read", "discarded"])(
  "the next statement of a connection is answered after a large value was copied from the database and %s",
  async (how) => {
    const pool = openDatabase(url, { max: 1 });
    try {
      const stream = await pool.sql`copy (select repeat('x', 200000)) to stdout`.readable();
      if (how === "discarded") stream.destroy();
      else expect(Buffer.concat(await stream.toArray())).toHaveLength(200_001);
      expect(await queryRows(pool.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    } finally {
      await pool.close();
    }
  },
  10_000,
);

test("plans statements with long lists for the current size of their tables", async () => {
  const pool = openDatabase(url, { max: 1 });
  const listMatching = (items: number) =>
    queryRows(
      pool.db,
      sql`select id from projects where name in (select jsonb_array_elements_text(${JSON.stringify(Array(items).fill("name"))}::jsonb))`,
    );
  const countPreparedRuns = async () => {
    const [row] = await queryRows<{ runs: string }>(
      pool.db,
      sql`select sum(generic_plans + custom_plans) as runs from pg_prepared_statements where statement like 'select id from projects where name%'`,
    );
    return Number(row?.runs);
  };
  try {
    for (let run = 0; run < 10; run++) await listMatching(10);
    expect(await countPreparedRuns()).toBe(10);
    await listMatching(10_000);
    expect(await countPreparedRuns()).toBe(10);
  } finally {
    await pool.close();
  }
});

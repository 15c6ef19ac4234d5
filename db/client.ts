import { drizzle, type PgRemoteDatabase } from "drizzle-orm/pg-proxy";
import postgres from "postgres";
import { withSpan } from "@/lib/tracing";
import { remainingMs } from "./request-limit";

type TransactionOptions = { isolationLevel?: "repeatable read" };

/** A connection pool or a transaction. Use cases accept either. */
export type Database = Omit<PgRemoteDatabase, "transaction"> & {
  /**
   * Runs a statement with its parameters. Our statements are few and fixed, so PostgreSQL plans each of them once per connection, except
   * for long lists. With `onRow`, rows are passed to it as they arrive, and not returned.
   */
  run(text: string, parameters: readonly unknown[], onRow?: (row: postgres.Row) => void): Promise<postgres.RowList<postgres.Row[]>>;
  /** Runs `callback` in a transaction, or in a savepoint of this one. An error rolls it back. */
  transaction<T>(callback: (tx: Database) => Promise<T>, options?: TransactionOptions): Promise<T>;
  isTransaction: boolean;
};

/**
 * Statements with a longer parameter (a list of some hundred items) are planned each time they run. A prepared statement keeps the plan that
 * PostgreSQL made when its tables were small, until they are analyzed. With such a plan, each of 10,000 recipients is compared with each lead.
 */
const maxPreparedLength = 10_000;

const isLong = (parameter: unknown): boolean => typeof parameter === "string" && parameter.length > maxPreparedLength;

/** Runs a statement or a transaction in its turn. */
type Turn = <T>(run: () => Promise<T>, kind: "statement" | "transaction") => Promise<T>;

const pools = new WeakMap<object, object>();

/** Returns what identifies the pool of a database. Databases that take turns in different ways share it. */
export const poolOf = (db: Database): object => pools.get(db) ?? db;

// Drizzle's own driver for postgres.js can't prepare statements, which matters here: planning a claim costs more than running it.
/** Wraps a postgres.js pool or transaction. With `inTurn`, statements and transactions wait for their turn before they take a connection. */
export function createDatabase(client: postgres.Sql | postgres.TransactionSql, inTurn: Turn = (run) => run()): Database {
  const prepare = (text: string, parameters: readonly unknown[]) =>
    client.unsafe(text, parameters as never[], { prepare: !parameters.some(isLong) });
  const run: Database["run"] = (text, parameters, onRow) =>
    inTurn(
      () =>
        traceStatement(text, async () => {
          const query = prepare(text, parameters);
          return onRow ? ((await query.forEach(onRow)) as unknown as postgres.RowList<postgres.Row[]>) : query;
        }),
      "statement",
    );
  const runForValues = (text: string, parameters: readonly unknown[]) =>
    inTurn(() => traceStatement(text, () => prepare(text, parameters).values()), "statement");
  const builder = drizzle(async (text, parameters, method) => ({
    rows: await (method === "all" ? runForValues(text, parameters) : run(text, parameters)),
  }));
  const database = Object.assign(builder, {
    run,
    isTransaction: "savepoint" in client,
    transaction: (<T>(callback: (tx: Database) => Promise<T>, { isolationLevel }: TransactionOptions = {}) => {
      const runInside = (tx: postgres.TransactionSql) => callback(createDatabase(tx));
      if ("savepoint" in client) return client.savepoint(runInside);
      return inTurn(() => client.begin(isolationLevel ? `isolation level ${isolationLevel}` : "", runInside), "transaction");
    }) as Database["transaction"],
  });
  pools.set(database, client);
  return database;
}

/** The text of a statement contains no values, which are parameters. */
const traceStatement = <T>(text: string, callback: () => Promise<T>): Promise<T> =>
  withSpan(() => {
    const name = /\w+/.exec(text)?.[0].toUpperCase() ?? "";
    const attributes = { "db.system.name": "postgresql", "db.operation.name": name, "db.query.text": text };
    return { name, kind: "client", attributes, isDetail: true };
  }, callback);

/** Timestamps, dates, intervals and JSON are sent as the text they are, and timestamps, dates and intervals are also read as text. */
const asText = { serialize: (value: unknown) => value, parse: (value: string) => value };
const types = {
  times: { ...asText, to: 1184, from: [1082, 1083, 1114, 1182, 1185, 1115, 1184, 1231] },
  json: { ...asText, to: 114, from: [114], parse: (value: string) => JSON.parse(value) as unknown },
  jsonb: { ...asText, to: 3802, from: [3802], parse: (value: string) => JSON.parse(value) as unknown },
};

/**
 * Timeouts in milliseconds. The server can't report its own when the network between us is down, so `deadline` ends statements then: those of
 * requests soon after the server would have, all others after any timeout that `core` sets for its own statements.
 */
const timeoutsMs = { statement: 30_000, lock: 10_000, requestDeadline: 35_000, deadline: 150_000 };

/** Returns how long a statement may take in total, and after how long it fails if the database has been silent for 2 s (request-limit.ts). */
function statementDeadline(deadlineMs: number): { silent: number; total: number } {
  const remaining = remainingMs();
  if (remaining === undefined) return { silent: deadlineMs, total: deadlineMs };
  return { silent: remaining, total: Math.min(timeoutsMs.requestDeadline, deadlineMs) };
}

/** Waits 50 ms before the first reconnect and at most a second, so that the pool is back soon after the database. In seconds. */
const reconnectDelay = (failures: number): number => Math.min(2 ** failures / 20, 1);

export type Connection = { db: Database; sql: postgres.Sql; url: string; close(): Promise<void> };

/**
 * Opens a pool of at most `max` connections to the database at `url`. Statements time out after `statementTimeoutMs`, lock waits after 10 s, and
 * statements that the server doesn't answer after 150 s, unless `withoutTimeouts` is set. `isParallel`: a statement may use several cores. With `?pgbouncer=true` in the URL, statements are not prepared and the
 * statement and lock timeouts are those of the database role.
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    name = "gatehouse",
    withoutTimeouts = false,
    statementTimeoutMs = timeoutsMs.statement,
    deadlineMs = timeoutsMs.deadline,
    isParallel = true,
  } = {},
): Connection {
  const parsedUrl = new URL(url);
  const usesPgBouncer = parsedUrl.searchParams.get("pgbouncer") === "true";
  parsedUrl.searchParams.delete("pgbouncer");
  const timeouts = { statement_timeout: statementTimeoutMs, lock_timeout: timeoutsMs.lock, idle_in_transaction_session_timeout: 60_000 };
  // Our patch of postgres.js adds `deadline`. A statement that exceeds it fails, and its connection is destroyed.
  const deadline = withoutTimeouts ? {} : { deadline: () => statementDeadline(deadlineMs) };
  const client = postgres(parsedUrl.href, {
    max,
    prepare: !usesPgBouncer,
    // PgBouncer gives the server connection to another client when a statement has ended, also if the next one is already on its way.
    ...(usesPgBouncer && { max_pipeline: 0 }),
    types,
    onnotice: () => {},
    connect_timeout: 15,
    idle_timeout: 30,
    keep_alive: 15,
    backoff: reconnectDelay,
    ...(deadline as object),
    connection: {
      application_name: name,
      TimeZone: "UTC",
      ...(usesPgBouncer || withoutTimeouts ? {} : timeouts),
      ...(usesPgBouncer || isParallel ? {} : { max_parallel_workers_per_gather: 0 }),
    },
  });
  return { db: createDatabase(client), sql: client, url, close: () => client.end({ timeout: 5 }) };
}

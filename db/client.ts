import net from "node:net";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres from "postgres";

/** A connection pool or a transaction in it; verbs take either. */
export type Database = PgDatabase<PostgresJsQueryResultHKT>;

/** A statement that runs longer is stopped by the database, in milliseconds. */
const statementTimeout = 30_000;

/** A connection that is waited on for longer without a byte is given up: postgres.js itself would wait for ever on one that died. */
const silenceTimeout = 45_000;

type Client = postgres.Sql & { unsafe: postgres.Sql["unsafe"] };

// Drizzle asks for unprepared statements unless each is named; ours are few and fixed, and planning a claim costs more than running it.
function prepared<C extends Client | postgres.TransactionSql>(client: C): C {
  const { unsafe } = client;
  client.unsafe = ((query: string, parameters?: never[], options?: object) =>
    unsafe(query, parameters, { ...options, prepare: true })) as typeof unsafe;
  for (const name of ["begin", "savepoint"] as const) {
    const open = (client as unknown as Record<string, ((...given: unknown[]) => unknown) | undefined>)[name];
    if (!open) continue;
    (client as unknown as Record<string, unknown>)[name] = (...given: unknown[]) => {
      const story = given.pop() as (inner: postgres.TransactionSql) => unknown;
      return open(...given, (inner: postgres.TransactionSql) => story(prepared(inner)));
    };
  }
  return client;
}

function socketWithDeadline(options: { host: string[]; port: number[]; path?: string }): net.Socket {
  const socket = options.path
    ? net.connect(options.path)
    : net.connect({ host: options.host[0], port: options.port[0] ?? 5432 });
  Object.assign(socket, { host: options.host[0], port: options.port[0] });
  socket.setTimeout(silenceTimeout, () => socket.destroy());
  return socket;
}

export type Connection = { db: Database; sql: postgres.Sql; close(): Promise<void> };

/**
 * Opens a pool of at most `max` connections to the database at `url`. With `?pgbouncer=true` in it, statements are not prepared.
 * Statements end after 30 s, waits for a lock after 10 s, silent connections after 45 s.
 */
export function openDatabase(url: string, { max = 10, name = "gatehouse" } = {}): Connection {
  const address = new URL(url);
  const pooled = address.searchParams.get("pgbouncer") === "true";
  address.searchParams.delete("pgbouncer");
  const options = {
    max,
    prepare: !pooled,
    onnotice: () => {},
    connect_timeout: 5,
    idle_timeout: 30,
    keep_alive: 15,
    socket: socketWithDeadline,
    connection: {
      application_name: name,
      TimeZone: "UTC",
      ...(pooled ? {} : { statement_timeout: statementTimeout, lock_timeout: 10_000, idle_in_transaction_session_timeout: 60_000 }),
    },
  };
  const client = prepared(postgres(address.href, options as postgres.Options<Record<string, never>>) as Client);
  return { db: drizzle(client as postgres.Sql), sql: client as postgres.Sql, close: () => client.end({ timeout: 5 }) };
}

import net from "node:net";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres from "postgres";

/** A connection pool or a transaction in it; verbs take either. */
export type Database = PgDatabase<PostgresJsQueryResultHKT>;

/**
 * How long may be waited, in milliseconds: for a statement, for a lock, and for a byte from a connection, which postgres.js itself
 * would wait for without end on one that died. Silence is longer than any wait that `core` sets for a statement of its own.
 */
const patience = { statement: 30_000, lock: 10_000, silence: 150_000 };

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

function socketFor(options: { host: string[]; port: number[]; path?: string }): net.Socket {
  const socket = options.path ? net.connect(options.path) : net.connect({ host: options.host[0], port: options.port[0] ?? 5432 });
  return Object.assign(socket, { host: options.host[0], port: options.port[0] });
}

/** A socket that is destroyed when nothing has come for too long. It counts bytes, since a socket's own timeout is lost when TLS takes it over. */
function socketWithDeadline(silence: number, options: Parameters<typeof socketFor>[0]): net.Socket {
  const socket = socketFor(options);
  let read = -1;
  let since = Date.now();
  const watch = setInterval(() => {
    if (socket.destroyed) return clearInterval(watch);
    if (socket.bytesRead !== read) {
      read = socket.bytesRead;
      since = Date.now();
    } else if (Date.now() - since > silence) socket.destroy();
  }, silence / 20);
  watch.unref();
  return socket;
}

export type Connection = { db: Database; sql: postgres.Sql; close(): Promise<void> };

/**
 * Opens a pool of at most `max` connections to the database at `url`. Statements end after 30 s, waits for a lock after 10 s, silent
 * connections after 150 s; `unhurried` ones wait as long as it takes. With `?pgbouncer=true` in the address statements are not prepared,
 * and the two timeouts are the database role's.
 */
export function openDatabase(
  url: string,
  { max = 10, name = "gatehouse", unhurried = false, silence = patience.silence } = {},
): Connection {
  const address = new URL(url);
  const pooled = address.searchParams.get("pgbouncer") === "true";
  address.searchParams.delete("pgbouncer");
  const timeouts = { statement_timeout: patience.statement, lock_timeout: patience.lock, idle_in_transaction_session_timeout: 60_000 };
  const options = {
    max,
    prepare: !pooled,
    onnotice: () => {},
    connect_timeout: 5,
    idle_timeout: 30,
    keep_alive: 15,
    socket: unhurried ? socketFor : (given: Parameters<typeof socketFor>[0]) => socketWithDeadline(silence, given),
    connection: { application_name: name, TimeZone: "UTC", ...(pooled || unhurried ? {} : timeouts) },
  };
  const client = prepared(postgres(address.href, options as postgres.Options<Record<string, never>>) as Client);
  return { db: drizzle(client as postgres.Sql), sql: client as postgres.Sql, close: () => client.end({ timeout: 5 }) };
}

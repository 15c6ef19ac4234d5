import net from "node:net";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres from "postgres";

/** A connection pool or a transaction. Use cases accept either. */
export type Database = PgDatabase<PostgresJsQueryResultHKT>;

/**
 * Timeouts in milliseconds. `silence` is how long a connection may send no byte before it counts as dead, which postgres.js would
 * otherwise wait for forever. It must be longer than any timeout that `core` sets for its own statements.
 */
const timeoutsMs = { statement: 30_000, lock: 10_000, silence: 150_000 };

type Client = postgres.Sql & { unsafe: postgres.Sql["unsafe"] };

// Drizzle runs statements unprepared unless each has a name. Ours are few and fixed, and planning a claim costs more than running it.
function preparingClient<C extends Client | postgres.TransactionSql>(client: C): C {
  const { unsafe } = client;
  client.unsafe = ((query: string, parameters?: never[], options?: object) =>
    unsafe(query, parameters, { ...options, prepare: true })) as typeof unsafe;
  for (const name of ["begin", "savepoint"] as const) {
    const original = (client as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>)[name];
    if (!original) continue;
    (client as unknown as Record<string, unknown>)[name] = (...args: unknown[]) => {
      const run = args.pop() as (transaction: postgres.TransactionSql) => unknown;
      return original(...args, (transaction: postgres.TransactionSql) => run(preparingClient(transaction)));
    };
  }
  return client;
}

type SocketOptions = { host: string[]; port: number[]; path?: string };

function openSocket(options: SocketOptions): net.Socket {
  const socket = options.path ? net.connect(options.path) : net.connect({ host: options.host[0], port: options.port[0] ?? 5432 });
  return Object.assign(socket, { host: options.host[0], port: options.port[0] });
}

/** Opens a socket that is destroyed after `silenceMs` without data. It counts bytes, because TLS discards a socket's own timeout. */
function openSocketWithTimeout(silenceMs: number, options: SocketOptions): net.Socket {
  const socket = openSocket(options);
  let bytesRead = -1;
  let lastReadAt = Date.now();
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer);
    if (socket.bytesRead !== bytesRead) {
      bytesRead = socket.bytesRead;
      lastReadAt = Date.now();
    } else if (Date.now() - lastReadAt > silenceMs) socket.destroy();
  }, silenceMs / 20);
  timer.unref();
  return socket;
}

export type Connection = { db: Database; sql: postgres.Sql; close(): Promise<void> };

/**
 * Opens a pool of at most `max` connections to the database at `url`. Statements time out after 30 s, lock waits after 10 s and silent
 * connections after 150 s, unless `withoutTimeouts` is set. With `?pgbouncer=true` in the URL, statements are not prepared and the
 * statement and lock timeouts are those of the database role.
 */
export function openDatabase(
  url: string,
  { max = 10, name = "gatehouse", withoutTimeouts = false, silenceMs = timeoutsMs.silence } = {},
): Connection {
  const parsedUrl = new URL(url);
  const usesPgBouncer = parsedUrl.searchParams.get("pgbouncer") === "true";
  parsedUrl.searchParams.delete("pgbouncer");
  const timeouts = { statement_timeout: timeoutsMs.statement, lock_timeout: timeoutsMs.lock, idle_in_transaction_session_timeout: 60_000 };
  const options = {
    max,
    prepare: !usesPgBouncer,
    onnotice: () => {},
    connect_timeout: 5,
    idle_timeout: 30,
    keep_alive: 15,
    socket: withoutTimeouts ? openSocket : (socketOptions: SocketOptions) => openSocketWithTimeout(silenceMs, socketOptions),
    connection: { application_name: name, TimeZone: "UTC", ...(usesPgBouncer || withoutTimeouts ? {} : timeouts) },
  };
  const client = preparingClient(postgres(parsedUrl.href, options as postgres.Options<Record<string, never>>) as Client);
  return { db: drizzle(client as postgres.Sql), sql: client as postgres.Sql, close: () => client.end({ timeout: 5 }) };
}

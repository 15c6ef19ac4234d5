import net from "node:net";
import { drizzle, type PgRemoteDatabase } from "drizzle-orm/pg-proxy";
import postgres from "postgres";

type TransactionOptions = { isolationLevel?: "repeatable read" };

/** A connection pool or a transaction. Use cases accept either. */
export type Database = Omit<PgRemoteDatabase, "transaction"> & {
  /** Runs a statement with its parameters. Our statements are few and fixed, so PostgreSQL plans each of them once per connection. */
  run(text: string, parameters: readonly unknown[]): postgres.PendingQuery<postgres.Row[]>;
  /** Runs `callback` in a transaction, or in a savepoint of this one. An error rolls it back. */
  transaction<T>(callback: (tx: Database) => Promise<T>, options?: TransactionOptions): Promise<T>;
  isTransaction: boolean;
};

// Drizzle's own driver for postgres.js can't prepare statements, which matters here: planning a claim costs more than running it.
function createDatabase(client: postgres.Sql | postgres.TransactionSql): Database {
  const run: Database["run"] = (text, parameters) => client.unsafe(text, parameters as never[], { prepare: true });
  const builder = drizzle(async (text, parameters, method) => ({
    rows: await (method === "all" ? run(text, parameters).values() : run(text, parameters)),
  }));
  return Object.assign(builder, {
    run,
    isTransaction: "savepoint" in client,
    transaction: (<T>(callback: (tx: Database) => Promise<T>, { isolationLevel }: TransactionOptions = {}) => {
      const runInside = (tx: postgres.TransactionSql) => callback(createDatabase(tx));
      if ("savepoint" in client) return client.savepoint(runInside);
      return client.begin(isolationLevel ? `isolation level ${isolationLevel}` : "", runInside);
    }) as Database["transaction"],
  });
}

/** Timestamps, dates, intervals and JSON are sent as the text they are, and timestamps, dates and intervals are also read as text. */
const asText = { serialize: (value: unknown) => value, parse: (value: string) => value };
const types = {
  times: { ...asText, to: 1184, from: [1082, 1083, 1114, 1182, 1185, 1115, 1184, 1231] },
  json: { ...asText, to: 114, from: [114], parse: (value: string) => JSON.parse(value) as unknown },
  jsonb: { ...asText, to: 3802, from: [3802], parse: (value: string) => JSON.parse(value) as unknown },
};

/**
 * Timeouts in milliseconds. `silence` is how long a connection may send no byte before it counts as dead, which postgres.js would
 * otherwise wait for forever. It must be longer than any timeout that `core` sets for its own statements.
 */
const timeoutsMs = { statement: 30_000, lock: 10_000, silence: 150_000 };

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
  // The types of postgres.js don't include `socket`.
  const socket = withoutTimeouts ? openSocket : (options: SocketOptions) => openSocketWithTimeout(silenceMs, options);
  const client = postgres(parsedUrl.href, {
    max,
    prepare: !usesPgBouncer,
    types,
    onnotice: () => {},
    connect_timeout: 5,
    idle_timeout: 30,
    keep_alive: 15,
    ...({ socket } as object),
    connection: { application_name: name, TimeZone: "UTC", ...(usesPgBouncer || withoutTimeouts ? {} : timeouts) },
  });
  return { db: createDatabase(client), sql: client, close: () => client.end({ timeout: 5 }) };
}

import { sql } from "drizzle-orm";
import type { Database } from "./client";
import { databaseError, queryRows } from "./query";

/** Throws an error with a sentence for the operator unless the database at `url` accepts connections and its PostgreSQL is supported. */
export async function checkServer(db: Database, url: string): Promise<void> {
  const { host, pathname } = new URL(url);
  const rows = await queryRows<{ server_version: string; server_version_num: string }>(
    db,
    sql`select current_setting('server_version') as server_version, current_setting('server_version_num') as server_version_num`,
  ).catch((error: unknown) => {
    const { message, code } = databaseError(error) ?? {};
    throw new Error(`Can't connect to the database in DATABASE_URL (${host}${pathname}): ${message || code}`, { cause: error });
  });
  const [server] = rows;
  if (server) requireSupportedVersion(Number(server.server_version_num), server.server_version);
}

/** Throws unless a version of PostgreSQL is supported, as in `server_version_num`: 150004 is 15.4. */
export function requireSupportedVersion(versionNumber: number, version: string): void {
  if (versionNumber >= 150_000) return;
  throw new Error(`Gatehouse requires PostgreSQL 15 or later. The database in DATABASE_URL runs PostgreSQL ${version}.`);
}

import path from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import type { Sql } from "postgres";
import { type Database, openDatabase } from "./client";
import journal from "./migrations/meta/_journal.json" with { type: "json" };
import { queryRows } from "./query";
import { migrateQueues } from "./queue";
import { checkServer } from "./server-check";

const migrationLockId = 4_207_849;

/**
 * Migrates our tables and the job queue's to this version as the role in `url`. If `applicationUrl` has another role, it may read and write
 * rows afterwards. A lock makes nodes that start at the same time take turns.
 */
export async function migrate(url: string, applicationUrl = url): Promise<void> {
  if (new URL(url).searchParams.get("pgbouncer") === "true") {
    throw new Error("Migrations can't run through PgBouncer. Set MIGRATION_DATABASE_URL to the database's own URL.");
  }
  const { db, sql: client, close } = openDatabase(url, { max: 2, name: "gatehouse migrate", withoutTimeouts: true });
  try {
    await checkServer(db, url);
    const lockConnection = await client.reserve();
    await lockConnection`select pg_advisory_lock(${migrationLockId})`;
    try {
      if ((await countPendingMigrations(db)) > 0) await runMigrations(drizzle(client), { migrationsFolder: path.resolve("db/migrations") });
      await migrateQueues(url);
      if (roleOf(applicationUrl) !== roleOf(url)) await grantRows(client, roleOf(applicationUrl));
    } finally {
      await lockConnection`select pg_advisory_unlock(${migrationLockId})`;
      lockConnection.release();
    }
  } finally {
    await close();
  }
}

const roleOf = (url: string) => decodeURIComponent(new URL(url).username);

/** Lets a role read and write all rows, without the right to change tables. */
async function grantRows(client: Sql, name: string): Promise<void> {
  const role = client(name);
  for (const schema of ["public", "pgboss"]) {
    await client`grant usage on schema ${client(schema)} to ${role}`;
    await client`grant select, insert, update, delete on all tables in schema ${client(schema)} to ${role}`;
    await client`grant usage on all sequences in schema ${client(schema)} to ${role}`;
  }
  await client`grant usage on schema drizzle to ${role}`;
  await client`grant select on all tables in schema drizzle to ${role}`;
}

/** Counts the migrations of this version that the database has not run yet. */
export async function countPendingMigrations(db: Database): Promise<number> {
  const [history] = await queryRows<{ exists: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "exists"`,
  );
  if (!history?.exists) return journal.entries.length;
  const [latest] = await queryRows<{ created_at: string | null }>(
    db,
    sql`select max(created_at) as created_at from drizzle.__drizzle_migrations`,
  );
  return journal.entries.filter((entry) => entry.when > Number(latest?.created_at ?? 0)).length;
}

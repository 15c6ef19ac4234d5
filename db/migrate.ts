import path from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import { type Database, openDatabase } from "./client";
import journal from "./migrations/meta/_journal.json" with { type: "json" };
import { queryRows } from "./query";
import { migrateQueues } from "./queue";
import { checkServer } from "./server-check";

const migrationLockId = 4_207_849;

/** Migrates our tables and the job queue's to this version. A lock makes nodes that start at the same time take turns. */
export async function migrate(url: string): Promise<void> {
  if (new URL(url).searchParams.get("pgbouncer") === "true") {
    throw new Error("Migrations can't run through PgBouncer. Set DATABASE_URL to the database's own URL.");
  }
  const { db, sql: client, close } = openDatabase(url, { max: 2, name: "gatehouse migrate", withoutTimeouts: true });
  try {
    await checkServer(db, url);
    const lockConnection = await client.reserve();
    await lockConnection`select pg_advisory_lock(${migrationLockId})`;
    try {
      if ((await countPendingMigrations(db)) > 0) await runMigrations(drizzle(client), { migrationsFolder: path.resolve("db/migrations") });
      await migrateQueues(url);
    } finally {
      await lockConnection`select pg_advisory_unlock(${migrationLockId})`;
      lockConnection.release();
    }
  } finally {
    await close();
  }
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

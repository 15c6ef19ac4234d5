import path from "node:path";
import { sql } from "drizzle-orm";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import { type Database, openDatabase } from "./client";
import journal from "./migrations/meta/_journal.json" with { type: "json" };
import { migrateJobs } from "./queue";
import { rows } from "./rows";

const migrating = 4_207_849;

/** Brings the database up to this version: our tables, then the job queue's. Several nodes that start at once take turns. */
export async function migrate(url: string): Promise<void> {
  if (new URL(url).searchParams.get("pgbouncer") === "true") {
    throw new Error("Migrations need the database's own address in DATABASE_URL, not PgBouncer's.");
  }
  const { db, sql: client, close } = openDatabase(url, { max: 2, name: "gatehouse migrate", unhurried: true });
  try {
    const turn = await client.reserve();
    await turn`select pg_advisory_lock(${migrating})`;
    try {
      if ((await pendingMigrations(db)) > 0)
        await runMigrations(db as Parameters<typeof runMigrations>[0], { migrationsFolder: path.resolve("db/migrations") });
      await migrateJobs(url);
    } finally {
      await turn`select pg_advisory_unlock(${migrating})`;
      turn.release();
    }
  } finally {
    await close();
  }
}

/** How many migrations of this version the database has not run. */
export async function pendingMigrations(db: Database): Promise<number> {
  const [known] = await rows<{ there: boolean }>(db, sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`);
  if (!known?.there) return journal.entries.length;
  const [row] = await rows<{ last: string | null }>(db, sql`select max(created_at) as last from drizzle.__drizzle_migrations`);
  return journal.entries.filter((entry) => entry.when > Number(row?.last ?? 0)).length;
}

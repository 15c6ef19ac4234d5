import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import type { Sql } from "postgres";
import { type Database, openDatabase } from "./client";
import { renewCodeKeys } from "./code-keys";
import { buildIndexes } from "./concurrent-indexes";
import { countPendingMigrations, explainForeignDatabase, findLatestMigration } from "./migration-history";
import journal from "./migrations/meta/_journal.json" with { type: "json" };
import { migrateQueues } from "./queue";
import { checkServer } from "./server-check";

const migrationLockId = 4_207_849;

/** What runs right before a migration, by its tag. If that doesn't run, the step runs again. */
const stepsBefore: readonly { tag: string; step: (db: Database, tag: string) => Promise<void> }[] = [
  { tag: "0045_code_identity", step: renewCodeKeys },
  { tag: "0057_event_indexes", step: buildIndexes },
  { tag: "0058_claim_indexes", step: buildIndexes },
  { tag: "0059_narrow_claim_indexes", step: buildIndexes },
  { tag: "0062_stored_claim_events", step: buildIndexes },
];

type MigrateOptions = {
  /** A URL of the same database with the role that serves requests. If it is another one, it may read and write rows afterwards. */
  applicationUrl?: string;
  /** The last of our migrations to run, by its time in the journal. Default: all. */
  until?: number;
};

/**
 * Migrates our tables and the job queue's to this version, as the role in `url`. A lock makes nodes that start at the same time take turns.
 * Throws with a sentence for the operator if the database is another program's or of a version that can't be upgraded.
 */
export async function migrate(url: string, { applicationUrl = url, until }: MigrateOptions = {}): Promise<void> {
  if (new URL(url).searchParams.get("pgbouncer") === "true") {
    throw new Error("Migrations can't run through PgBouncer. Set MIGRATION_DATABASE_URL to the database's own URL.");
  }
  const { db, sql: client, close } = openDatabase(url, { max: 2, name: "gatehouse migrate", withoutTimeouts: true });
  try {
    await checkServer(db, url);
    const lockConnection = await client.reserve();
    await waitForLock(lockConnection);
    try {
      const problem = await explainForeignDatabase(db);
      if (problem !== null) throw new Error(problem);
      const run = (last?: number) => withMigrationsFolder(last, (migrationsFolder) => runMigrations(drizzle(client), { migrationsFolder }));
      for (const { tag, step } of stepsBefore) {
        const index = journal.entries.findIndex((entry) => entry.tag === tag);
        const [previous, next] = [journal.entries[index - 1]?.when ?? 0, journal.entries[index]?.when ?? 0];
        if (((await findLatestMigration(db)) ?? 0) >= next || (until !== undefined && until < next)) continue;
        await run(previous);
        await step(db, tag);
      }
      if ((await countPendingMigrations(db)) > 0) await run(until);
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

/** Takes the lock for migrations. Asks again and again: a statement that waits for it would hold up the building of indexes. */
async function waitForLock(connection: Sql): Promise<void> {
  const tryLock = async () =>
    (await connection<{ locked: boolean }[]>`select pg_try_advisory_lock(${migrationLockId}) as locked`)[0]?.locked;
  while (!(await tryLock())) await pause(100);
}

const roleOf = (url: string) => decodeURIComponent(new URL(url).username);

/** Lets a role read and write all rows, without the right to change tables. */
async function grantRows(client: Sql, name: string): Promise<void> {
  const role = client(name);
  for (const schema of ["public", "pgboss"]) {
    await client`grant usage on schema ${client(schema)} to ${role}`;
    await client`grant select, insert, update, delete on all tables in schema ${client(schema)} to ${role}`;
    await client`grant usage, select on all sequences in schema ${client(schema)} to ${role}`;
  }
  await client`grant usage on schema drizzle to ${role}`;
  await client`grant select on all tables in schema drizzle to ${role}`;
}

/** Calls `run` with the folder of all migrations, or with a temporary one of those up to `until`. */
async function withMigrationsFolder(until: number | undefined, run: (folder: string) => Promise<void>): Promise<void> {
  const folder = path.resolve("db/migrations");
  if (until === undefined) return run(folder);
  const temporaryFolder = await mkdtemp(path.join(tmpdir(), "gatehouse-migrations-"));
  try {
    const entries = journal.entries.filter((entry) => entry.when <= until);
    await mkdir(path.join(temporaryFolder, "meta"));
    await writeFile(path.join(temporaryFolder, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) await copyFile(path.join(folder, `${tag}.sql`), path.join(temporaryFolder, `${tag}.sql`));
    await run(temporaryFolder);
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

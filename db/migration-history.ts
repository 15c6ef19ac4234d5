import { sql } from "drizzle-orm";
import type { Database } from "./client";
import journal from "./migrations/meta/_journal.json" with { type: "json" };
import { queryRows } from "./query";

/** Returns the times in the journal of the migrations that the database has run, the earliest first. */
export async function listMigrations(db: Database): Promise<number[]> {
  const [history] = await queryRows<{ exists: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "exists"`,
  );
  if (!history?.exists) return [];
  const rows = await queryRows<{ created_at: string }>(db, sql`select created_at from drizzle.__drizzle_migrations order by created_at`);
  return rows.map((row) => Number(row.created_at));
}

/** Returns the time in the journal that identifies the database's latest migration, or null if it has none. */
export async function findLatestMigration(db: Database): Promise<number | null> {
  return (await listMigrations(db)).at(-1) ?? null;
}

/** Counts the migrations of this version that the database has not run yet. */
export async function countPendingMigrations(db: Database): Promise<number> {
  const latest = (await findLatestMigration(db)) ?? 0;
  return journal.entries.filter((entry) => entry.when > latest).length;
}

/**
 * Returns a sentence for the operator if this version can't upgrade the database, and null if it can: it is empty, or its migrations are the
 * first ones of this version, in order.
 */
export async function explainForeignDatabase(db: Database): Promise<string | null> {
  const known = journal.entries.map((entry) => entry.when);
  const applied = await listMigrations(db);
  if (applied.length === 0) {
    const tables = await listTables(db);
    return tables.length === 0
      ? null
      : `The database ${await readName(db)} has tables of another program (${nameSome(tables)}). ${nothingChanged} ${useAnEmptyOne}`;
  }
  if (applied.every((time, index) => time === known[index])) return null;
  if (known.every((time, index) => time === applied[index]))
    return "The database was migrated by a newer version of Gatehouse. Start that version, or restore a backup from before the upgrade.";
  const name = await readName(db);
  if (applied.some((time) => known.includes(time)))
    return `The database ${name} was migrated by a version of Gatehouse that is not an earlier one of this version, for example one in development. ${nothingChanged} Start the version that migrated it, or restore a backup from before that into an empty database.`;
  if ((await listTables(db)).includes("codes"))
    return `The database ${name} is from a version of Gatehouse before the first release, which this version can't upgrade. ${nothingChanged} ${useAnEmptyOne} To take your leads and codes along, start the version that made the database, export them there, and import them here.`;
  return `The database ${name} was migrated by another program. ${nothingChanged} ${useAnEmptyOne}`;
}

const nothingChanged = "Nothing was changed.";
const useAnEmptyOne = "Use an empty database: set DATA_DIR to a new folder or, with your own PostgreSQL, DATABASE_URL to a new database.";

async function readName(db: Database): Promise<string> {
  const [row] = await queryRows<{ name: string }>(db, sql`select current_database() as name`);
  return row?.name ?? "";
}

/** Returns the names of the tables in the schema that ours are created in, without those of extensions. */
async function listTables(db: Database): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(
    db,
    sql`select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'f')
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
      order by relname`,
  );
  return rows.map((row) => row.name);
}

function nameSome(tables: readonly string[]): string {
  const shown = tables.slice(0, 3).join(", ");
  return tables.length > 3 ? `${shown}, …` : shown;
}

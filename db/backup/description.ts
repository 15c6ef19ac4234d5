import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as z from "zod";
import type { Database } from "../client";
import journal from "../migrations/meta/_journal.json" with { type: "json" };
import { queryRows, quoteIdentifier } from "../query";
import * as schema from "../schema";

/** The format of archives that this version writes and reads. Increase it when an older version would misread an archive. */
export const formatVersion = 1;

/** The first member of an archive. */
export const descriptionName = "backup.json";

const BackupTable = z.strictObject({ name: z.string(), columns: z.array(z.string()).min(1) });
export type BackupTable = z.output<typeof BackupTable>;

/** Describes an archive: where it is from, and which tables and columns its members hold. */
export const BackupDescription = z.strictObject({
  product: z.literal("gatehouse"),
  format: z.literal(formatVersion),
  createdAt: z.string(),
  /** The migrations of the database, oldest first, by the time in milliseconds that identifies them in drizzle's journal. */
  migrations: z.array(z.number()).min(1),
  /** The tables in the order of their members. */
  tables: z.array(BackupTable),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
});
export type BackupDescription = z.output<typeof BackupDescription>;

/** Only the part that every format has. */
export const BackupFormat = z.object({ product: z.literal("gatehouse"), format: z.number() });

/** The migrations of this version, oldest first. */
export const knownMigrations: number[] = journal.entries.map((entry) => entry.when);

/** The member with the values of AUTH_SECRET. */
export const secretsName = "secrets.json";
export const BackupSecrets = z.strictObject({ authSecret: z.string().min(32), previousAuthSecrets: z.array(z.string()) });
export type BackupSecrets = z.output<typeof BackupSecrets>;

/** Tables that fill again by themselves: cached counts, the attempts in the current windows of rate limits, and reports of workers; and exported files. */
const temporaryTables = ["stats", "rate_limit_windows", "system_reports", "saved_files", "saved_file_chunks"];

/** The jobs of pg-boss that have not ended. The queues and schedules are created by a start. */
export const jobTable = "pgboss.job";

/** The names of our tables that a backup contains. */
export const backedUpTables: string[] = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableName(table))
  .filter((name) => !temporaryTables.includes(name))
  .sort();

/** Returns which of the tables exist, with the columns that are stored and not computed. */
export async function readColumns(db: Database, tables: readonly string[]): Promise<BackupTable[]> {
  return queryRows<BackupTable>(
    db,
    sql`select name, jsonb_agg(attname::text order by attnum) as columns
      from jsonb_array_elements_text(${JSON.stringify(tables)}::jsonb) with ordinality as names (name, position)
        join pg_attribute on attrelid = to_regclass(name)
      where attnum > 0 and not attisdropped and attgenerated = ''
      group by name, position order by position`,
  );
}

/** Returns a table's name and columns for COPY. */
export const copyTarget = ({ name, columns }: BackupTable): { table: string; columns: string } => ({
  table: name.split(".").map(quoteIdentifier).join("."),
  columns: columns.map(quoteIdentifier).join(", "),
});

/** Counts the rows in PostgreSQL's text format, in which only the end of a row is a line end. */
export function countRows(content: Buffer): number {
  let lines = 0;
  for (let index = content.indexOf(10); index !== -1; index = content.indexOf(10, index + 1)) lines++;
  return lines;
}

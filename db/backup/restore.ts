import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import type postgres from "postgres";
import { dropIndexesAndForeignKeys, recreateIndexesAndForeignKeys } from "../bulk-load";
import { createDatabase, type Database, openDatabase } from "../client";
import { migrate } from "../migrate";
import { findLatestMigration } from "../migration-history";
import { queryRows } from "../query";
import { BackupError, readArchive } from "./archive";
import type { BackupRows } from "./create";
import {
  BackupDescription,
  BackupFormat,
  BackupSecrets,
  type BackupTable,
  backedUpTables,
  copyTarget,
  countRows,
  descriptionName,
  formatVersion,
  jobTable,
  knownMigrations,
  readColumns,
  secretsName,
} from "./description";

/** A backup whose checksums were verified. */
export type VerifiedBackup = {
  file: string;
  passphrase: string | undefined;
  description: BackupDescription;
  secrets: BackupSecrets;
  rows: BackupRows;
};

/** Reads a backup completely and checks that this version can restore it. Throws `BackupError` with a reason for the operator. */
export async function verifyBackup(
  file: string,
  { passphrase, signal }: { passphrase?: string; signal?: AbortSignal } = {},
): Promise<VerifiedBackup> {
  let description: BackupDescription | undefined;
  let secrets: BackupSecrets | undefined;
  const rows: BackupRows = {};
  for await (const { name, content } of readArchive(file, { passphrase })) {
    throwIfCanceled(signal);
    if (!description) description = parseDescription(name, content, file);
    else if (name === secretsName) secrets = BackupSecrets.parse(JSON.parse(content.toString()));
    else {
      const table = findTable(name, description).name;
      rows[table] = (rows[table] ?? 0) + countRows(content);
    }
  }
  if (!description || !secrets) throw new BackupError(`The file ${file} is not a Gatehouse backup.`);
  return { file, passphrase, description, secrets, rows };
}

function throwIfCanceled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new BackupError("Canceled. Nothing was restored.");
}

function parseDescription(name: string, content: Buffer, file: string): BackupDescription {
  const value: unknown = name === descriptionName ? parseJson(content) : null;
  const format = BackupFormat.safeParse(value);
  if (!format.success) throw new BackupError(`The file ${file} is not a Gatehouse backup.`);
  if (format.data.format !== formatVersion)
    throw new BackupError(
      `The backup ${file} has format ${format.data.format}, but this version of Gatehouse reads format ${formatVersion}. Restore it with the version that made it.`,
    );
  const description = BackupDescription.parse(value);
  if (description.migrations.some((migration, index) => migration !== knownMigrations[index]))
    throw new BackupError(
      knownMigrations.every((migration, index) => migration === description.migrations[index])
        ? `The backup ${file} was made by a newer version of Gatehouse. Restore it with that version or a later one.`
        : `The backup ${file} was made by a version of Gatehouse that this version can't upgrade. Restore it with the version that made it.`,
    );
  const unknownTable = description.tables.find(({ name }) => name !== jobTable && !backedUpTables.includes(name));
  if (unknownTable)
    throw new BackupError(`The backup ${file} has a table that this version of Gatehouse doesn't know: ${unknownTable.name}.`);
  return description;
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return null;
  }
}

function findTable(memberName: string, description: BackupDescription): BackupTable {
  const tableName = /^tables\/([\w.]+)\/\d+\.copy$/.exec(memberName)?.[1];
  const table = description.tables.find(({ name }) => name === tableName);
  if (!table) throw new BackupError(`The backup has an unexpected member: ${memberName}`);
  return table;
}

/**
 * Restores a verified backup into the empty database at `url` and migrates it to this version. The rows are loaded in one transaction, so
 * the database stays empty if it fails. Throws `BackupError` with a reason for the operator.
 */
export async function restoreBackup(url: string, backup: VerifiedBackup, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  const { description } = backup;
  const latestMigration = Math.max(...description.migrations);
  const { db, sql: client, close } = openDatabase(url, { max: 1, name: "gatehouse restore", withoutTimeouts: true });
  try {
    await requireEmptyDatabase(url);
    await migrate(url, { until: latestMigration });
    await requireMigration(db, latestMigration);
    await client.begin(async (tx) => {
      await tx.unsafe("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local datestyle = 'ISO'");
      await loadBackup(tx, createDatabase(tx), { backup, signal });
    });
    for (const target of description.tables) await client.unsafe(`analyze ${copyTarget(target).table}`);
    await migrate(url);
  } finally {
    await close();
  }
}

/** Throws `BackupError` if the database at `url` has rows. Tables that don't exist yet have none. */
export async function requireEmptyDatabase(url: string): Promise<void> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse restore" });
  try {
    await requireEmpty(db, await readColumns(db, [...backedUpTables, jobTable]));
  } finally {
    await close();
  }
}

async function requireEmpty(db: Database, tables: readonly BackupTable[]): Promise<void> {
  for (const target of tables) {
    const { table } = copyTarget(target);
    const [row] = await queryRows<{ filled: boolean }>(db, sql.raw(`select exists (select from ${table}) as filled`));
    if (row?.filled)
      throw new BackupError(
        `The database is not empty (the table ${target.name} has rows). A backup can only be restored into an empty database.`,
      );
  }
}

async function requireMigration(db: Database, latestMigration: number): Promise<void> {
  if ((await findLatestMigration(db)) !== latestMigration)
    throw new BackupError("The database has no rows, but its tables are newer than the backup. Restore into a new database.");
}

async function loadBackup(
  tx: postgres.TransactionSql,
  db: Database,
  { backup: { file, passphrase, description }, signal }: { backup: VerifiedBackup; signal?: AbortSignal },
): Promise<void> {
  const tables = await readColumns(db, [...backedUpTables, jobTable]);
  requireColumns(tables, description);
  await tx.unsafe(`lock table ${tables.map((target) => copyTarget(target).table).join(", ")} in access exclusive mode`);
  await requireEmpty(db, tables);
  const definitions = await dropIndexesAndForeignKeys(db, backedUpTables);
  for await (const { name, content } of readArchive(file, { passphrase })) {
    throwIfCanceled(signal);
    if (name === descriptionName || name === secretsName) continue;
    const { table, columns } = copyTarget(findTable(name, description));
    const target = await tx.unsafe(`copy ${table} (${columns}) from stdin`).writable();
    await pipeline(Readable.from([content]), target);
  }
  // A backup can contain a job of the queue in which pg-boss starts scheduled jobs. Only a worker creates that queue, and without it the
  // job violates a foreign key.
  await tx.unsafe(`delete from ${jobTable} where name not in (select name from pgboss.queue)`);
  await recreateIndexesAndForeignKeys(db, definitions);
  for (const { name, lastValue, isCalled } of description.sequences)
    await queryRows(db, sql`select setval(${name}::regclass, ${lastValue}::bigint, ${isCalled})`);
}

function requireColumns(existing: readonly BackupTable[], description: BackupDescription): void {
  for (const { name, columns } of description.tables) {
    const existingColumns = existing.find((table) => table.name === name)?.columns ?? [];
    const missing = columns.find((column) => !existingColumns.includes(column));
    if (missing)
      throw new BackupError(
        `This version of Gatehouse has no column ${missing} in ${name}. Restore the backup with the version that made it.`,
      );
  }
}

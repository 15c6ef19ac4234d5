import type { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import type postgres from "postgres";
import { createDatabase, type Database, openDatabase } from "../client";
import { explainForeignDatabase, listMigrations } from "../migration-history";
import { queryRows } from "../query";
import { BackupError, type Member, writeArchive } from "./archive";
import {
  type BackupDescription,
  type BackupSecrets,
  type BackupTable,
  backedUpTables,
  copyTarget,
  countRows,
  descriptionName,
  formatVersion,
  jobTable,
  readColumns,
  secretsName,
} from "./description";

/** A member ends after the row that reaches this size, in bytes: tar needs the size before the content, so a member is kept in memory. */
const memberSize = 4 * 1024 ** 2;

/** Returns the name of a backup of this moment, such as `daily-20261231T031500Z.tar.zst`. */
export const backupFileName = (prefix: string): string => `${prefix}-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}.tar.zst`;

/** The number of rows of each table in a backup. */
export type BackupRows = Record<string, number>;

/**
 * Saves a snapshot of the database at `url` and the secrets to a new file. Reads in one transaction, so the tables fit together while others
 * write. Returns the number of rows of each table. Throws `BackupError` with a reason for the operator.
 */
export async function createBackup(
  url: string,
  file: string,
  { secrets, passphrase, signal }: { secrets: BackupSecrets; passphrase?: string; signal?: AbortSignal },
): Promise<BackupRows> {
  const { sql: client, close } = openDatabase(url, { max: 1, name: "gatehouse backup", withoutTimeouts: true });
  try {
    return await client.begin("isolation level repeatable read read only", async (tx) => {
      await tx.unsafe("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local datestyle = 'ISO'");
      const description = await describeDatabase(createDatabase(tx));
      const rows: BackupRows = {};
      await writeArchive(file, readMembers(tx, description, secrets, rows), { passphrase, signal });
      return rows;
    });
  } finally {
    await close();
  }
}

async function describeDatabase(db: Database): Promise<BackupDescription> {
  const problem = await explainForeignDatabase(db);
  if (problem !== null) throw new BackupError(problem);
  const migrations = await listMigrations(db);
  if (migrations.length === 0) throw new BackupError("The database is empty. Start Gatehouse once before you back it up.");
  const [now] = await queryRows<{ time: string }>(db, sql`select now() as time`);
  return {
    product: "gatehouse",
    format: formatVersion,
    createdAt: new Date(now?.time ?? "").toISOString(),
    migrations,
    tables: await readColumns(db, [...backedUpTables, jobTable]),
    sequences: await readSequences(db),
  };
}

async function readSequences(db: Database): Promise<BackupDescription["sequences"]> {
  const names = await queryRows<{ name: string }>(
    db,
    sql`select d.objid::regclass::text as name from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
      join jsonb_array_elements_text(${JSON.stringify(backedUpTables)}::jsonb) as tables (name) on d.refobjid = to_regclass(tables.name)
      where d.deptype in ('a', 'i') order by 1`,
  );
  const sequences = [];
  for (const { name } of names) {
    const [row] = await queryRows<{ lastValue: string; isCalled: boolean }>(
      db,
      sql`select last_value::text as "lastValue", is_called as "isCalled" from ${sql.raw(name)}`,
    );
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

async function* readMembers(
  tx: postgres.TransactionSql,
  description: BackupDescription,
  secrets: BackupSecrets,
  rowsByTable: BackupRows,
): AsyncGenerator<Member> {
  yield jsonMember(descriptionName, description);
  yield jsonMember(secretsName, secrets);
  for (const table of description.tables) {
    let part = 0;
    for await (const content of readTable(tx, table)) {
      rowsByTable[table.name] = (rowsByTable[table.name] ?? 0) + countRows(content);
      yield { name: `tables/${table.name}/${String(++part).padStart(6, "0")}.copy`, content };
    }
  }
}

const jsonMember = (name: string, value: object): Member => ({ name, content: Buffer.from(`${JSON.stringify(value, null, 1)}\n`) });

/** Reads a table in PostgreSQL's text format, in pieces that end after a row. */
async function* readTable(tx: postgres.TransactionSql, target: BackupTable): AsyncGenerator<Buffer> {
  const { table, columns } = copyTarget(target);
  const filter = target.name === jobTable ? "where state < 'completed'" : "";
  const stream: Readable = await tx.unsafe(`copy (select ${columns} from ${table} ${filter}) to stdout`).readable();
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // PostgreSQL sends each row as one message.
    chunks.push(chunk);
    size += chunk.length;
    if (size < memberSize) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (chunks.length > 0) yield Buffer.concat(chunks);
}

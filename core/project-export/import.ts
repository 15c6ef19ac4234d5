import { getTableName, sql } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import { pendingStatuses } from "@/contract/enums";
import { BackupError } from "@/db/backup/archive";
import { dropIndexesAndForeignKeys, recreateIndexesAndForeignKeys } from "@/db/bulk-load";
import { createDatabase, type Database, openDatabase } from "@/db/client";
import { renewCodeKeys } from "@/db/code-keys";
import { migrate } from "@/db/migrate";
import { databaseError, isUnavailable, queryRows, quoteIdentifier } from "@/db/query";
import type { JobQueue } from "@/db/queue";
import { projects } from "@/db/schema";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";
import { recountWaitlist } from "../leads/waitlist";
import { findFirstProject } from "../projects/record";
import { queuePendingEmails } from "../sends/queue-pending";
import { statusList } from "../sends/record";
import { isMigrated } from "./export";
import { type ExportPart, lineError, readExport } from "./read-export";
import { type ExportedTable, exportedTables } from "./tables";

export type ImportResult = { rows: number; pendingEmails: number };

/** Tables that a new project has rows in, or that its owner may have. */
const tablesOfEmptyProject = ["projects", "staff", "events"];

/**
 * Imports an export into the first project of the database at `url`, which must be empty. Creates the tables and the project if they don't
 * exist. Everything is written in one transaction. Throws `BackupError` with a reason for the operator.
 */
export async function importProject(
  { url, file, openQueue }: { url: string; file: string; openQueue(): JobQueue },
  signal?: AbortSignal,
): Promise<ImportResult> {
  const { db, sql: client, close } = openDatabase(url, { max: 1, name: "gatehouse import", withoutTimeouts: true });
  let queue: JobQueue | undefined;
  try {
    const hasTables = await isMigrated(db);
    if (hasTables) await requireEmptyProject(db, await findFirstProject(db));
    let rows = 0;
    for await (const { lines } of readExport(file, { signal, taken: hasTables ? await getTakenIds(db) : new Set() })) rows += lines.length;
    if (!hasTables) await migrate(url);
    queue = openQueue();
    const ctx = { queue, actor: { kind: "system", id: null }, requestId: null } as const;
    const pendingEmails = await client.begin(async (tx) => {
      await tx.unsafe("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC'");
      return loadProject({ ...ctx, db: createDatabase(tx) }, file, signal);
    });
    for (const { name } of exportedTables) await client.unsafe(`analyze ${name}`);
    return { rows, pendingEmails };
  } finally {
    await queue?.close();
    await close();
  }
}

async function loadProject(ctx: Omit<Context, "projectId">, file: string, signal?: AbortSignal): Promise<number> {
  const { db } = ctx;
  const names = exportedTables.map(({ name }) => name);
  await db.execute(sql.raw(`lock table ${names.join(", ")} in access exclusive mode`));
  const projectId = (await findFirstProject(db)) ?? (await createProject(db));
  await requireEmptyProject(db, projectId);
  const definitions = await dropIndexesAndForeignKeys(db, names);
  const loaded = new Set<string>();
  const taken = await getTakenIds(db);
  for await (const part of readExport(file, { signal, taken })) {
    await loadLines(db, projectId, part, { start: 0, end: part.lines.length });
    for (const { name } of part.fields) loaded.add(`${part.table.name}.${name}`);
  }
  await db
    .transaction((tx) => recreateIndexesAndForeignKeys(tx, definitions))
    .catch((error) => explainOrphan(db, { projectId, file, error }));
  await refuseWrongCounts(db, { projectId, file, loaded });
  await renewCodeKeys(db);
  const inner: Context = { ...ctx, projectId };
  await recountWaitlist(db, projectId, { force: true });
  await db.execute(sql`delete from stats where project_id = ${projectId}`);
  // Until the owner resumes them, so that the old installation doesn't send the same emails.
  await db.execute(sql`update projects set paused = array_append(paused, 'email'), codes_expired_until = now() where id = ${projectId}`);
  await db.execute(sql`update sends s set is_finished = true where s.project_id = ${projectId} and not exists (
    select from deliveries d where d.project_id = s.project_id and d.send_id = s.id and d.status in (${statusList(pendingStatuses)}))`);
  const pendingEmails = await queuePendingEmails(inner);
  await recordEvent(inner, { kind: "project.imported", data: { pendingEmails } });
  return pendingEmails;
}

/** The IDs of people and keys, whose actions a file can't contain. */
async function getTakenIds(db: Database): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(db, sql`select id from staff union all select id from api_keys`);
  return new Set(rows.map(({ id }) => id));
}

async function createProject(db: Database): Promise<number> {
  const [project] = await db.insert(projects).values({ name: "Gatehouse" }).returning({ id: projects.id });
  if (!project) throw new Error("The project couldn't be created");
  return project.id;
}

async function requireEmptyProject(db: Database, projectId: number | null): Promise<void> {
  if (projectId === null) return;
  for (const { name } of exportedTables) {
    if (tablesOfEmptyProject.includes(name)) continue;
    const [row] = await queryRows<{ filled: boolean }>(
      db,
      sql.raw(`select exists (select from ${name} where project_id = ${projectId}) as filled`),
    );
    if (row?.filled)
      throw new BackupError(
        `The project is not empty (the table ${name} has rows). An export can only be imported into a new installation. Nothing was imported.`,
      );
  }
}

type Range = { start: number; end: number };

/** Loads a range of lines in one statement. If the database refuses it, halves the range until the line is found. */
async function loadLines(db: Database, projectId: number, part: ExportPart, { start, end }: Range): Promise<void> {
  const json = `[${part.lines.slice(start, end).join(",")}]`;
  try {
    await db.transaction((tx) => tx.run(loadStatement(part, projectId), [json]));
  } catch (error) {
    const problem = describeViolation(error);
    if (problem === null) throw error;
    if (end - start === 1) throw lineError(part.member, end, problem);
    const middle = Math.floor((start + end) / 2);
    await loadLines(db, projectId, part, { start, end: middle });
    await loadLines(db, projectId, part, { start: middle, end });
  }
}

function loadStatement({ table, fields }: ExportPart, projectId: number): string {
  const rows = `jsonb_to_recordset($1::jsonb) as r (${fields.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(", ")})`;
  if (table.table === projects)
    return `update projects set ${fields.map(({ name, column }) => `${quoteIdentifier(column)} = r.${quoteIdentifier(name)}`).join(", ")} from ${rows} where id = ${projectId}`;
  const added = Object.entries(table.inserted);
  const columns = ["project_id", ...fields.map(({ column }) => quoteIdentifier(column)), ...added.map(([column]) => column)];
  const values = [projectId, ...fields.map(({ name }) => `r.${quoteIdentifier(name)}`), ...added.map(([, value]) => value)];
  return `insert into ${table.name} (${columns.join(", ")}) select ${values.join(", ")} from ${rows}`;
}

/** Returns what is wrong with a row, without its values, or null if the database failed for another reason. */
function describeViolation(error: unknown): string | null {
  const { code = "", constraint_name: constraint, column_name: column } = databaseError(error) ?? {};
  if (code === "23505") return `there is another row with the same key (${constraint})`;
  if (code === "23502") return `${column} must not be missing`;
  if (code === "23514") return `it violates the rule ${constraint}`;
  return /^2[23]|^54/.test(code) && !isUnavailable(error) ? `the database doesn't accept a value (${code})` : null;
}

/** Throws an error that names the line of the row that violates a foreign key. */
async function explainOrphan(
  db: Database,
  { projectId, file, error }: { projectId: number; file: string; error: unknown },
): Promise<never> {
  const constraint = databaseError(error)?.constraint_name;
  for (const table of exportedTables) {
    const foreignKey = getTableConfig(table.table).foreignKeys.find((each) => each.getName() === constraint);
    if (!foreignKey) continue;
    const { columns, foreignColumns, foreignTable } = foreignKey.reference();
    const matches = columns.map(
      (column, index) => `f.${quoteIdentifier(foreignColumns[index]?.name ?? "")} = t.${quoteIdentifier(column.name)}`,
    );
    const where = [
      ...columns.map((column) => `t.${quoteIdentifier(column.name)} is not null`),
      `not exists (select from ${getTableName(foreignTable)} f where ${matches.join(" and ")})`,
    ];
    const problem = `it refers to a row of ${getTableName(foreignTable)} that isn't in the export (${constraint})`;
    await refuseRow(db, { projectId, file, table, where: where.join(" and "), problem });
  }
  throw error;
}

/** Throws an error that names the line of the first row that meets a condition, if there is one. */
async function refuseRow(
  db: Database,
  { projectId, file, table, where, problem }: { projectId: number; file: string; table: ExportedTable; where: string; problem: string },
): Promise<void> {
  const [row] = await queryRows<{ row_to_json: Record<string, unknown> }>(db, sql.raw(`${table.select(projectId, where)} limit 1`));
  if (!row) return;
  const { member, line } = await findLine(file, table, row.row_to_json);
  throw lineError(member, line, problem);
}

/** The fields with a count of other rows: their column, and the counts by the key of the row. */
const countFields = [
  { table: "codes", field: "claims", column: "claims", key: "key", counts: "select code_key as key, count(*) as count from claims" },
  { table: "batches", field: "codeCount", column: "code_count", key: "id", counts: "select batch_id as key, count(*) as count from codes" },
  {
    table: "batches",
    field: "totalAllowedClaims",
    column: "total_allowed_claims",
    key: "id",
    counts: "select batch_id as key, sum(allowed_claims) as count from codes",
  },
  { table: "leads", field: "hasClaimed", column: "has_claimed::int", key: "email", counts: "select email as key, 1 as count from claims" },
] as const;

/** Throws an error that names the line of a row whose count doesn't fit the rows that it counts. Older files can lack a field. */
async function refuseWrongCounts(
  db: Database,
  { projectId, file, loaded }: { projectId: number; file: string; loaded: ReadonlySet<string> },
): Promise<void> {
  for (const { table: name, field, column, key, counts } of countFields) {
    const table = exportedTables.find((each) => each.name === name);
    if (!table || !loaded.has(`${name}.${field}`)) continue;
    // One pass over both tables, which have no statistics yet.
    const where = `t.${key} in (select r.${key} from ${name} r left join (${counts} where project_id = ${projectId} group by 1) c on c.key = r.${key}
      where r.project_id = ${projectId} and r.${column} <> coalesce(c.count, 0))`;
    await refuseRow(db, { projectId, file, table, where, problem: `${field}: must fit the other rows of the export` });
  }
}

async function findLine(
  file: string,
  { name, key }: ExportedTable,
  row: Record<string, unknown>,
): Promise<{ member: string; line: number }> {
  for await (const { table, member, lines } of readExport(file)) {
    if (table.name !== name) continue;
    const index = lines.findIndex((line) => {
      const value = JSON.parse(line) as Record<string, unknown>;
      return key.every((field) => value[field] === row[field]);
    });
    if (index >= 0) return { member, line: index + 1 };
  }
  throw new Error(`The row of ${name} was not found again`);
}

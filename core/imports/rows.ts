import { type SQL, sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { importRows, imports } from "@/db/schema";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import type { Job, JobHandler } from "../jobs/handler";
import type { MergedChanges } from "../leads/merge-leads";
import { countRows, joinAnd } from "../sql";
import type { AddedSuppression } from "../suppressions/insert";
import type { RowLead } from "./row-lead";

// What the jobs of imports share. Their items are rows of the file.

export type ImportJobParams = { importId: string };

type ImportJob = Job<ImportJobParams>;

/** Counts and lists the rows of an import that meet `condition`, in the order of the file. */
export function rowItems(condition: SQL): Pick<JobHandler<ImportJobParams>, "total" | "list"> {
  const conditions = (ctx: Context, { params }: ImportJob) => [
    ...[sql`r.project_id = ${ctx.projectId}`, sql`r.import_id = ${params.importId}`],
    condition,
  ];
  return {
    total: (ctx, job) => countRows(ctx.db, sql`import_rows r`, conditions(ctx, job)),
    async list(ctx, job, { after, limit }) {
      const rows = await queryRows<RowOf<typeof importRows, "row">>(
        ctx.db,
        sql`select r.row from import_rows r where ${joinAnd([...conditions(ctx, job), sql`r.row > ${after ?? "0"}::int`])}
          order by r.project_id, r.import_id, r.row limit ${limit}`,
      );
      return rows.map(({ row }) => ({ id: String(row), position: String(row) }));
    },
  };
}

export type StoredRow = RowOf<typeof importRows, "row" | "cells" | "email" | "result" | "referral_code" | "unreadable"> & {
  lead: RowLead | null;
  changes: LeadChanges | null;
};

/** What an import changed in an existing lead. */
export type LeadChanges = MergedChanges & {
  /** The email of the referrer that was added. */
  referrer?: string;
  /** The suppression that was added. */
  suppression?: AddedSuppression;
};

/** What an import of suppressions changed: it added one, or replaced the reason of one. */
export type SuppressionChanges = { suppression: AddedSuppression; previousReason?: AddedSuppression["reason"] };

/** The condition that a row has one of `numbers`. As an array, the index finds them in one pass. */
const isOneOf = (numbers: readonly (string | number)[]): SQL => sql`r.row = any(${`{${numbers.join(",")}}`}::int[])`;

/** Reads columns of rows by their numbers. */
export const readRows = <Column extends keyof StoredRow>(
  ctx: Context,
  { params }: ImportJob,
  numbers: readonly string[],
  columns: readonly Column[],
  condition: SQL = sql`true`,
): Promise<Pick<StoredRow, Column>[]> =>
  queryRows<Pick<StoredRow, Column>>(
    ctx.db,
    sql`select ${sql.join(columns.map(sql.identifier), sql`, `)} from import_rows r
      where r.project_id = ${ctx.projectId} and r.import_id = ${params.importId} and ${isOneOf(numbers)} and ${condition} order by r.row`,
  );

const savedValue = sql`(v.rows -> r.row::text)`;
/** A part of the value that `saveRows` saves in a row, as a text. */
export const savedText = (name: string): SQL => sql`${savedValue} ->> ${sql.raw(`'${name}'`)}`;
/** The same as JSON. */
export const savedJson = (name: string): SQL => sql`nullif(${savedValue} -> ${sql.raw(`'${name}'`)}, 'null')`;

/**
 * Saves values in rows by their numbers: `changes` are columns with `savedText` and `savedJson`. Each row looks up its own in one object: without
 * statistics, as in a file that was just uploaded, a join with a list would compare each row with each.
 */
export async function saveRows<Value extends { row: number }>(
  { db, projectId }: Context,
  { params }: ImportJob,
  values: readonly Value[],
  changes: SQL,
  condition: SQL = sql`true`,
): Promise<void> {
  if (values.length === 0) return;
  const byNumber = Object.fromEntries(values.map(({ row, ...value }) => [row, value]));
  await db.execute(
    sql`update import_rows r set ${changes} from (select ${JSON.stringify(byNumber)}::jsonb as rows) as v
      where r.project_id = ${projectId} and r.import_id = ${params.importId} and ${isOneOf(values.map(({ row }) => row))} and ${condition}`,
  );
}

/** Returns the numbers of those rows that still have an email: deleting a lead empties their rows. */
export async function listFilledRows(ctx: Context, { params }: ImportJob, numbers: readonly number[]): Promise<ReadonlySet<number>> {
  if (numbers.length === 0) return new Set();
  const rows = await queryRows<RowOf<typeof importRows, "row">>(
    ctx.db,
    sql`select r.row from import_rows r where r.project_id = ${ctx.projectId} and r.import_id = ${params.importId} and r.email is not null
      and ${isOneOf(numbers)}`,
  );
  return new Set(rows.map(({ row }) => row));
}

/** Returns the import of a job. */
export async function readImport({ db, projectId }: Context, { params }: ImportJob): Promise<RowOf<typeof imports>> {
  const [row] = await queryRows<RowOf<typeof imports>>(
    db,
    sql`select * from imports where project_id = ${projectId} and id = ${params.importId}`,
  );
  if (!row) throw new ApiError("import_not_found");
  return row;
}

/** What running an import did with a row. */
export type RowResult = {
  row: number;
  result: "created" | "updated" | "skipped";
  referral_code?: string;
  changes?: LeadChanges | SuppressionChanges;
};

/** A row to import. */
export type ImportableRow = { row: number; email: string; lead: RowLead };

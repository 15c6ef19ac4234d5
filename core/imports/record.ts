import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { importQuestions, isConsentField } from "@/contract/import-questions";
import type { ImportSettings } from "@/contract/import-settings";
import { type ImportKind, type ImportStatus, ignoredColumn } from "@/contract/import-values";
import type { ImportRecord, ImportRow, listImportRowsEndpoint, listImportsEndpoint, RowProblem } from "@/contract/imports";
import type { Question } from "@/contract/questions";
import { queryRows, type RowOf } from "@/db/query";
import type { backgroundJobs, importRows, imports } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { getQuestions } from "../projects/record";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countQuery, joinAnd, selectActorName } from "../sql";
import { unmarkFormula } from "../table-files/cells";
import { findCutOff, summarizeColumns } from "./column-summaries";
import { suggestMapping } from "./detect-mapping";
import { detectPreset } from "./detect-preset";
import { summarizeFileConsent } from "./file-consent";
import { summarizeSuppressions } from "./suppression-columns";

type StoredImport = RowOf<typeof imports> & {
  actor_name: string | null;
  job_status: RowOf<typeof backgroundJobs>["status"] | null;
  job_processed: number | null;
  job_error: { message: string } | null;
};

const importColumns: SQL = sql`i.*, ${selectActorName(sql`i`)} as actor_name, j.status as job_status, j.processed as job_processed, j.error as job_error`;
const fromImports: SQL = sql`imports i left join background_jobs j on j.project_id = i.project_id and j.id = i.job_id`;

const stepStatuses: readonly ImportStatus[] = ["checking", "running", "undoing"];

/** The status: of the job, if it stopped before the end of the step. A job can be canceled in the list of jobs, and is deleted after a month. */
function importStatus({ status, job_status: job }: StoredImport): ImportStatus {
  if (!stepStatuses.includes(status) || job === "queued" || job === "running") return status;
  if (job === "failed") return status === "checking" ? "uploaded" : "failed";
  return status === "checking" ? "uploaded" : status === "running" ? "paused" : "canceled";
}

function importProgress(row: StoredImport): ImportRecord["progress"] {
  const { counts, status } = row;
  const done = row.created_count + row.updated_count + row.skipped_count;
  if (status === "uploaded" || status === "checking")
    return { processed: status === "checking" ? (row.job_processed ?? 0) : 0, total: row.row_count };
  if (status === "checked") return { processed: row.row_count, total: row.row_count };
  if (status === "undoing" || status === "undone")
    return { processed: row.undone_count + row.kept_count, total: row.created_count + row.updated_count };
  return { processed: done, total: (counts?.new ?? 0) + (counts?.existing ?? 0) };
}

/** The statuses in which the mapping can change. */
const mappableStatuses: readonly ImportStatus[] = ["uploaded", "checking", "checked"];

function importRecord(row: StoredImport, questions: readonly Question[], remembered: Readonly<Record<string, string>>): ImportRecord {
  const status = importStatus(row);
  const summaries = summarizeColumns(row);
  const suggestedMapping = suggestMapping(row.columns, { kind: row.kind, summaries, questions, remembered });
  const preset = detectPreset(row.columns, row.kind);
  const suppressions = summarizeSuppressions(row, preset);
  const fileConsent = summarizeFileConsent(row, preset);
  const isMappable = mappableStatuses.includes(status);
  const cutOff = findCutOff(row);
  return {
    id: row.id,
    kind: row.kind,
    status,
    fileName: row.file_name,
    format: row.format,
    encoding: row.encoding,
    delimiter: row.delimiter,
    sheet: row.sheet,
    // Earlier versions read the headers from the first row.
    headerRow: row.header_row === 0 ? null : (row.header_row ?? 1),
    columns: row.columns,
    rowCount: row.row_count,
    product: preset.product,
    suggestedMapping,
    columnSummaries: isMappable ? summaries : [],
    fileConsent,
    cutOff,
    suppressions,
    questions: isMappable
      ? importQuestions(summaries, row.settings?.mapping ?? suggestedMapping, {
          rowCount: row.row_count,
          suppressions,
          fileConsent,
          cutOff,
        })
      : [],
    // Earlier versions didn't save tags and answers, nor count suppressions.
    settings: row.settings && { ...row.settings, ...completeSettings(row.settings) },
    counts: row.counts && {
      ...row.counts,
      suppressed: row.counts.suppressed ?? 0,
      omittedDates: row.counts.omittedDates ?? 0,
      replacedReferralCodes: row.counts.replacedReferralCodes ?? 0,
      missingReferrers: row.counts.missingReferrers ?? 0,
      warnings: row.counts.warnings ?? 0,
      suspicious: row.counts.suspicious ?? 0,
      overtaken: row.counts.overtaken ?? 0,
      overtaking: row.counts.overtaking ?? 0,
      firstOvertaken: row.counts.firstOvertaken ?? 0,
    },
    progress: importProgress(row),
    result: {
      created: row.created_count,
      updated: row.updated_count,
      skipped: row.skipped_count,
      undone: row.undone_count,
      kept: row.kept_count,
    },
    error: row.job_status === "failed" ? (row.job_error?.message ?? null) : null,
    jobId: row.job_id,
    actor: { kind: row.actor_kind, name: row.actor_name },
    createdAt: isoTimestamp(row.created_at),
  };
}

/** Earlier versions didn't save tags and answers, and ordered the waitlist by dates. */
const completeSettings = ({ tags = [], answers = {}, waitlistOrder = "date" }: Partial<ImportSettings>) => ({
  tags,
  answers,
  waitlistOrder,
});

/** How many of the last imports are searched for what was chosen for a header. */
const rememberedImports = 20;

/**
 * What was chosen for each header in the last imports that ran. Not who must not be emailed: a column with the same header in another file can say
 * something else.
 */
async function listRememberedFields({ db, projectId }: Context, kind: ImportKind): Promise<Record<string, string>> {
  const rows = await queryRows<RowOf<typeof imports, "columns" | "settings">>(
    db,
    sql`select columns, settings from imports where project_id = ${projectId} and kind = ${kind} and settings is not null and started_at is not null order by project_id desc, id desc limit ${rememberedImports}`,
  );
  // Headers such as `constructor` are names of properties that every object has.
  const fields = new Map<string, string>();
  for (const { columns, settings } of rows.reverse()) {
    const mapping = new Map(Object.entries(settings?.mapping ?? {}));
    for (const column of columns) {
      const field = mapping.get(column) ?? ignoredColumn;
      if (!isConsentField(field)) fields.set(column, field);
    }
  }
  return Object.fromEntries(fields);
}

/** Returns a function that turns rows into records. */
async function recordBuilder(ctx: Context): Promise<(row: StoredImport) => ImportRecord> {
  const questions = await getQuestions(ctx);
  const remembered = { leads: await listRememberedFields(ctx, "leads"), suppressions: await listRememberedFields(ctx, "suppressions") };
  return (row) => importRecord(row, questions, remembered[row.kind]);
}

const newestFirst: ListOrder = { columns: [{ expression: sql`i.id`, type: "uuid" }], descending: true };

/** Lists imports, newest first. */
export async function listImports(
  ctx: Context,
  query: z.output<NonNullable<typeof listImportsEndpoint.query>>,
): Promise<ListResult<ImportRecord>> {
  const toRecord = await recordBuilder(ctx);
  const filters = [sql`i.project_id = ${ctx.projectId}`, ...(query.kind ? [sql`i.kind = ${query.kind}`] : [])];
  return paginate<StoredImport, ImportRecord>(ctx, query, {
    order: "imports",
    rows: (after, limit) =>
      sql`select ${importColumns} from ${fromImports} where ${joinAnd([...filters, ...afterCursor(newestFirst, after)])}
        order by ${orderBy(newestFirst)} limit ${limit}`,
    cursor: (row) => [row.id],
    toRecord,
    count: (max) => countQuery(sql`imports i`, filters, max),
  });
}

/** Returns an import. Throws `import_not_found`. */
export async function getImport(ctx: Context, id: string): Promise<ImportRecord> {
  const [row] = await queryRows<StoredImport>(
    ctx.db,
    sql`select ${importColumns} from ${fromImports} where i.project_id = ${ctx.projectId} and i.id = ${id}`,
  );
  if (!row) throw new ApiError("import_not_found");
  return (await recordBuilder(ctx))(row);
}

type RowRecord = RowOf<typeof importRows, "row" | "email" | "outcome" | "problem" | "result" | "cells"> & {
  warnings: RowProblem[] | null;
};

const fileOrder: ListOrder = { columns: [{ expression: sql`r.row`, type: "int" }], descending: false };

/** Lists the rows of an import in the order of the file, also as a file with the columns of the import. Throws `import_not_found`. */
export async function listImportRows(
  ctx: Context,
  id: string,
  query: z.output<NonNullable<typeof listImportRowsEndpoint.query>>,
): Promise<ListResult<ImportRow>> {
  const { columns, fileName } = await getImport(ctx, id);
  const filters = [sql`r.project_id = ${ctx.projectId}`, sql`r.import_id = ${id}`];
  if (query.outcome === "refused") filters.push(sql`r.outcome in ('invalid', 'duplicate')`);
  else if (query.outcome === "warnings") filters.push(sql`r.outcome in ('new', 'existing') and r.problem is not null`);
  else if (query.outcome) filters.push(sql`r.outcome = ${query.outcome}`);
  const list = await paginate<RowRecord, ImportRow>(
    ctx,
    { ...query, id },
    {
      order: "import_rows",
      rows: (after, limit) =>
        sql`select r.row, case when r.outcome <> 'invalid' then r.email end as email, r.outcome, r.problem, r.lead -> 'warnings' as warnings, r.result, r.cells from import_rows r
        where ${joinAnd([...filters, ...afterCursor(fileOrder, after)])} order by ${orderBy(fileOrder)} limit ${limit}`,
      cursor: ({ row }) => [String(row)],
      toRecord: ({ row, email, outcome, problem, warnings, result, cells }) => ({
        row,
        email,
        outcome,
        problem,
        warnings: warnings ?? [],
        result,
        cells,
      }),
      count: (max) => countQuery(sql`import_rows r`, filters, max),
    },
  );
  return {
    ...list,
    fileName: [`${query.outcome ?? "import"}-rows`, fileName.replace(/\.[a-z]{1,4}$/i, "")].filter(Boolean).join("-"),
    // The cells as the import reads them, so that importing the file of rows reads them alike.
    addedColumns: columns.map((title, index) => ({
      name: `cells.${index}`,
      title,
      cell: ({ cells }: ImportRow) => unmarkFormula(cells[index] ?? ""),
    })),
  };
}

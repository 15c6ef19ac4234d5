import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { fileConsentId, importQuestions, openQuestions } from "@/contract/import-questions";
import type { ImportQuestion, ImportSettings } from "@/contract/import-settings";
import { consentFields, type ImportKind, type ImportStatus, ignoredColumn, leadFields, suppressionFields } from "@/contract/import-values";
import type { checkImportEndpoint, ImportRecord } from "@/contract/imports";
import { importRowDays } from "@/contract/limits";
import { queryRows, type RowOf } from "@/db/query";
import { backgroundJobs, type imports } from "@/db/schema";
import { countOf } from "@/lib/plural";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import type { JobHandler } from "../jobs/handler";
import { cancelJob } from "../jobs/jobs";
import { startJob } from "../jobs/start";
import { lock } from "../locks";
import { getQuestions } from "../projects/record";
import { checkHandler } from "./check";
import { findCutOff, summarizeColumns } from "./column-summaries";
import { detectPreset } from "./detect-preset";
import { summarizeFileConsent } from "./file-consent";
import { getImport } from "./record";
import type { ImportJobParams } from "./rows";
import { runHandler } from "./run";
import { summarizeSuppressions } from "./suppression-columns";
import { undoHandler } from "./undo";

type CheckInput = z.output<NonNullable<typeof checkImportEndpoint.body>>;

/** Checks the rows with a mapping, as a job. Throws `import_not_found`, `import_not_ready`, and `invalid_input` for unknown columns and questions. */
export function checkImport(ctx: Context, id: string, input: CheckInput): Promise<ImportRecord> {
  return inStep(ctx, id, async (inner) => {
    const { columns, ...stored } = await lockImport(inner, id, ["uploaded", "checked"]);
    if (stored.column_stats === null)
      throw new ApiError("import_not_ready", { message: "This file was uploaded to an earlier version. Upload it again." });
    const questions = await getQuestions(inner);
    const problems: [string, string[]][] = [];
    for (const [column, field] of Object.entries(input.mapping)) {
      const isUnknown = field.startsWith("field:") && !questions.some(({ key }) => field === `field:${key}`);
      if (!columns.includes(column)) problems.push([`mapping.${column}`, ["is not a column of the file"]]);
      else if (!isFieldOf(stored.kind, field))
        problems.push([`mapping.${column}`, [`can't be imported as ${field} in a file of ${stored.kind}`]]);
      else if (isUnknown) problems.push([`mapping.${column}`, ["is not the key of a question"]]);
    }
    const preset = detectPreset(columns, stored.kind);
    const suppressions = summarizeSuppressions({ columns, ...stored }, preset);
    const fileQuestions = importQuestions(summarizeColumns({ columns, ...stored }), input.mapping, {
      rowCount: stored.row_count,
      suppressions,
      fileConsent: summarizeFileConsent({ columns, ...stored }, preset),
      cutOff: findCutOff(stored),
    });
    const answers = completeAnswers(fileQuestions, input);
    const open = openQuestions(fileQuestions, answers);
    problems.push(...open.map((question): [string, string[]] => [`answers.${question.id}`, [describeQuestion(question)]]));
    if (problems.length > 0) throw new ApiError("invalid_input", { fields: Object.fromEntries(problems) });
    const settings: ImportSettings = {
      mapping: input.mapping,
      existing: input.existing ?? "skip",
      waitlist: input.waitlist ?? "column",
      waitlistOrder: input.waitlistOrder ?? "end",
      consent: (input.consent ?? "").trim(),
      dates: input.dates ?? null,
      tags: input.tags ?? [],
      answers,
    };
    await inner.db.execute(
      sql`update imports set settings = ${JSON.stringify(settings)}::jsonb, counts = null where project_id = ${ctx.projectId} and id = ${id}`,
    );
    return startStep(inner, id, "checking", "import.check", checkHandler);
  });
}

/** Whether a column of a file of this kind can be imported as a field. */
function isFieldOf(kind: ImportKind, field: string): boolean {
  const fields: readonly string[] = kind === "leads" ? leadFields : suppressionFields;
  return fields.includes(field) || field === ignoredColumn || (kind === "leads" && field.startsWith("field:"));
}

/** The answers, with the order of dates for all columns that have none of their own, and the suggested reasons. What isn't asked about the file doesn't apply to its rows. */
const completeAnswers = (questions: readonly ImportQuestion[], { answers = {}, dates }: CheckInput): Record<string, string> => ({
  ...Object.fromEntries(
    questions.flatMap(({ id, kind, suggestion }) =>
      kind === "date_order" && dates
        ? [[id, dates]]
        : (kind === "missing_reason" || kind === "file_consent") && suggestion !== null
          ? [[id, suggestion]]
          : [],
    ),
  ),
  ...Object.fromEntries(Object.entries(answers).filter(([id]) => id !== fileConsentId || questions.some((question) => question.id === id))),
});

/** Names the column and the values of a question without an answer. */
function describeQuestion({ kind, column, value, rows, options }: ImportQuestion): string {
  const count = countOf(rows, "row");
  const text = value === "" ? "An empty cell" : `“${value}”`;
  const answers = `Answer with ${new Intl.ListFormat("en", { type: "disjunction" }).format(options)}`;
  if (kind === "value_meaning") return `${text} in the column “${column}” (${count}) has to be explained. ${answers}.`;
  if (kind === "date_order") return `The dates in the column “${column}” can be read in two ways (${count}). ${answers}.`;
  if (kind === "unreadable_dates")
    return `The column “${column}” has values that can't be read as dates (${count}). To import these rows without the date, answer with ignore; to refuse them, with skip.`;
  if (kind === "missing_reason") return `${count} without a reason why these people are suppressed. ${answers}.`;
  if (kind === "cut_off")
    return "The file ends in the middle of its last row, so it seems to be incomplete. Upload all of it. To import the rows before, answer with skip; to import the last row as it is too, with ignore.";
  if (kind === "allowlist")
    return "The file looks like a list of people who can be emailed. If they must not be emailed, answer with confirm.";
  if (kind === "file_consent")
    return `The file looks like a list of people who must not be emailed, and ${count} don't say so themselves. Answer with the reason: unsubscribed, bounced or complained. If they can be emailed, answer with ignore. To add them to your suppressions without leads, upload the file with kind=suppressions.`;
  if (kind === "unused_columns")
    return `Columns with dates or emails aren't imported: ${column}. Import them as a field. If you don't need them, answer with ignore.`;
  if (kind === "opposite_sense")
    return `The column “${column}” seems to mean the opposite of the field that it's imported as. Choose the other one. If it's right, answer with confirm.`;
  return `The column “${column}” seems to say who must not be emailed (${count}). Import it as ${consentFields.join(", ")}. If it says nothing about emails, answer with ignore.`;
}

/** Runs a checked import, or continues one that stopped, as a job. Throws `import_not_found` and `import_not_ready`. */
export function runImport(ctx: Context, id: string): Promise<ImportRecord> {
  return inStep(ctx, id, async (inner) => {
    const { counts } = await lockImport(inner, id, ["checked", "paused", "canceled", "failed"]);
    if (counts === null) throw new ApiError("import_not_ready", { message: nextSteps.uploaded ?? "" });
    await inner.db.execute(
      sql`update imports set started_at = coalesce(started_at, now()), column_stats = null where project_id = ${ctx.projectId} and id = ${id}`,
    );
    return startStep(inner, id, "running", "import.run", runHandler);
  });
}

/** Removes what an import added, as a job. Throws `import_not_found` and `import_not_ready`. */
export function undoImport(ctx: Context, id: string): Promise<ImportRecord> {
  return inStep(ctx, id, async (inner) => {
    await lockImport(inner, id, ["completed", "paused", "canceled", "failed"]);
    const [row] = await queryRows(inner.db, sql`select from import_rows where project_id = ${ctx.projectId} and import_id = ${id} limit 1`);
    if (!row)
      throw new ApiError("import_not_ready", { message: `This import is older than ${importRowDays} days, so it can't be undone.` });
    return startStep(inner, id, "undoing", "import.undo", undoHandler);
  });
}

/** Stops a running import, which can continue. Throws `import_not_found` and `import_not_ready`. */
export const pauseImport = (ctx: Context, id: string): Promise<ImportRecord> => stopImport(ctx, id, "paused", ["running"]);

/** Stops an import that hasn't ended. Throws `import_not_found` and `import_not_ready`. */
export const cancelImport = (ctx: Context, id: string): Promise<ImportRecord> =>
  stopImport(ctx, id, "canceled", ["uploaded", "checking", "checked", "running", "paused", "failed", "undoing"]);

async function stopImport(ctx: Context, id: string, status: "paused" | "canceled", from: readonly ImportStatus[]): Promise<ImportRecord> {
  return inStep(ctx, id, async (inner) => {
    const { job_id: jobId } = await findImport(inner, id);
    // Before the import is locked, which a chunk in progress updates.
    if (jobId !== null && (await hasJob(inner, jobId))) await cancelJob(inner, jobId);
    await lockImport(inner, id, [...from, "paused", "canceled"]);
    await inner.db.execute(
      sql`update imports set status = ${status}, column_stats = null, updated_at = now() where project_id = ${ctx.projectId} and id = ${id}`,
    );
    return getImport(inner, id);
  });
}

/** Runs a transaction that starts or stops a step. Others wait, so that none stops a job that another has just replaced. */
const inStep = (ctx: Context, id: string, callback: (inner: Context) => Promise<ImportRecord>): Promise<ImportRecord> =>
  inTransaction(ctx, async (inner) => {
    await lock(inner.db, "import", ctx.projectId, id);
    return callback(inner);
  });

type FoundImport = RowOf<typeof imports, "kind" | "file_name" | "format" | "columns" | "column_stats" | "row_count" | "counts" | "job_id">;

async function findImport({ db, projectId }: Context, id: string, forUpdate = false): Promise<FoundImport> {
  const [row] = await queryRows<FoundImport>(
    db,
    sql`select kind, file_name, format, columns, column_stats, row_count, counts, job_id from imports where project_id = ${projectId} and id = ${id} ${forUpdate ? sql`for no key update` : sql``}`,
  );
  if (!row) throw new ApiError("import_not_found");
  return row;
}

async function hasJob({ db, projectId }: Context, id: string): Promise<boolean> {
  const [job] = await db
    .select({ id: backgroundJobs.id })
    .from(backgroundJobs)
    .where(and(eq(backgroundJobs.projectId, projectId), eq(backgroundJobs.id, id)));
  return job !== undefined;
}

/** What to do with an import for which a step came too early or too late. */
const nextSteps: Readonly<Partial<Record<ImportStatus, string>>> = {
  uploaded: "Check the file first: POST /imports/:id/check with the mapping and the answers to its questions.",
  checking: "Wait until its status is checked.",
  checked: "Run it first: POST /imports/:id/run.",
  running: "Wait until it has ended, or stop it: POST /imports/:id/pause or /cancel.",
  undoing: "Wait until its status is undone.",
  completed: "To import the file again, upload it again.",
  undone: "To import the file again, upload it again.",
};

/** Locks an import that must have one of these statuses, so that no two steps start at once. */
async function lockImport(ctx: Context, id: string, statuses: readonly ImportStatus[]): Promise<FoundImport> {
  const row = await findImport(ctx, id, true);
  const { status } = await getImport(ctx, id);
  if (!statuses.includes(status))
    throw new ApiError("import_not_ready", {
      message: [`This isn't possible: the import is ${status}.`, nextSteps[status]].filter(Boolean).join(" "),
    });
  return row;
}

async function startStep(
  ctx: Context,
  id: string,
  status: "checking" | "running" | "undoing",
  kind: "import.check" | "import.run" | "import.undo",
  handler: JobHandler<ImportJobParams>,
): Promise<ImportRecord> {
  const { db, projectId } = ctx;
  await db.execute(sql`update imports set status = ${status}, updated_at = now() where project_id = ${projectId} and id = ${id}`);
  const job = await startJob(ctx, handler, { kind, params: { importId: id } });
  await db.execute(sql`update imports set job_id = ${job.id}::uuid where project_id = ${projectId} and id = ${id}`);
  return getImport(ctx, id);
}

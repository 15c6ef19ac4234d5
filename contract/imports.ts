import * as z from "zod";
import { endpoint, listQuery } from "./endpoint";
import { actorKinds } from "./enums";
import { type CsvExport, csvFormat } from "./export-columns";
import { Id, oneOf, Timestamp } from "./fields";
import {
  CutOff,
  FileConsent,
  ImportColumnSummary,
  ImportQuestion,
  ImportSettings,
  ImportSettingsInput,
  SuppressionList,
} from "./import-settings";
import { importFormats, importKinds, importLimits, importRowOutcomes, importRowResults, importStatuses } from "./import-values";
import { importRowDays } from "./limits";
import { tableFileOptions } from "./table-files";

const tag = "Imports";

const ImportCounts = z.object({
  new: z.number().int(),
  existing: z.number().int().meta({ description: "Rows whose lead exists, or of suppressions, whose email is suppressed already." }),
  duplicate: z.number().int().meta({ description: "Rows with the email of an earlier row. They aren't imported." }),
  invalid: z.number().int().meta({ description: "Rows that can't be imported." }),
  suppressed: z
    .number()
    .int()
    .meta({ description: "Rows whose lead unsubscribed, bounced or complained. They're imported with a suppression. 0 for suppressions." }),
  omittedDates: z.number().int().meta({ description: "Rows that are imported without a date, because it can't be read." }),
  replacedReferralCodes: z
    .number()
    .int()
    .meta({ description: "Rows whose referral code has another form, or is that of another lead. They get a new one." }),
  missingReferrers: z
    .number()
    .int()
    .meta({ description: "New leads whose referrer is neither a lead nor in the file. Known when the import has ended." }),
  warnings: z.number().int().meta({ description: "Rows that are imported, and have `warnings`." }),
  suspicious: z
    .number()
    .int()
    .meta({ description: "Rows whose email is on the block list or from a disposable provider. They're imported, and have a warning." }),
  overtaken: z.number().int().meta({ description: "People who wait now and will have new leads of the file ahead of them." }),
  overtaking: z.number().int().meta({ description: "New leads of the file that will be ahead of someone who waits now." }),
  firstOvertaken: z
    .number()
    .int()
    .meta({ description: "The position of the first one who is overtaken. Everyone from there on moves back. 0 if no one is." }),
});
export type ImportCounts = z.output<typeof ImportCounts>;

export const ImportRecord = z
  .object({
    id: Id,
    status: z.enum(importStatuses).meta({
      description:
        "`uploaded`: waits for the mapping. `checking`, `running` and `undoing`: in progress. `checked`: ready to run. `paused`, `canceled` and `failed`: stopped; leads that were imported are kept. `completed`. `undone`.",
    }),
    kind: z.enum(importKinds).meta({ description: "Whether the file has leads or suppressions." }),
    fileName: z.string(),
    format: z.enum(importFormats),
    encoding: z.string().nullable().meta({ description: "The encoding of a text file." }),
    delimiter: z.string().nullable().meta({ description: "The separator of a text file." }),
    sheet: z.string().nullable().meta({ description: "The sheet of an Excel file." }),
    headerRow: z.number().int().nullable().meta({ description: "The row with the headers, from 1. `null` if the file has none." }),
    columns: z.array(z.string()).meta({ description: "The headers of the file." }),
    rowCount: z.number().int(),
    product: z
      .string()
      .nullable()
      .meta({ description: "The product whose export the file looks like, such as `HubSpot`. `null` if unknown." }),
    suggestedMapping: z
      .record(z.string(), z.string())
      .meta({ description: "What the columns seem to hold, or what you chose the last time for columns with these headers." }),
    columnSummaries: z.array(ImportColumnSummary).meta({ description: "What the values of each column are. Empty once the import runs." }),
    fileConsent: FileConsent.nullable().meta({
      description: "Why all people of a file of leads must not be emailed, by its name or columns. `null` if these don't say so.",
    }),
    cutOff: CutOff.nullable().meta({
      description:
        "The last row, if the file ends in the middle of it: the upload or the export was incomplete. `null` for other files, and once the import runs.",
    }),
    suppressions: SuppressionList.nullable().meta({ description: "What a list of suppressions says as a whole. `null` for leads." }),
    questions: z.array(ImportQuestion).meta({
      description:
        "What has to be answered before the check, for the mapping of the last check or else the suggested one. Empty once the import runs.",
    }),
    settings: ImportSettings.nullable().meta({ description: "What was chosen for the last check. `null` before it." }),
    counts: ImportCounts.nullable().meta({ description: "What the check found. `null` until it has ended." }),
    progress: z
      .object({ processed: z.number().int(), total: z.number().int() })
      .meta({ description: "How many rows the current or last step has processed." }),
    result: z
      .object({
        created: z.number().int(),
        updated: z.number().int(),
        skipped: z.number().int().meta({ description: "Leads that existed and needed no change." }),
        undone: z.number().int().meta({ description: "Leads that *Undo import* deleted, or changed back." }),
        kept: z
          .number()
          .int()
          .meta({ description: "Leads that *Undo import* kept, because they have claimed a code or were changed or deleted since." }),
      })
      .meta({ description: "What was done so far." }),
    error: z.string().nullable().meta({ description: "Why the import failed. `null` unless it did." }),
    jobId: Id.nullable().meta({ description: "The background job of the current or last step. `null` before the first check." }),
    actor: z.object({ kind: z.enum(actorKinds), name: z.string().nullable() }),
    createdAt: Timestamp,
  })
  .meta({ id: "Import" });
export type ImportRecord = z.output<typeof ImportRecord>;

/** What an upload returns besides the import: how else its file could be read. */
const UploadedImport = ImportRecord.extend({
  encodings: z
    .array(z.object({ encoding: z.string(), samples: z.array(z.string()) }))
    .meta({ description: "The encodings that a text file can have, the likeliest first, with values of the file as they would be read." }),
  sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean() })).meta({ description: "The sheets of an Excel file." }),
}).meta({ id: "UploadedImport" });
export type UploadedImport = z.output<typeof UploadedImport>;

const RowProblem = z.object({
  column: z.string(),
  value: z.string(),
  reason: z.string(),
});
export type RowProblem = z.output<typeof RowProblem>;

export const ImportRow = z.object({
  row: z.number().int().meta({ description: "The row in the file, from 1." }),
  email: z.string().nullable(),
  outcome: z.enum(importRowOutcomes).nullable().meta({ description: "`null` until the row was checked." }),
  problem: RowProblem.nullable().meta({
    description:
      "Why the row can't be imported, with the column and the beginning of its value. Of rows that can be imported, the first of `warnings`.",
  }),
  warnings: z.array(RowProblem).meta({
    description:
      "The cells that were left out or cleaned, such as a date that can't be read or a line break in a name, and why the email is suspicious. All else in the row is imported.",
  }),
  result: z.enum(importRowResults).nullable().meta({ description: "`null` until the row was imported." }),
  cells: z.array(z.string()).meta({ description: "The cells, in the order of the columns." }),
});
export type ImportRow = z.output<typeof ImportRow>;

/** The dates of a column that has none. */
const noDates = {
  dateOrder: null,
  orderedDates: 0,
  dateSamples: [],
  unreadableDates: { month_first: 0, day_first: 0, year_first: 0 },
};

export const exampleImport: ImportRecord = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
  kind: "leads",
  status: "checked",
  fileName: "subscribers.csv",
  format: "csv",
  encoding: "UTF-8",
  delimiter: ",",
  sheet: null,
  headerRow: 1,
  columns: ["Email Address", "First Name"],
  rowCount: 500,
  product: "Mailchimp",
  suggestedMapping: { "Email Address": "email", "First Name": "firstname" },
  columnSummaries: [
    {
      column: "Email Address",
      filled: 500,
      emails: 499,
      numbers: 0,
      dates: 0,
      values: [],
      otherRows: 500,
      consent: null,
      looksLike: "email",
      ...noDates,
    },
    {
      column: "First Name",
      filled: 471,
      emails: 0,
      numbers: 0,
      dates: 0,
      values: [],
      otherRows: 471,
      consent: null,
      looksLike: null,
      ...noDates,
    },
  ],
  fileConsent: null,
  cutOff: null,
  suppressions: null,
  questions: [],
  settings: {
    mapping: { "Email Address": "email", "First Name": "firstname" },
    existing: "skip",
    waitlist: "all",
    consent: "Newsletter form on example.org",
    dates: null,
    waitlistOrder: "end",
    tags: ["newsletter"],
    answers: {},
  },
  counts: {
    new: 480,
    existing: 12,
    duplicate: 5,
    invalid: 3,
    suppressed: 9,
    omittedDates: 0,
    replacedReferralCodes: 0,
    missingReferrers: 0,
    warnings: 0,
    suspicious: 0,
    overtaken: 0,
    overtaking: 0,
    firstOvertaken: 0,
  },
  progress: { processed: 500, total: 500 },
  result: { created: 0, updated: 0, skipped: 0, undone: 0, kept: 0 },
  error: null,
  jobId: "019aa6c5-9a01-7c11-8d20-3b6f1d2e4c55",
  actor: { kind: "staff", name: "Grace Hopper" },
  createdAt: "2026-11-21T12:00:00.000Z",
};

const Kind = oneOf(importKinds);

const idParams = z.strictObject({ id: Id });
const exampleParams = { id: exampleImport.id };
const fileName = z
  .string()
  .max(200, "must be at most 200 characters")
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "must not contain control characters or invalid Unicode");

export const uploadImportEndpoint = endpoint({
  method: "POST",
  path: "/imports",
  tag,
  summary: "Upload a file of leads or suppressions",
  description: `With \`kind=suppressions\`, the rows are emails that are never emailed, such as the suppression list of another provider. Takes a CSV, TSV or Excel (\`.xlsx\`) file of at most ${importLimits.bytes / 2 ** 20} MB, ${importLimits.rows.toLocaleString("en-US")} rows and ${importLimits.columns} columns as the request body. The encoding, the separator, the sheet and the row with the headers are detected, unless you state them. The reply lists the encodings and sheets to choose from: to read the file differently, upload it again with your choice. Formulas are read as their saved values and never evaluated. No lead changes until you check and run the import. Uploaded rows are deleted after ${importRowDays} days. Doesn't take an \`Idempotency-Key\`: an upload that you repeat is another import, which changes nothing unless you run it.`,
  access: ["secret_key", "member"],
  query: z.strictObject({
    name: fileName.optional().meta({ description: "The name of the file." }),
    kind: Kind.optional().meta({ description: "What the rows are. Defaults to `leads`." }),
    ...tableFileOptions,
  }),
  rawBody: {
    contentType: "text/csv",
    limit: importLimits.bytes,
    example: "Email Address,First Name\r\nada@example.org,Ada\r\n",
    isStreamed: true,
  },
  isLong: true,
  reply: UploadedImport,
  errors: ["import_not_readable"],
  example: {
    query: { name: "subscribers.csv" },
    reply: {
      ...exampleImport,
      encodings: [{ encoding: "UTF-8", samples: ["Zoë"] }],
      sheets: [],
      status: "uploaded",
      settings: null,
      counts: null,
      jobId: null,
      progress: { processed: 0, total: 500 },
    },
  },
});

export const listImportsEndpoint = endpoint({
  method: "GET",
  path: "/imports",
  tag,
  summary: "List imports",
  description: "Newest first.",
  access: ["secret_key", "viewer"],
  query: listQuery({ kind: Kind.optional().meta({ description: "Only imports of leads, or of suppressions." }) }),
  reply: z.array(ImportRecord),
  errors: [],
  example: { query: { limit: "20" }, reply: [exampleImport] },
});

export const getImportEndpoint = endpoint({
  method: "GET",
  path: "/imports/:id",
  tag,
  summary: "Get an import",
  access: ["secret_key", "viewer"],
  params: idParams,
  reply: ImportRecord,
  errors: ["import_not_found"],
  example: { params: exampleParams, reply: exampleImport },
});

const describeProblems = (problems: readonly RowProblem[]): string =>
  problems.map(({ column, reason }) => (/^[A-Z]/.test(reason) ? reason : `${column}: ${reason}`)).join("; ");

const refusedRows: CsvExport<ImportRow> = {
  name: "import-rows",
  columns: {
    row: ["Row", ({ row }) => row],
    problem: [
      "Problem",
      ({ outcome, problem, warnings }) =>
        outcome === "duplicate" ? "An earlier row has this email" : problem && describeProblems(warnings.length > 0 ? warnings : [problem]),
    ],
  },
};

export const listImportRowsEndpoint = endpoint({
  method: "GET",
  path: "/imports/:id/rows",
  tag,
  summary: "List the rows of an import",
  description: `In the order of the file. \`outcome=refused\` with \`format=csv\` is the file of refused rows with their problems, which can be corrected and uploaded again. Rows are deleted ${importRowDays} days after the upload.`,
  access: ["secret_key", "viewer"],
  params: idParams,
  query: listQuery({
    outcome: oneOf([...importRowOutcomes, "refused", "warnings"])
      .optional()
      .meta({
        description:
          "Only rows with this outcome of the check. `refused`: those that are invalid or duplicates. `warnings`: those that are imported and have warnings.",
      }),
    ...csvFormat,
  }),
  csv: refusedRows,
  reply: z.array(ImportRow),
  errors: ["import_not_found"],
  example: {
    params: exampleParams,
    query: { limit: "20", outcome: "invalid" },
    reply: [
      {
        row: 7,
        email: null,
        outcome: "invalid",
        problem: { column: "Email Address", value: "ada@", reason: "must be a valid email, such as ada@example.org" },
        warnings: [],
        result: null,
        cells: ["ada@", "Ada"],
      },
    ],
  },
});

export const checkImportEndpoint = endpoint({
  method: "POST",
  path: "/imports/:id/check",
  tag,
  summary: "Check an import",
  description:
    "Reads every row with this mapping and counts what running the import would do. Changes no leads. Can be repeated with other settings until the import runs. Refused with `invalid_input` while a question about the file has no answer: `fields` has the questions by `answers.` and their IDs.",
  access: ["secret_key", "member"],
  params: idParams,
  body: ImportSettingsInput,
  isLong: true,
  reply: ImportRecord,
  errors: ["import_not_found", "import_not_ready"],
  example: {
    params: exampleParams,
    body: { mapping: { "Email Address": "email", "First Name": "firstname" }, waitlist: "all", consent: "Newsletter form on example.org" },
    reply: exampleImport,
  },
});

const imported = { created: 480, updated: 0, skipped: 12, undone: 0, kept: 0 };
const progress = { processed: 492, total: 492 };

export const runImportEndpoint = endpoint({
  method: "POST",
  path: "/imports/:id/run",
  tag,
  summary: "Run an import",
  description:
    "Imports the rows of a checked import, or continues one that was paused, canceled or has failed. No one is emailed. Each row is imported once, even if the worker is interrupted.",
  access: ["secret_key", "member"],
  params: idParams,
  isLong: true,
  reply: ImportRecord,
  errors: ["import_not_found", "import_not_ready"],
  example: { params: exampleParams, reply: { ...exampleImport, status: "completed", result: imported, progress } },
});

export const pauseImportEndpoint = endpoint({
  method: "POST",
  path: "/imports/:id/pause",
  tag,
  summary: "Pause an import",
  description: "Stops a running import after the rows in progress. Run it to continue.",
  access: ["secret_key", "member"],
  params: idParams,
  reply: ImportRecord,
  errors: ["import_not_found", "import_not_ready"],
  example: { params: exampleParams, reply: { ...exampleImport, status: "paused" } },
});

export const cancelImportEndpoint = endpoint({
  method: "POST",
  path: "/imports/:id/cancel",
  tag,
  summary: "Cancel an import",
  description: "Stops an import that hasn't ended. Leads that were already imported are kept; undo the import to remove them.",
  access: ["secret_key", "member"],
  params: idParams,
  reply: ImportRecord,
  errors: ["import_not_found", "import_not_ready"],
  example: { params: exampleParams, reply: { ...exampleImport, status: "canceled" } },
});

export const undoImportEndpoint = endpoint({
  method: "POST",
  path: "/imports/:id/undo",
  tag,
  summary: "Undo an import",
  description: `Removes the suppressions that the import added, deletes the leads that it created, and restores what it changed. Keeps leads that have claimed a code, signed up themselves or were changed since, and fields that were changed since. Possible for ${importRowDays} days after the upload.`,
  access: ["secret_key", "member"],
  params: idParams,
  isLong: true,
  reply: ImportRecord,
  errors: ["import_not_found", "import_not_ready"],
  example: {
    params: exampleParams,
    reply: { ...exampleImport, status: "undone", result: { ...imported, undone: 480 }, progress: { processed: 480, total: 480 } },
  },
});

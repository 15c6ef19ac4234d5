import { isDeepStrictEqual } from "node:util";
import { is } from "drizzle-orm";
import { PgArray, PgJsonb, PgNumeric } from "drizzle-orm/pg-core";
import * as z from "zod";
import { updateBatchEndpoint } from "@/contract/batches";
import { updateCodeEndpoint } from "@/contract/code-updates";
import { updateEmailDeliveryEndpoint } from "@/contract/email-delivery";
import { singleLineText } from "@/contract/fields";
import { ColumnStats } from "@/contract/import-columns";
import { ImportSettings } from "@/contract/import-settings";
import { ImportRecord, ImportRow } from "@/contract/imports";
import { updateAllowedOriginsEndpoint } from "@/contract/keys";
import { createLeadEndpoint } from "@/contract/leads";
import { earlierCodeKey, normalizeCode, normalizeEmail } from "@/contract/normalize";
import { ProjectRecord, updateProjectEndpoint } from "@/contract/project";
import { Answers } from "@/contract/questions";
import { rateLimitFields, rateLimitSettings, updateRateLimitSettingsEndpoint } from "@/contract/rate-limit-settings";
import { SavedView } from "@/contract/views";
import { createWaveEndpoint, WaveRecord } from "@/contract/waves";
import { BackupError, exportKind, readArchive } from "@/db/backup/archive";
import { type ExportedField, type ExportedTable, exportedTables } from "./tables";

/** The format of files that this version writes and reads. Increase it when an older version would misread a file. */
export const formatVersion = 1;

/** The first member of a file. */
export const manifestName = "manifest.json";

const Manifest = z.strictObject({
  product: z.literal("gatehouse"),
  content: z.literal("project"),
  format: z.literal(formatVersion),
  /** The tables in the order of the file, with the number of their rows and the fields of each row. */
  tables: z.array(z.strictObject({ name: z.string(), rows: z.int().min(0), fields: z.array(z.string()).min(1) })),
});
export type Manifest = z.output<typeof Manifest>;

/** Only the part that every format has. */
const ManifestFormat = z.object({ product: z.literal("gatehouse"), content: z.literal("project"), format: z.int() });

/** The name of a member with rows of a table. Parts are counted from 1. */
export const partName = (table: string, part: number): string => `${table}/${String(part).padStart(6, "0")}.ndjson`;

/** Some rows of a table: their lines as they are in the file. */
export type ExportPart = { table: ExportedTable; fields: readonly ExportedField[]; member: string; lines: string[] };

const refuse = (problem: string): BackupError => new BackupError(`${problem} Nothing was imported.`);

/** Returns the error for a line of a member, counted from 1. */
export const lineError = (member: string, line: number, problem: string): BackupError =>
  refuse(`The export has an invalid row in ${member}, line ${line}: ${problem}.`);

/**
 * Reads an export and checks its rows. Throws `BackupError` if the file isn't an export that this version can import, if a row is invalid,
 * and at the latest after the last part, if the file is incomplete or was changed.
 */
export async function* readExport(file: string, signal?: AbortSignal): AsyncGenerator<ExportPart> {
  let manifest: CheckedManifest | undefined;
  let current = { index: -1, part: 0 };
  const rowCounts: number[] = [];
  for await (const { name, content } of readArchive(file, { kind: exportKind })) {
    if (signal?.aborted) throw refuse("The import was canceled.");
    if (!manifest) {
      manifest = parseManifest(file, name, content);
      continue;
    }
    current = nextPart(manifest, current, name);
    const { table, fields, schema } = manifest[current.index] as CheckedManifest[number];
    const lines = readLines(name, content);
    for (const [index, line] of lines.entries()) checkLine(schema, line, (problem) => lineError(name, index + 1, problem));
    rowCounts[current.index] = (rowCounts[current.index] ?? 0) + lines.length;
    yield { table, fields, member: name, lines };
  }
  for (const [index, { table, rows }] of (manifest ?? []).entries())
    if ((rowCounts[index] ?? 0) !== rows)
      throw refuse(`The export has ${rowCounts[index] ?? 0} rows of ${table.name}, but its manifest says ${rows}.`);
}

type CheckedManifest = { table: ExportedTable; fields: readonly ExportedField[]; rows: number; schema: z.ZodType }[];

function parseManifest(file: string, name: string, content: Buffer): CheckedManifest {
  const value: unknown = name === manifestName ? parseJson(content.toString()) : null;
  const format = ManifestFormat.safeParse(value);
  if (!format.success) throw refuse(`The file ${file} is not the export of a project.`);
  if (format.data.format !== formatVersion)
    throw refuse(
      `The file has format ${format.data.format}, but this version of Gatehouse reads format ${formatVersion}. Import it with the version that made it or a later one.`,
    );
  const manifest = Manifest.safeParse(value);
  if (!manifest.success) throw refuse(`The file's ${manifestName} is invalid: ${describeIssue(manifest.error)}.`);
  const { tables } = manifest.data;
  if (new Set(tables.map((table) => table.name)).size < tables.length) throw refuse(`The file's ${manifestName} names a table twice.`);
  if (tables.find(({ name }) => name === "projects")?.rows !== 1) throw refuse("The file must contain exactly one project.");
  return tables.map(({ name, rows, fields: names }) => {
    const table = exportedTables.find((each) => each.name === name);
    if (!table) throw unknownPart(`table: ${JSON.stringify(name)}`);
    const unknown = names.find((field) => !table.fields.some((each) => each.name === field));
    if (unknown !== undefined) throw unknownPart(`field in ${name}: ${JSON.stringify(unknown)}`);
    if (new Set(names).size < names.length) throw refuse(`The file's ${manifestName} names a field of ${name} twice.`);
    const fields = table.fields.filter((field) => names.includes(field.name));
    return { table, fields, rows, schema: rowSchema(table, fields) };
  });
}

const unknownPart = (part: string) =>
  refuse(`This version of Gatehouse doesn't know a ${part}. Import the file with the version that made it or a later one.`);

/** Returns the position of a member. They are in the order of the manifest, and all parts of a table are there. */
function nextPart(manifest: CheckedManifest, current: { index: number; part: number }, name: string): { index: number; part: number } {
  const index = manifest.findIndex(({ table }) => name.startsWith(`${table.name}/`));
  const part = index === current.index ? current.part + 1 : 1;
  if (index < current.index || index < 0 || name !== partName(manifest[index]?.table.name ?? "", part))
    throw refuse(`The export has an unexpected member: ${JSON.stringify(name)}.`);
  return { index, part };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readLines(name: string, content: Buffer): string[] {
  const lines = decodeText(name, content).split("\n");
  if (lines.pop() !== "") throw lineError(name, lines.length + 1, "the line isn't complete");
  return lines;
}

function decodeText(name: string, content: Buffer): string {
  try {
    return utf8.decode(content);
  } catch {
    throw refuse(`The export has a member that isn't UTF-8: ${name}.`);
  }
}

/** Throws `toError` of the first problem of a line. */
function checkLine(schema: z.ZodType, line: string, toError: (problem: string) => BackupError): void {
  const value = parseJson(line);
  if (value === undefined) throw toError("it isn't JSON");
  const row = schema.safeParse(value);
  if (!row.success) throw toError(describeIssue(row.error));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

// Without the value, which may be personal.
function describeIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  const path = issue?.path.join(".") ?? "";
  return path === "" ? (issue?.message ?? "it is invalid") : `${path}: ${issue?.message}`;
}

/** The schema of a row: exactly the fields of the manifest, with values of their columns. */
function rowSchema(table: ExportedTable, fields: readonly ExportedField[]): z.ZodType {
  const row = z.strictObject(Object.fromEntries(fields.map((field) => [field.name, fieldSchema(table.name, field)])));
  if (table.name !== "codes") return row;
  // An earlier version can have written the file. The import renews its keys.
  return row.refine(({ key, text }) => typeof text !== "string" || normalizeCode(text) === key || earlierCodeKey(text) === key, {
    path: ["key"],
    message: "must be the letters and digits of the code",
  });
}

const Uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "must be a UUID in lower case");
const Time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/, "must be a time such as 2026-11-21T12:00:00.123+00:00");
const Decimal = z.string().regex(/^-?\d{1,40}(\.\d{1,100})?$/, "must be a decimal number as text");
const NormalizedEmail = z.string().refine((text) => normalizeEmail(text) === text, "must be a normalized email");

/** The identity of a code or a referral code: the letters and digits of its text. */
const NormalizedCode = z.string().refine((text) => text !== "" && normalizeCode(text) === text, "must be letters and digits in lower case");

const { emailsPerSecond, emailsPerHour } = updateEmailDeliveryEndpoint.body.shape;
const { firstname, lastname, notes, tags } = createLeadEndpoint.body.shape;
const { allowedClaims } = updateCodeEndpoint.body.shape;
const { redemptionUrl, redemptionInstructions } = updateBatchEndpoint.body.shape;
const { size, repeat, expiresAfterDays, reminderAfterDays } = createWaveEndpoint.body.shape;
const rateLimits = z
  .strictObject(
    Object.fromEntries(
      rateLimitFields.map((name) => [rateLimitSettings[name].rateLimit, updateRateLimitSettingsEndpoint.body.shape[name]]),
    ),
  )
  .partial();

/** The API's schemas of what staff and sign-ups can set, by table. Imported values must be ones that the API accepts. */
const inputSchemas: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  projects: {
    ...updateProjectEndpoint.body.shape,
    ...{ emailsPerSecond, emailsPerHour, rateLimits, allowedOrigins: updateAllowedOriginsEndpoint.body.shape.origins },
  },
  leads: { firstname, lastname, notes, tags },
  batches: { allowedClaims, redemptionUrl, redemptionInstructions },
  codes: { allowedClaims, tags },
  waves: { size, repeat: repeat.unwrap().required(), expiresAfterDays, reminderAfterDays },
};

const inputSchema = (table: string, field: string): z.ZodType | undefined => {
  const schemas = inputSchemas[table] ?? {};
  return Object.hasOwn(schemas, field) ? z.unknown().superRefine(checkInput(schemas[field] as z.ZodType)) : undefined;
};

/** Adds the problem of a value that the API wouldn't accept, or of a list that it would normalize. */
const checkInput = (schema: z.ZodType) => (value: unknown, context: z.RefinementCtx) => {
  const { success, error, data } = schema.safeParse(value);
  if (value === undefined) context.addIssue({ code: "custom", message: "must not be missing" });
  else if (!success) for (const { path, message } of error.issues) context.addIssue({ code: "custom", path: [...path], message });
  // Filters don't find tags in another case, or origins with a slash.
  else if (Array.isArray(value) && !isDeepStrictEqual(data, value))
    context.addIssue({ code: "custom", message: "must be the list that the API would save, such as lower-case tags in order" });
};

const JsonObject = z.record(z.string(), z.unknown());

/** The schemas of values that the database doesn't check, as far as the rest of the code relies on them. */
const valueSchemas: Readonly<Record<string, z.ZodType>> = {
  "projects.questions": ProjectRecord.shape.questions.superRefine(checkInput(updateProjectEndpoint.body.shape.questions)),
  "projects.emailFrom": singleLineText(500),
  "projects.emailReplyTo": singleLineText(500),
  "leads.referralCode": NormalizedCode,
  "leads.answers": Answers,
  "leads.utm": z.record(z.string(), z.string()),
  "waves.filter": WaveRecord.shape.filter,
  "waves.priority": WaveRecord.shape.filter,
  "waves.content": z.record(z.string(), z.string().nullable()),
  "imports.columns": z.array(z.string()),
  // Earlier versions saved and counted less.
  "imports.settings": ImportSettings.partial({ tags: true, answers: true, waitlistOrder: true }),
  "imports.columnStats": z.array(ColumnStats),
  "imports.counts": ImportRecord.shape.counts.unwrap().partial({
    suppressed: true,
    omittedDates: true,
    replacedReferralCodes: true,
    missingReferrers: true,
    ...{ warnings: true, suspicious: true, overtaken: true, overtaking: true, firstOvertaken: true },
  }),
  "import_rows.cells": z.array(z.string()),
  "import_rows.lead": JsonObject,
  "import_rows.problem": ImportRow.shape.problem.unwrap(),
  "import_rows.changes": JsonObject,
  "saved_views.filters": SavedView.shape.filters,
  "saved_views.sort": SavedView.shape.sort.unwrap(),
  "saved_views.columns": SavedView.shape.columns.unwrap(),
  "events.data": JsonObject,
};

function fieldSchema(table: string, { name, definition }: ExportedField): z.ZodType {
  const type = definition.getSQLType();
  const schema =
    valueSchemas[`${table}.${name}`] ||
    inputSchema(table, name) ||
    (name === "email" && (table === "leads" || table === "suppressions") && NormalizedEmail) ||
    (is(definition, PgArray) && z.array(textSchema(definition.baseColumn.enumValues))) ||
    (is(definition, PgJsonb) && z.unknown().refine((value) => value !== undefined && value !== null, "must not be missing")) ||
    (is(definition, PgNumeric) && Decimal) ||
    (type.startsWith("timestamp") && Time) ||
    (type === "uuid" && Uuid) ||
    // No exported number is negative.
    (definition.dataType === "number" && z.int().min(0, "must be at least 0")) ||
    (definition.dataType === "boolean" && z.boolean()) ||
    textSchema(definition.enumValues);
  return definition.notNull ? schema : schema.nullable();
}

const textSchema = (values: readonly string[] | undefined): z.ZodType =>
  values && values.length > 0 ? z.enum(values as [string, ...string[]]) : z.string();

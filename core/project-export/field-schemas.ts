import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { is } from "drizzle-orm";
import { PgArray, PgJsonb, PgNumeric } from "drizzle-orm/pg-core";
import * as z from "zod";
import {
  parseBlockListEntry,
  rateLimitFields,
  rateLimitSettings,
  updateRateLimitSettingsEndpoint,
} from "@/contract/abuse-protection-settings";
import { SourceTag, webPageUrl } from "@/contract/attribution";
import { updateBatchEndpoint } from "@/contract/batches";
import { updateCodeEndpoint } from "@/contract/codes";
import { updateEmailDeliveryEndpoint } from "@/contract/email-delivery";
import { ButtonUrl, contentFields, contentOverrides } from "@/contract/email-templates";
import { CodeText, multilineText, OwnCode, singleLineText } from "@/contract/fields";
import { ColumnStats, ImportSettings } from "@/contract/import-settings";
import { ImportRecord, ImportRow } from "@/contract/imports";
import { updateAllowedOriginsEndpoint } from "@/contract/keys";
import { createLeadEndpoint } from "@/contract/leads";
import { ExternalId, MetadataInput } from "@/contract/metadata";
import { earlierCodeKey, normalizeCode, normalizeEmail } from "@/contract/normalize";
import { ProjectRecord, pauseProjectEndpoint, updateProjectEndpoint } from "@/contract/project";
import { Answers } from "@/contract/questions";
import { updateSuppressionEndpoint } from "@/contract/suppressions";
import { createViewEndpoint, SavedView } from "@/contract/views";
import { createWaveEndpoint, WaveRecord } from "@/contract/waves";
import { type ExportedField, type ExportedTable, isExportedKind } from "./tables";

/** The people who acted: those in the file, and the ids of the installation that imports it, which no one in the file can have. */
export type Actors = { staff: Set<string>; taken: ReadonlySet<string> };

type Row = Record<string, unknown>;
type RowRule = { path: string; message: string; holds(row: Row, actors: Actors): boolean };

const isFromFile = (id: unknown, { staff }: Actors): boolean => typeof id !== "string" || staff.has(id);

/** What must hold for a row as a whole, by table. */
const rowRules: Readonly<Record<string, readonly RowRule[]>> = {
  staff: [
    {
      path: "id",
      message: "must not be the ID of someone in this installation",
      holds: ({ id }, { taken }) => !taken.has(String(id)),
    },
  ],
  consents: [
    {
      path: "id",
      message: "must be the SHA-256 hash of the text",
      holds: ({ id, text }) => typeof text !== "string" || createHash("sha256").update(text).digest("hex") === id,
    },
  ],
  codes: [
    {
      path: "key",
      message: "must be the letters and digits of the code",
      // An earlier version can have written the file. The import renews its keys.
      holds: ({ key, text }) => typeof text !== "string" || normalizeCode(text) === key || earlierCodeKey(text) === key,
    },
  ],
  events: [
    {
      path: "kind",
      message: "must not be about accounts, keys or exports, which a file can't prove",
      holds: ({ kind }) => isExportedKind(String(kind)),
    },
    {
      path: "data.staff",
      message: "must be the ID of someone in the file",
      holds: ({ data }, actors) => !Object.hasOwn(Object(data), "staff") || actors.staff.has(String((data as Row).staff)),
    },
  ],
};

/** Rows of all tables with an actor. */
const actorRules: readonly RowRule[] = [
  {
    path: "actorId",
    message: "must be the ID of someone in the table staff, which comes first",
    holds: ({ actorKind, actorId }, actors) => actorKind !== "staff" || isFromFile(actorId, actors),
  },
  {
    path: "actorId",
    message: "must not be the ID of a person or key of this installation",
    holds: ({ actorId }, { taken }) => !taken.has(String(actorId)),
  },
];

/** The schema of a row: exactly the fields of the manifest, with values of their columns. */
export function rowSchema(table: ExportedTable, fields: readonly ExportedField[], actors: Actors): z.ZodType {
  const rules = [...(rowRules[table.name] ?? []), ...(fields.some(({ name }) => name === "actorId") ? actorRules : [])];
  return z
    .strictObject(Object.fromEntries(fields.map((field) => [field.name, fieldSchema(table.name, field)])))
    .superRefine((row, context) => {
      for (const { path, message, holds } of rules)
        if (!holds(row, actors)) context.addIssue({ code: "custom", path: path.split("."), message });
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
const { consentText } = updateProjectEndpoint.body.shape;
const { allowedClaims } = updateCodeEndpoint.body.shape;
const { redemptionUrl, redemptionInstructions, allowedDomains } = updateBatchEndpoint.body.shape;
const { size, repeat, expiresAfterDays, reminderAfterDays, inviteQuota } = createWaveEndpoint.body.shape;
const rateLimits = z
  .strictObject(
    Object.fromEntries(
      rateLimitFields.map((name) => [rateLimitSettings[name].rateLimit, updateRateLimitSettingsEndpoint.body.shape[name]]),
    ),
  )
  .partial();

/** What integrations save with leads and codes. */
const ownData = { metadata: MetadataInput, externalId: ExternalId };

/** The API's schemas of what staff and sign-ups can set, by table. Imported values must be ones that the API accepts. */
const inputSchemas: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  projects: {
    ...updateProjectEndpoint.body.shape,
    emailsPerSecond,
    emailsPerHour,
    rateLimits,
    allowedOrigins: updateAllowedOriginsEndpoint.body.shape.origins,
    pausedMessage: pauseProjectEndpoint.body.shape.message,
  },
  staff: { name: singleLineText(200) },
  consents: { text: consentText },
  leads: { firstname, lastname, notes, tags, ...ownData, sourceTag: SourceTag, confirmedFrom: singleLineText(200) },
  batches: {
    allowedClaims,
    redemptionUrl,
    redemptionInstructions,
    allowedDomains,
    name: singleLineText(200),
    pattern: singleLineText(200),
  },
  codes: { allowedClaims, tags, ...ownData },
  waves: {
    size,
    repeat: repeat.unwrap().required(),
    expiresAfterDays,
    reminderAfterDays,
    inviteQuota: inviteQuota.unwrap().nullable(),
    name: singleLineText(200),
  },
  sends: { ...contentOverrides, buttonUrl: ButtonUrl },
  email_templates: contentFields,
  email_template_versions: contentFields,
  suppressions: { note: updateSuppressionEndpoint.body.shape.note },
  email_reports: { id: singleLineText(1000), problem: multilineText(2000) },
  imports: { fileName: singleLineText(200) },
  saved_views: { name: createViewEndpoint.body.shape.name },
  events: { requestId: singleLineText(200) },
};

/** The schemas of fields that mean the same in all tables. */
const sharedSchemas: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(["email", "recipient", "reservedFor", "referredBy", "onceKey"].map((name) => [name, NormalizedEmail])),
  ...Object.fromEntries(["codeKey", "invitationCode"].map((name) => [name, singleLineText(200)])),
  codeText: z.unknown().superRefine(checkInput(CodeText)),
  actorId: Uuid,
};

const inputSchema = (table: string, field: string): z.ZodType | undefined => {
  const schemas = inputSchemas[table] ?? {};
  return Object.hasOwn(schemas, field) ? z.unknown().superRefine(checkInput(schemas[field] as z.ZodType)) : undefined;
};

/** Adds the problem of a value that the API wouldn't accept, or of a list that it would normalize. */
function checkInput(schema: z.ZodType): (value: unknown, context: z.RefinementCtx) => void {
  return (value, context) => {
    const { success, error, data } = schema.safeParse(value);
    if (value === undefined) context.addIssue({ code: "custom", message: "must not be missing" });
    else if (!success) for (const { path, message } of error.issues) context.addIssue({ code: "custom", path: [...path], message });
    // Filters don't find tags in another case, or origins with a slash.
    else if (Array.isArray(value) && !isDeepStrictEqual(data, value))
      context.addIssue({ code: "custom", message: "must be the list that the API would save, such as lower-case tags in order" });
  };
}

const JsonObject = z.record(z.string(), z.unknown());

/** The schemas of values that the database doesn't check, as far as the rest of the code relies on them. */
const valueSchemas: Readonly<Record<string, z.ZodType>> = {
  "projects.questions": ProjectRecord.shape.questions.superRefine(checkInput(updateProjectEndpoint.body.shape.questions)),
  "projects.emailFrom": singleLineText(500),
  "projects.emailReplyTo": singleLineText(500),
  "leads.referralCode": NormalizedCode,
  "leads.answers": Answers,
  "leads.utm": z.record(z.string(), singleLineText(200)),
  "leads.referrerUrl": z.string().refine((text) => webPageUrl(text) === text, "must be the URL of a web page without its query"),
  // Files in archives have the names of codes.
  "codes.text": z.string().superRefine(checkInput(OwnCode)),
  "block_list_entries.entry": z.string().refine((text) => parseBlockListEntry(text) === text, "must be a normalized email or domain"),
  "sends.skipped": z.record(z.string(), z.int().min(0)),
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
    warnings: true,
    suspicious: true,
    overtaken: true,
    overtaking: true,
    firstOvertaken: true,
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
    sharedSchemas[name] ||
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

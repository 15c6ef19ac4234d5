import * as z from "zod";
import { suppressionReasons } from "./enums";
import { multilineText, oneOf } from "./fields";
import {
  consentFields,
  existingLeadModes,
  ignoredColumn,
  importDateOrders,
  importFields,
  importLimits,
  importQuestionKinds,
  importValueKinds,
  importWaitlistModes,
  importWaitlistOrders,
  leadFields,
  suppressionFields,
} from "./import-values";
import { TagSet } from "./tags";

const fieldsOf = (fields: readonly string[]): string => [...fields, ignoredColumn].join(", ");

const fieldNames = [...importFields, ignoredColumn].join(", ");

const mappedField = `must be one of ${fieldNames}, or \`field:\` and the key of a question, such as field:company`;
const fieldPattern = new RegExp(`^(?:${[...importFields, ignoredColumn].join("|")}|field:[a-z][a-z0-9_]{0,29})$`);

const Mapping = z
  .record(z.string().max(1000), z.string(mappedField).regex(fieldPattern, mappedField))
  .refine((mapping) => Object.keys(mapping).length <= importLimits.columns, `must have at most ${importLimits.columns} items`)
  .refine((mapping) => Object.values(mapping).includes("email"), "must map a column to email")
  .refine(
    (mapping) => {
      const fields = Object.values(mapping).filter((field) => ![ignoredColumn, ...consentFields].includes(field));
      return new Set(fields).size === fields.length;
    },
    `must not map two columns to the same field, apart from ${consentFields.join(", ")}`,
  )
  .meta({
    override: { type: "object", additionalProperties: { type: "string" } },
    description: `What each column of the file holds, by its header. Of leads: ${fieldsOf(leadFields)}, or \`field:\` and the key of a question. Of suppressions: ${fieldsOf(suppressionFields)}; \`emailStatus\` is the reason, \`createdAt\` since when, and \`expires\` whether it has ended, or when it ends. Columns that you leave out are ignored.`,
  });

const settingDescriptions = {
  existing:
    "What to do with leads that exist. Doesn't apply to suppressions. `skip`: nothing. `fill`: fill in their empty fields. `overwrite`: replace their fields with the file's, unless a cell is empty. Both add a referrer, or a confirmation, to leads that have none; with `overwrite`, an earlier confirmation replaces that of another import. Their creation date, consent and referral code never change.",
  waitlist:
    "Whom to add to the waitlist. `none`: no one. `all`: every lead of the file. `column`: those with a yes in the column `waitlist`, or the status `waiting`. Defaults to `column`.",
  waitlistOrder:
    "Where new leads are on the waitlist. `end`: behind everyone who waits, in the order of their positions, their dates or the file. `date`: those with a date get the position they would have if they had signed up here on that date, ahead of people who wait now. `counts` says how many are overtaken.",
  consent:
    "Where and how these people agreed to hear from you. It's saved as the consent text of new leads, unless the file has its own in a column `consent`.",
  tags: "Tags to add to every lead that the import creates or updates, besides those of a column `tags`. Undoing the import removes them from updated leads.",
  answers: "Your answers to the `questions` of the import, by their IDs.",
  dates:
    "How to read dates such as 03/04/2025, or 25/04/03 with `year_first`, in columns whose other dates don't decide it. Answers to questions go before it.",
};

export const ImportSettings = z.object({
  mapping: z.record(z.string(), z.string()).meta({ description: "What each column holds, by its header." }),
  existing: z.enum(existingLeadModes).meta({ description: settingDescriptions.existing }),
  waitlist: z.enum(importWaitlistModes).meta({ description: settingDescriptions.waitlist }),
  waitlistOrder: z.enum(importWaitlistOrders).meta({ description: settingDescriptions.waitlistOrder }),
  consent: z.string().meta({ description: settingDescriptions.consent }),
  dates: z.enum(importDateOrders).nullable().meta({ description: settingDescriptions.dates }),
  tags: z.array(z.string()).meta({ description: settingDescriptions.tags }),
  answers: z.record(z.string(), z.string()).meta({ description: settingDescriptions.answers }),
});
export type ImportSettings = z.output<typeof ImportSettings>;

/** The settings that a check takes. */
export const ImportSettingsInput = z.strictObject({
  mapping: Mapping,
  existing: oneOf(existingLeadModes)
    .optional()
    .meta({ description: `${settingDescriptions.existing} Defaults to \`skip\`.` }),
  waitlist: oneOf(importWaitlistModes).optional().meta({ description: settingDescriptions.waitlist }),
  waitlistOrder: oneOf(importWaitlistOrders)
    .optional()
    .meta({ description: `${settingDescriptions.waitlistOrder} Defaults to \`end\`.` }),
  consent: multilineText(1000).optional().meta({ description: settingDescriptions.consent }),
  dates: oneOf(importDateOrders).optional().meta({ description: settingDescriptions.dates }),
  tags: TagSet.optional().meta({ description: settingDescriptions.tags }),
  answers: z.record(z.string().max(1500), z.string().max(100)).optional().meta({ description: settingDescriptions.answers }),
});

// What the mapping step knows about the columns of a file, and what it asks.

const orderCounts = z.object({
  /** How many dates are in question, how many of them are different days with the month and the day first, and how many each order reads. */
  ordered: z.number().int(),
  different: z.number().int(),
  month_first: z.number().int(),
  day_first: z.number().int(),
  year_first: z.number().int(),
});

/** How the dates of a column can be read. */
const DateStats = z.object({
  /** How many values can be dates, how many of them are numbers, and how many say that there is none. */
  readable: z.number().int(),
  numbers: z.number().int(),
  none: z.number().int(),
  /** Those whose year isn't first: with slashes or hyphens, and with dots. */
  slashes: orderCounts,
  dots: orderCounts,
  first: z.array(z.string()),
});
export type DateStats = z.output<typeof DateStats>;

/** The last row of a file that ends in the middle of it. */
export const CutOff = z.object({
  row: z.number().int().meta({ description: "The row in the file, from 1." }),
  isReadable: z.boolean().meta({ description: "Whether it can be imported as it is." }),
});
export type CutOff = z.output<typeof CutOff>;

/** What is stored about the values of a column when a file is uploaded. */
export const ColumnStats = z.object({
  /** How many rows have a value, an email, a number such as `12` or `#1,234`, and a value that looks like a date. */
  filled: z.number().int(),
  emails: z.number().int(),
  numbers: z.number().int(),
  dates: z.number().int(),
  /** The different values apart from dates, and how many rows have them: known words, and others if they are few. */
  values: z.array(z.tuple([z.string(), z.number().int()])),
  /** How many rows have a value that is neither a date nor in `values`. */
  otherRows: z.number().int(),
  dateStats: DateStats.optional(),
  /** Of the first column: what the file says as a whole. */
  cutOff: CutOff.optional(),
});
export type ColumnStats = z.output<typeof ColumnStats>;

export const ImportColumnSummary = z.object({
  column: z.string(),
  filled: z.number().int().meta({ description: "Rows with a value." }),
  emails: z.number().int().meta({ description: "Rows whose value is an email." }),
  numbers: z.number().int().meta({ description: "Rows whose value is a number." }),
  dates: z.number().int().meta({ description: "Rows whose value looks like a date." }),
  values: z
    .array(
      z.object({
        value: z.string(),
        rows: z.number().int(),
        kind: z.enum(importValueKinds).nullable().meta({ description: "What the value says by itself. `null` for other words." }),
      }),
    )
    .meta({
      description:
        "The different values apart from dates, regardless of case: known words such as `unsubscribed`, and other words if there are few.",
    }),
  otherRows: z.number().int().meta({ description: "Rows with a value that `values` leaves out." }),
  consent: z
    .object({ field: z.enum(consentFields), isCertain: z.boolean() })
    .nullable()
    .meta({ description: "As what the column seems to say who must not be emailed, and whether that is certain. `null` if it doesn't." }),
  looksLike: z.enum(["date", "email", "consent_date", "yes_no"]).nullable().meta({
    description:
      "What most values are. `consent_date`: when people agreed to emails, which some didn't. `yes_no`: only yes and no below an unknown header, so that a no can be about emails. `null` for other values.",
  }),
  dateOrder: z
    .enum(importDateOrders)
    .nullable()
    .meta({ description: "The order in which all dates of the column can be read. `null` if it has to be chosen." }),
  orderedDates: z.number().int().meta({ description: "Rows whose date depends on the order." }),
  unreadableDates: z
    .record(z.enum(importDateOrders), z.number().int())
    .meta({ description: "Rows whose value can't be read as a date, by the order." }),
  dateSamples: z
    .array(z.object({ value: z.string(), readings: z.record(z.enum(importDateOrders), z.string().nullable()) }))
    .meta({ description: "The first dates, and how they are read in each order: as ISO 8601, or a day without a time." }),
});
export type ImportColumnSummary = z.output<typeof ImportColumnSummary>;

export const ImportQuestion = z.object({
  id: z.string().meta({ description: "The key of the answer." }),
  kind: z.enum(importQuestionKinds).meta({
    description:
      "`value_meaning`: what a value of a column means for a person. `unused_consent`: the column seems to say who must not be emailed, and isn't imported as one of the fields that say so. `opposite_sense`: the column is imported as the opposite of what its header says. `date_order`: no date of the column decides the order of day and month. `unreadable_dates`: some values of the column aren't dates. `unused_columns`: columns with dates or emails aren't imported. `missing_reason`: rows of a list of suppressions don't say why. `expired_rows`: what happens to suppressions that have ended. `allowlist`: the file seems to be a list of people who can be emailed. `file_consent`: a file of leads seems to be a list of people who must not be emailed, and rows don't say so themselves. `cut_off`: the file ends in the middle of its last row, so that rows can be missing too.",
  }),
  column: z.string(),
  value: z
    .string()
    .nullable()
    .meta({ description: "The value in question, which is empty for empty cells. `null` if it's about the column." }),
  rows: z.number().int().meta({ description: "How many rows it's about." }),
  options: z.array(z.string()).meta({
    description:
      "The possible answers. `subscribed`: can be emailed. `unsubscribed`, `bounced`, `complained`, `staff`: is suppressed. `unconfirmed`: hasn't confirmed their email. A new lead gets the status `unconfirmed`, and isn't on the waitlist until they confirm. `waiting`: is on the waitlist. `left`: was on it, such as people who were invited. `skip`: the row isn't imported. `ignore`: the column says nothing about emails, the row is imported without the date, the columns aren't needed, that suppressions have ended doesn't matter, the people of the file can be emailed, or the last row is imported as it is. `confirm`: it's right. `month_first`, `day_first`, `year_first`: how dates are written.",
  }),
  suggestion: z
    .string()
    .nullable()
    .meta({ description: "The answer without one of yours. `null`: the check is refused until you answer." }),
});
export type ImportQuestion = z.output<typeof ImportQuestion>;

/** What a list of suppressions says as a whole. */
export const SuppressionList = z.object({
  reason: z
    .enum(suppressionReasons)
    .nullable()
    .meta({ description: "The reason of rows that have none, by the product that the file is from, or its name. `null` if unknown." }),
  isAllowlist: z.boolean().meta({ description: "Whether the file seems to be a list of people who can be emailed." }),
});
export type SuppressionList = z.output<typeof SuppressionList>;

/** What a file of leads says about all of its people. */
export const FileConsent = z.object({
  reason: z
    .enum(["unsubscribed", "bounced", "complained"])
    .nullable()
    .meta({ description: "Why they must not be emailed. `null` if unknown." }),
  isCertain: z.boolean().meta({
    description:
      "Whether its columns say so: rows without a reason get this one unless you answer otherwise. By its name alone, it's asked.",
  }),
});
export type FileConsent = z.output<typeof FileConsent>;

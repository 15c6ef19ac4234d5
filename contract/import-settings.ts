import * as z from "zod";
import { multilineText } from "./fields";
import {
  consentFields,
  existingLeadModes,
  ignoredColumn,
  importDateOrders,
  importFields,
  importLimits,
  importWaitlistModes,
  importWaitlistOrders,
  leadFields,
  suppressionFields,
} from "./import-values";
import { oneOf } from "./one-of";
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

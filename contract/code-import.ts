import * as z from "zod";
import { AllowedDomains, allowedDomainsText, newRestrictionFields, tooManyDomains } from "./claim-restrictions";
import { easyToGuess, exampleBatch } from "./codes";
import { endpoint, Flag, largeBodyLimit } from "./endpoint";
import { Email, endsAfterStart, Id, Instant, oneOf, singleLineText, Timestamp } from "./fields";
import { codeColumns, codeQuestionKinds, ignoredColumn, importDateOrders, noLimitModes, unlimitedUses } from "./import-values";
import { maxAllowedDomains, maxClaims, maxDomainLength, maxImportedCodes, maxTagLength, maxTags } from "./limits";
import { tableFileOptions } from "./table-files";
import { newTagFields, tooManyTags } from "./tags";

const fields = [...codeColumns, ignoredColumn] as const;

const CodeQuestion = z.object({
  kind: z.enum(codeQuestionKinds).meta({
    description:
      "`unused_column`: the column looks like dates, numbers of uses or emails, and its header isn't known. Say in `mapping` what it holds, or `ignore`. `no_limit`: the number of uses is 0 or empty, which means unlimited in most tools. Answer with `noLimit`. `date_order`: dates such as 03/04/2025 can be read in two ways. Answer with `dates`.",
  }),
  column: z.string(),
  rows: z.number().int().meta({ description: "How many rows it's about." }),
  values: z.array(z.string()).meta({ description: "Some of the values." }),
  options: z.array(z.string()).meta({ description: "The possible answers." }),
});
export type CodeQuestion = z.output<typeof CodeQuestion>;

/** A mapping as JSON in a query parameter. */
const MappingText = z
  .string()
  .max(20_000, "must be at most 20000 characters")
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      ctx.addIssue({ code: "custom", message: 'must be JSON, such as {"Ends":"validUntil"}' });
      return z.NEVER;
    }
  })
  .pipe(
    z.record(
      z.string(),
      z.enum(fields, `must have values of ${fields.join(", ")}`),
      'must be a JSON object, such as {"Ends":"validUntil"}',
    ),
  )
  .refine((mapping) => {
    const used = Object.values(mapping).filter((field) => field !== ignoredColumn);
    return new Set(used).size === used.length;
  }, "must not map two columns to the same field");

/** The values of a query parameter that are separated by commas. */
const commaSeparated = (maxValues: number, maxLength: number, tooMany: string) =>
  z
    .string()
    // With a comma and a space after each.
    .max(maxValues * (maxLength + 2), tooMany)
    .transform((text) =>
      text
        .split(",")
        .map((value) => value.trim())
        .filter((value) => value !== ""),
    );

const ImportCodesReply = z.object({
  batch: z
    .object({ id: Id, name: z.string() })
    .nullable()
    .meta({ description: "The new batch. `null` with `dryRun`, or if no code was added." }),
  imported: z.number().int().meta({ description: "How many codes were added, or would be with `dryRun`." }),
  refused: z
    .array(
      z.object({
        row: z.number().int().meta({ description: "The row in the file, from 1." }),
        column: z.string(),
        value: z.string().meta({ description: "The beginning of the cell." }),
        reason: z.string(),
        cells: z.array(z.string()).meta({ description: "The cells of the row, in the order of `columns`." }),
      }),
    )
    .meta({ description: "The rows that weren't added, with the reason." }),
  columns: z.array(z.string()).meta({ description: "The headers of the file." }),
  ignoredColumns: z.array(z.string()).meta({ description: "The columns that aren't used." }),
  questions: z.array(CodeQuestion).meta({ description: "What must be answered before the codes can be added. Only with `dryRun`." }),
  dates: z
    .array(
      z.object({
        column: z.string(),
        field: z.enum(["validFrom", "validUntil"]),
        samples: z.array(z.object({ value: z.string(), date: Timestamp })),
      }),
    )
    .meta({ description: "How the first dates of each column were read." }),
  unlimited: z
    .number()
    .int()
    .meta({ description: `How many of the codes have no limit. They can be claimed ${unlimitedUses.toLocaleString("en-US")} times.` }),
  easyToGuess: z.number().int().meta({ description: "How many of the codes are easy to guess." }),
  guesses: z
    .number()
    .nullable()
    .meta({ description: "How many guesses it takes on average to find one of those that are the easiest. `null` if all are reserved." }),
});
export type ImportCodesReply = z.output<typeof ImportCodesReply>;

const uses = `must be a whole number from 1 to ${maxClaims}`;

/** A number of uses as text. */
export const UsesText = z
  .string()
  .regex(/^\d{1,10}$/, uses)
  .transform(Number)
  .refine((number) => number >= 1 && number <= maxClaims, uses);

export const importCodesEndpoint = endpoint({
  method: "POST",
  path: "/codes/import",
  tag: "Codes",
  summary: "Import codes",
  description: `Adds codes of your own from a CSV, TSV or Excel (\`.xlsx\`) file of at most ${maxImportedCodes.toLocaleString("en-US")} rows as the request body, as one batch. The first row holds the headers: \`code\`, \`uses\`, \`valid from\`, \`valid until\`, \`reserved for\`, \`tags\` and \`external id\`, or those of other tools, in several languages. A file with a single column needs none. Empty cells get the value of the query parameter. \`unlimited\` or -1 uses are ${unlimitedUses.toLocaleString("en-US")}. A date without a time is a day in the project's time zone, and the code is valid through the end of that day. Dates are read in every common form; the order of day and month is decided by all dates of the column. With \`dryRun\`, \`questions\` lists what isn't certain; without answers to them, no code is added (\`invalid_input\`). Rows that can't be added, such as codes that exist, are listed in \`refused\`; all other rows are added. If codes are easy to guess and \`allowEasyToGuess\` isn't \`true\`, none are added. Importing the same file again adds nothing.`,
  access: ["secret_key", "member"],
  query: z
    .strictObject({
      name: singleLineText(200).optional().meta({ description: "The name of the batch." }),
      uses: UsesText.optional().meta({
        override: { type: "integer", minimum: 1, maximum: maxClaims },
        description: "How many customers can claim each code. Defaults to `1`.",
      }),
      validFrom: Instant.optional().meta({ description: "When the codes can first be claimed." }),
      validUntil: Instant.optional().meta({ description: "When the codes expire." }),
      reservedFor: Email.optional().meta({ description: "The email address of the only person who can claim the codes." }),
      tags: commaSeparated(maxTags, maxTagLength, tooManyTags)
        .pipe(newTagFields.tags.unwrap())
        .optional()
        .meta({ override: { type: "string" }, description: "Tags of all codes, separated by commas." }),
      allowedDomains: commaSeparated(maxAllowedDomains, maxDomainLength, tooManyDomains)
        .pipe(AllowedDomains)
        .optional()
        .meta({
          override: { type: "string" },
          description: `${allowedDomainsText} Separated by commas.`,
          example: "example.org,example.com",
        }),
      oncePerBatch: newRestrictionFields.oncePerBatch,
      dates: oneOf(importDateOrders)
        .optional()
        .meta({ description: "How to read dates such as 03/04/2025, if the other dates of the column don't decide it." }),
      noLimit: oneOf(noLimitModes)
        .optional()
        .meta({ description: "How many uses codes with 0 or an empty limit get: `unlimited`, or the number in `uses`." }),
      mapping: MappingText.optional().meta({
        override: { type: "string" },
        description: `What columns hold, by their headers, as a JSON object: ${fields.join(", ")}. Columns that you leave out are recognized by their headers.`,
      }),
      ...tableFileOptions,
      allowEasyToGuess: Flag.optional().meta({ description: easyToGuess }),
      dryRun: Flag.optional().meta({ description: "`true` only checks the file and adds nothing." }),
    })
    .refine(...endsAfterStart),
  rawBody: {
    contentType: "text/csv",
    limit: largeBodyLimit,
    example: "code,uses,valid until,reserved for\r\nSPRING-A1B2,50,2030-12-31,\r\nADA-WELCOME-7,1,,ada@example.org\r\n",
  },
  isLong: true,
  reply: ImportCodesReply,
  errors: ["import_not_readable", "external_id_exists", "code_easy_to_guess"],
  example: {
    query: { name: "Spring cards" },
    reply: {
      batch: { ...exampleBatch, name: "Spring cards" },
      imported: 2,
      refused: [],
      columns: ["code", "uses", "valid until", "reserved for"],
      ignoredColumns: [],
      questions: [],
      dates: [{ column: "valid until", field: "validUntil", samples: [{ value: "2030-12-31", date: "2031-01-01T00:00:00.000Z" }] }],
      unlimited: 0,
      easyToGuess: 0,
      guesses: 3_656_158_440_062_976,
    },
  },
});

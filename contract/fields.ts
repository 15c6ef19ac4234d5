import * as z from "zod";
import { spans } from "./enums";
import { hasSafeLinks } from "./linked-text";
import { describeInvalidEmail, normalizeCode, normalizeEmail, parseDateTime } from "./normalize";

/** One of the values. Other values get a message that lists them. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: ({ input }) => (input === undefined ? "is required" : `must be one of ${values.join(", ")}`) });

/** `expected` of an update: the values that its sender last read. A field that has changed since then refuses the update with `error`. */
export const expectedValues = <Shape extends z.ZodRawShape>(shape: Shape, error: `${string}_changed`) =>
  z
    .strictObject(shape)
    .partial()
    .optional()
    .meta({
      description: `The values you last read. If a field that you update has changed since then, the request returns \`${error}\` and nothing is updated.`,
    });

/** Some of the values, separated by commas, in a text of at most `maxLength` characters. The output has each of them once. */
export const commaSeparated = <const Values extends readonly [string, ...string[]]>(values: Values, maxLength: number) =>
  z
    .string()
    .max(maxLength, `must be at most ${maxLength} characters`)
    .transform((text) => [...new Set(text.split(",").map((value) => value.trim()))])
    .pipe(z.array(oneOf(values)))
    .meta({ override: { type: "string", maxLength } });

// C0 and C1 control characters, DEL and line separators. Multiline text can contain line breaks and tabs.
const controlCharacter = /[\p{Cc}\u2028\u2029]/u;
const controlCharacterExceptLineBreak = /[^\P{Cc}\t\n\r]/u;
const controlCharacterExceptSpace = /[^\P{Cc}\s\x85]/u;

/** An email address. The output is normalized and identifies the lead. */
export const Email = z
  .string()
  .transform((raw, ctx) => {
    const email = normalizeEmail(raw);
    if (email !== null) return email;
    ctx.addIssue({ code: "custom", message: describeInvalidEmail(raw) });
    return z.NEVER;
  })
  .meta({
    override: { type: "string", format: "email", maxLength: 254 },
    description:
      "An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @, only ASCII characters are supported.",
    example: "ada@example.org",
  });

/** A code as a person enters it. The output is normalized and identifies the code. */
export const CodeText = z
  .string()
  .max(200, "must be at most 200 characters")
  .refine(
    (text) => text.isWellFormed() && !controlCharacterExceptSpace.test(text),
    "must not contain control characters or invalid Unicode",
  )
  .transform((text, ctx) => {
    const code = normalizeCode(text);
    if (code !== "") return code;
    ctx.addIssue({ code: "custom", message: "must contain a letter or a digit" });
    return z.NEVER;
  })
  .meta({
    override: { type: "string", maxLength: 200 },
    description:
      "A code. Letter case, spaces, line breaks, hyphens and underscores are ignored, `ß` is `ss`, and the digits of all scripts are 0 to 9.",
    example: "curious-pineapple",
  });

/** The maximum length of a code of your own, in characters. */
const maxOwnCodeLength = 64;

/** A code of your own as it's shown to people. `CodeText` accepts every way to enter it. */
export const OwnCode = z
  .string()
  .transform((text) => (text.length > 200 ? text : text.normalize("NFKC").trim().replace(/\s+/g, " ")))
  .pipe(
    z
      .string()
      .max(maxOwnCodeLength, `must be at most ${maxOwnCodeLength} characters`)
      .regex(/^[\p{L}\p{M}\p{N} _-]*$/u, "must only contain letters, digits, spaces, hyphens and underscores")
      .refine((text) => normalizeCode(text) !== "", "must contain a letter or a digit"),
  )
  .meta({
    override: { type: "string", maxLength: maxOwnCodeLength },
    description: "A code of your own: letters, digits, spaces, hyphens and underscores.",
    example: "SPRING-A1B2",
  });

/** A single line of text, trimmed, with at most `max` characters. */
export const singleLineText = (max: number) =>
  z
    .string()
    .refine((text) => text.isWellFormed() && !controlCharacter.test(text), "must not contain control characters or invalid Unicode")
    .transform((text) => text.trim())
    .pipe(z.string().max(max, `must be at most ${max} characters`))
    .meta({ override: { type: "string", maxLength: max } });

/** Text with line breaks and at most `max` characters. */
export const multilineText = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine(
      (text) => text.isWellFormed() && !controlCharacterExceptLineBreak.test(text),
      "must not contain control characters or invalid Unicode",
    )
    .meta({ override: { type: "string", maxLength: max } });

/** A date-time in a request. The output is ISO 8601 in UTC with milliseconds. */
export const Instant = z
  .string()
  .max(64, "must be a date-time")
  .transform((text, ctx) => {
    const instant = parseDateTime(text);
    if (instant !== null) return instant;
    ctx.addIssue({ code: "custom", message: "must be an ISO 8601 date and time, such as 2026-12-31T23:59:00Z" });
    return z.NEVER;
  })
  .meta({
    override: { type: "string", format: "date-time" },
    description: "An ISO 8601 date and time. Without an offset, it's in UTC. The year must be from 1900 to 9999.",
    example: "2026-12-31T23:59:00Z",
  });

/** A date-time in a response: ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.string().meta({ override: { type: "string", format: "date-time" }, example: "2026-11-21T12:00:00.000Z" });

type ValidityWindow = { validFrom?: string; validUntil?: string };

/** The API's message for an end date that isn't after the start date. It names the API's field, so forms replace it. */
export const endsBeforeStartMessage = "must be after validFrom";

/** The refinement that `validUntil` is after `validFrom` if both are set. zod removes `message` from it when it is used. */
export const endsAfterStart: [(window: ValidityWindow) => boolean, { path: string[]; message: string }] = [
  ({ validFrom, validUntil }) => !validFrom || !validUntil || validFrom < validUntil,
  { path: ["validUntil"], message: endsBeforeStartMessage },
];

/** A whole number from `min` to `max`. */
export const wholeNumber = (max: number, min = 1) =>
  z
    .number({ error: ({ input }) => (input === undefined ? "is required" : "must be a whole number") })
    .int("must be a whole number")
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/** The ID of a record. The output is lowercase, so that two spellings of one ID are equal. */
export const Id = z
  .uuid({ error: (issue) => (issue.input === undefined ? "is required" : "must be a valid ID") })
  .toLowerCase()
  .meta({ example: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66" });

const DayCount = z.object({
  date: z.string().meta({ description: "The day, in the project's time zone.", example: "2026-11-21" }),
  count: z.number().int(),
});

export const Span = oneOf(spans).meta({
  description:
    "The number of days up to today, in the project's time zone. `all` starts with the first day whose count isn't 0. Defaults to `30`.",
});
export type Span = z.output<typeof Span>;

export const DailyStats = z.object({
  asOf: Timestamp.meta({ description: "When the numbers were computed. For very large projects, this can be a few minutes ago." }),
  days: z.array(DayCount).meta({ description: "Oldest first, including days with a count of 0." }),
});
export type DailyStats = z.output<typeof DailyStats>;

export const exampleDailyStats: DailyStats = { asOf: "2026-11-21T12:00:00.000Z", days: [{ date: "2026-11-21", count: 12 }] };

/** Text with line breaks and Markdown links, with at most `max` characters. */
export const linkedText = (max: number) =>
  multilineText(max).refine(hasSafeLinks, "must only contain links to https://, http:// or mailto: URLs");

/** A web URL. Allows http, for development on localhost. */
export const WebUrl = singleLineText(500).pipe(
  z
    .url({ protocol: /^https?$/, error: "must be a URL such as https://example.org/welcome" })
    .refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password, "must not contain a password"),
);

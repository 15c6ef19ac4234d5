import * as z from "zod";
import { alphabetProblem, maxPatternLength, patternProblem } from "./code-patterns";
import { endpoint, Flag, largeBodyLimit, listQuery, Search, sortParams } from "./endpoint";
import { allCodeTypes, codeStatuses, codeTypes, defaultCodeType } from "./enums";
import { type CsvExport, csvFormat, refineFile } from "./export-columns";
import { CodeText, Email, endsAfterStart, Id, Instant, OwnCode, singleLineText, Timestamp, wholeNumber } from "./fields";
import { maxAmount, maxClaims } from "./limits";
import { oneOf } from "./one-of";
import { redemptionRecordFields } from "./redemption";
import { formatTags, newTagFields, Tag, tagRecordFields } from "./tags";

const tag = "Codes";

export const CodeType = oneOf(codeTypes);
export type CodeType = z.output<typeof CodeType>;

const AnyCodeType = oneOf(allCodeTypes);
export type AnyCodeType = z.output<typeof AnyCodeType>;
/** The type of an existing code or batch. */
export const recordedType = AnyCodeType.meta({
  description: "The format of the code. `custom`: your own code, an imported code, or a code of a pattern.",
});

export const CodeStatus = oneOf(codeStatuses);
export type CodeStatus = z.output<typeof CodeStatus>;

export const CodeRecord = z
  .object({
    id: z.string().meta({ description: "Stays the same, also when the words of the code are replaced." }),
    code: z.string(),
    type: recordedType,
    status: CodeStatus.meta({ description: "The first of these that applies: `paused`, `expired`, `exhausted`, `scheduled`, `active`." }),
    allowedClaims: z.number().int().meta({ description: "How many customers can claim the code." }),
    claims: z.number().int().meta({ description: "The current number of claims." }),
    validFrom: Timestamp.nullable().meta({ description: "When the code can first be claimed. `null` if it has no start date." }),
    validUntil: Timestamp.nullable().meta({ description: "When the code expires. `null` if it never expires." }),
    reservedFor: z
      .object({ email: z.string() })
      .nullable()
      .meta({ description: "The only person who can claim the code. `null` if anyone can." }),
    batch: z.object({ id: Id, name: z.string() }).meta({ description: "The batch that the code was generated in." }),
    ...redemptionRecordFields,
    redemptionUrl: redemptionRecordFields.redemptionUrl.meta({
      description: "The link to redeem the code elsewhere. `null` if customers claim it here, or with `redemptionInstructions`.",
    }),
    ...tagRecordFields,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Code" });
export type CodeRecord = z.output<typeof CodeRecord>;

export const exampleBatch = { id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66", name: "Launch day" };

export const exampleCode: CodeRecord = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66-1",
  code: "curious-pineapple",
  type: "creative",
  status: "active",
  allowedClaims: 1,
  claims: 0,
  validFrom: null,
  validUntil: null,
  reservedFor: { email: "ada@example.org" },
  batch: exampleBatch,
  redemptionUrl: null,
  redemptionInstructions: null,
  tags: [],
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:00.000Z",
};

const codeBody = z.strictObject({ code: CodeText });

/** Filters of the code list. Bulk updates take the same ones. */
export const codeFilters = {
  q: Search.optional().meta({ description: "Only codes that start with this text, or whose second word does." }),
  type: AnyCodeType.optional().meta({ description: "Only codes of this type." }),
  status: CodeStatus.optional().meta({ description: "Only codes with this status." }),
  batch: Id.optional().meta({ description: "Only codes in the batch with this ID." }),
  reserved: Flag.optional().meta({ description: "Only codes that are, or aren't, reserved." }),
  reservedFor: Email.optional().meta({ description: "Only codes reserved for this email address." }),
  tag: Tag.optional().meta({ description: "Only codes with this tag. Case doesn't matter." }),
  usesLeft: Flag.optional().meta({ description: "Only codes that have, or don't have, claims left." }),
  endsBefore: Instant.optional().meta({ description: "Only codes whose `validUntil` is before this time." }),
  since: Instant.optional().meta({ description: "Only codes created at or after this time." }),
  until: Instant.optional().meta({ description: "Only codes created before this time." }),
};

/** Sort fields of the code list. */
const codeSorts = ["created", "code", "validUntil"] as const;

const csv: CsvExport<CodeRecord> = {
  name: "codes",
  columns: {
    code: ["Code", ({ code }) => code],
    type: ["Type", ({ type }) => type],
    status: ["Status", ({ status }) => status],
    claims: ["Claims", ({ claims }) => claims],
    allowedClaims: ["Allowed claims", ({ allowedClaims }) => allowedClaims],
    validFrom: ["Valid from", ({ validFrom }) => validFrom],
    validUntil: ["Valid until", ({ validUntil }) => validUntil],
    "reservedFor.email": ["Reserved for", ({ reservedFor }) => reservedFor?.email ?? null],
    "batch.name": ["Batch", ({ batch }) => batch.name],
    redemptionUrl: ["Redemption link", ({ redemptionUrl }) => redemptionUrl],
    redemptionInstructions: ["Redemption instructions", ({ redemptionInstructions }) => redemptionInstructions],
    tags: ["Tags", ({ tags }) => formatTags(tags)],
    createdAt: ["Created", ({ createdAt }) => createdAt],
    id: ["ID", ({ id }) => id],
  },
};

export const codeParams = z.strictObject({ code: CodeText });

export const getCodeEndpoint = endpoint({
  method: "GET",
  path: "/codes/:code",
  aliases: [{ method: "GET", path: "/codes/code/:code" }],
  tag,
  summary: "Get a code",
  access: ["secret_key", "viewer"],
  work: "customer",
  params: codeParams,
  reply: CodeRecord,
  errors: ["method_not_allowed", "code_not_found"],
  example: { params: { code: "curious-pineapple" }, reply: exampleCode },
});

export const listCodesEndpoint = endpoint({
  method: "GET",
  path: "/codes",
  tag,
  summary: "List codes",
  description:
    "Newest first by default. When sorted by `validUntil`, codes that never expire come last. Without `limit`, the response streams all codes. With `limit`, it returns one page with the `Link` and `X-Total-Count` headers.",
  access: ["secret_key", "viewer"],
  query: listQuery({ ...codeFilters, ...sortParams(codeSorts), ...csvFormat }),
  csv,
  reply: z.array(CodeRecord),
  errors: [],
  example: { query: { limit: "50", status: "active" }, reply: [exampleCode] },
});

/** How new codes are generated. */
export const newCodeFields = {
  type: CodeType.optional().meta({ description: `The format of the codes. Defaults to \`${defaultCodeType}\`.` }),
  allowedClaims: wholeNumber(maxClaims).optional().meta({ description: "How many customers can claim each code. Defaults to `1`." }),
  validFrom: Instant.optional().meta({ description: "When the codes can first be claimed. If omitted, they can be claimed right away." }),
  validUntil: Instant.optional().meta({
    description:
      "When the codes expire. If omitted, they never expire. Must be after `validFrom`. A time in the past creates expired codes.",
  }),
};

/** An existing batch whose codes are handed out, instead of new ones. */
export const batchField = Id.optional().meta({
  description:
    "The ID of an existing batch. Instead of a new code, each lead gets one of its codes that can be claimed now or later, isn't reserved, and was never sent, claimed or given to anyone. The codes keep their dates and uses. If the batch has too few, the last leads get none (`no_code_left`). A code goes back to the batch if its lead is deleted, declines, can't be reached or is put back in line, or if the email is canceled, unless the code was claimed.",
});

type BatchInput = { batch?: string | undefined };

/** Rejects the given fields of new codes together with `batch`. */
export const notWithBatch = <Name extends string>(
  ...names: Name[]
): [(input: BatchInput & Partial<Record<Name, unknown>>) => boolean, { path: string[]; message: string }] => [
  (input) => input.batch === undefined || names.every((name) => input[name] === undefined),
  { path: ["batch"], message: `can't be combined with ${names.map((name) => `\`${name}\``).join(", ")}` },
];

/** Describes `allowEasyToGuess`. */
export const easyToGuess =
  "`true` creates the codes even if they're easy to guess: more than 1 in 10,000 guesses would find one, or codes of a list count up, such as CAFE-001 and CAFE-002. Otherwise, they're refused with `code_easy_to_guess`, unless they're reserved.";

const fieldProblem = (problem: (text: string) => string | null) => (text: string, ctx: z.RefinementCtx<string>) => {
  const message = problem(text);
  if (message !== null) ctx.addIssue({ code: "custom", message });
};

export const GenerateCodesInput = z
  .strictObject({
    amount: wholeNumber(maxAmount)
      .optional()
      .meta({ description: "How many codes to generate. Required, except with `code`, which is always one." }),
    ...newCodeFields,
    code: OwnCode.optional().meta({
      description: "Your own code, instead of a generated one. Its letters and digits must differ from those of all other codes.",
    }),
    pattern: z
      .string()
      .superRefine(fieldProblem(patternProblem))
      .optional()
      .meta({
        override: { type: "string", maxLength: maxPatternLength },
        description:
          "Generates codes of this pattern instead of a `type`: `#` is a digit, `?` a letter without vowels and look-alikes, `*` either, and other characters are kept. The letters are uppercase, unless the pattern's own letters are lowercase.",
        example: "SPRING-####-????",
      }),
    alphabet: z
      .string()
      .max(36, "must be at most 36 characters")
      .superRefine(fieldProblem(alphabetProblem))
      .optional()
      .meta({ override: { type: "string", maxLength: 36 }, description: "The letters and digits that `*` stands for in `pattern`." }),
    allowEasyToGuess: z
      .boolean()
      .optional()
      .meta({ description: `${easyToGuess} Codes of a \`type\` are only refused with \`false\`.` }),
    reservedFor: Email.optional().meta({
      description: "The email address of the only person who can claim the codes. They don't have to be a lead yet.",
    }),
    name: singleLineText(200).optional().meta({ description: "The name of the batch." }),
    ...newTagFields,
  })
  .refine(...endsAfterStart)
  .refine(({ amount, code }) => amount !== undefined || code !== undefined, { path: ["amount"], message: "is required" })
  .refine(({ amount = 1, code }) => amount === 1 || code === undefined, { path: ["amount"], message: "must be 1 with `code`" })
  .refine(({ type, code, pattern }) => [type, code, pattern].filter((value) => value !== undefined).length <= 1, {
    path: ["type"],
    message: "can't be combined: send one of type, code and pattern",
  })
  .refine(({ pattern, alphabet }) => alphabet === undefined || pattern?.includes("*"), {
    path: ["alphabet"],
    message: "needs a `pattern` with *",
  });

/** The errors of generating codes. */
export const generateErrors = ["code_space_exhausted", "code_exists", "code_easy_to_guess"] as const;

export const generateCodesEndpoint = endpoint({
  method: "POST",
  path: "/codes/generate",
  tag,
  summary: "Generate codes",
  description:
    "Creates a batch and returns its codes in the order in which they were generated: in a format (`type`), in a pattern of yours (`pattern`), or one code of your own (`code`). If the format or pattern doesn't have enough unused codes left, or your own code exists, no codes are generated. Codes of your own and of patterns that are easy to guess need `allowEasyToGuess`, unless they're reserved; with `false`, so do codes of a `type`. Large responses are streamed.",
  access: ["secret_key", "member"],
  body: GenerateCodesInput,
  isLong: true,
  reply: z.array(CodeRecord),
  errors: generateErrors,
  example: { body: { amount: 1, reservedFor: "ada@example.org", name: "Launch day" }, reply: [exampleCode] },
});

export const deleteCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/delete",
  aliases: [{ method: "DELETE", path: "/codes/delete" }],
  tag,
  summary: "Delete a code",
  description:
    "Permanently deletes the code. This can't be undone. Also deletes its claims and tokens and cancels its queued emails. Everyone who claimed it loses access. Returns the deleted code.",
  access: ["secret_key", "member"],
  body: codeBody,
  reply: CodeRecord,
  errors: ["code_not_found"],
  example: { body: { code: "curious-pineapple" }, reply: exampleCode },
});

/** The most codes or emails one request can list. */
const maxListed = 50_000;

export const CodeList = z.array(CodeText).min(1, "must have at least one code").max(maxListed, `must have at most ${maxListed} codes`);

export const lookupCodesEndpoint = endpoint({
  method: "POST",
  path: "/codes/lookup",
  tag,
  summary: "Look up codes",
  description: "Returns the codes in the order you list them, without duplicates. Codes that don't exist are omitted.",
  access: ["secret_key", "viewer"],
  isRead: true,
  work: "read",
  bodyLimit: largeBodyLimit,
  query: refineFile(z.strictObject(csvFormat)),
  body: z.strictObject({ codes: CodeList }),
  csv,
  isLong: true,
  reply: z.array(CodeRecord),
  errors: [],
  example: { body: { codes: ["curious-pineapple"] }, reply: [exampleCode] },
});

export const suggestCodesEndpoint = endpoint({
  method: "POST",
  path: "/codes/suggest",
  tag,
  summary: "Suggest codes for a mistyped one",
  description:
    "Returns up to five existing codes that are closest to the given text, best first: one character is wrong, missing, extra or swapped with the next, or up to two in a creative code, or only look-alikes such as O and 0 differ. The code with exactly this text isn't included.",
  access: ["secret_key", "viewer"],
  isRead: true,
  body: z.strictObject({ code: CodeText }),
  reply: z.array(CodeRecord),
  errors: [],
  example: { body: { code: "curious-pinapple" }, reply: [exampleCode] },
});

export const FormatRecord = z
  .object({
    type: CodeType,
    total: z.number().int().meta({ description: "The number of possible codes in this format." }),
    used: z.number().int().meta({ description: "The number of codes of this type, with any status." }),
    remaining: z.number().int().meta({
      description: "How many more codes of this type can be generated. Codes of other types that match this format aren't available.",
    }),
    claimable: z
      .number()
      .int()
      .meta({ description: "The number of codes of this type that someone could claim by guessing. They're active and not reserved." }),
    asOf: Timestamp.meta({ description: "When the numbers were computed." }),
  })
  .meta({ id: "Format" });
export type FormatRecord = z.output<typeof FormatRecord>;

export const listFormatsEndpoint = endpoint({
  method: "GET",
  path: "/formats",
  tag,
  summary: "List code formats",
  description: "Returns how many more codes each format can generate and how many of its codes someone could claim by guessing.",
  access: ["secret_key", "viewer"],
  reply: z.array(FormatRecord),
  errors: [],
  example: {
    reply: [{ type: "creative", total: 2_741_744, used: 1200, remaining: 2_740_544, claimable: 980, asOf: "2026-11-21T12:00:00.000Z" }],
  },
});

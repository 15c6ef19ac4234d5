import * as z from "zod";
import { binField, binMatchesAction } from "./bin";
import { newRestrictionFields, restrictionRecordFields } from "./claim-restrictions";
import { alphabetProblem, maxPatternLength, patternProblem } from "./code-patterns";
import { endpoint, exactlyOneOf, Flag, filterInput, largeBodyLimit, listQuery, Search, sortParams } from "./endpoint";
import { allCodeTypes, codeStatuses, codeTypes, defaultCodeType } from "./enums";
import { apiErrors, type ErrorName } from "./errors";
import { type CsvExport, csvFormat, refineFile } from "./export-columns";
import {
  CodeText,
  Email,
  endsAfterStart,
  expectedValues,
  Id,
  Instant,
  OwnCode,
  oneOf,
  singleLineText,
  Timestamp,
  wholeNumber,
} from "./fields";
import { HoldRecord } from "./holds";
import { exampleJob, JobRecord } from "./jobs";
import { maxAmount, maxClaims } from "./limits";
import { ExternalId, formatMetadata, metadataChangeFields, metadataFilters, metadataRecordFields, newMetadataFields } from "./metadata";
import { redemptionRecordFields } from "./redemption";
import { BulkTags, formatTags, newTagFields, Tag, tagActions, tagChangeFields, tagRecordFields, tagsMatchAction } from "./tags";

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
    ...restrictionRecordFields,
    ...tagRecordFields,
    ...metadataRecordFields,
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
  allowedDomains: null,
  oncePerBatch: null,
  tags: [],
  metadata: {},
  externalId: null,
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:00.000Z",
};

/** A code with who holds it. */
export const HeldCodeRecord = CodeRecord.extend({
  holds: z.array(HoldRecord).meta({
    description: "The emails for which the code is on hold now, the first to end first. They don't change `updatedAt`.",
  }),
}).meta({ id: "HeldCode" });
export type HeldCodeRecord = z.output<typeof HeldCodeRecord>;

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
  ...metadataFilters("codes"),
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
    externalId: ["External ID", ({ externalId }) => externalId],
    metadata: ["Metadata", ({ metadata }) => formatMetadata(metadata)],
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
  reply: HeldCodeRecord,
  errors: ["method_not_allowed", "code_not_found"],
  example: { params: { code: "curious-pineapple" }, reply: { ...exampleCode, holds: [] } },
});

export const getCodeByExternalIdEndpoint = endpoint({
  method: "GET",
  path: "/codes/external-id/:externalId",
  tag,
  summary: "Get a code by external ID",
  description: "Percent-encode the ID in the path.",
  access: ["secret_key", "viewer"],
  work: "customer",
  params: z.strictObject({ externalId: ExternalId }),
  reply: HeldCodeRecord,
  errors: ["code_not_found"],
  example: {
    params: { externalId: "order_1001" },
    reply: { ...exampleCode, metadata: { plan: "pro" }, externalId: "order_1001", holds: [] },
  },
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

const codeMetadataFields = newMetadataFields("code");

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
    ...newRestrictionFields,
    ...newTagFields,
    ...codeMetadataFields,
    externalId: codeMetadataFields.externalId.meta({
      description: `${codeMetadataFields.externalId.meta()?.description} Only with \`code\`, or an \`amount\` of 1.`,
    }),
  })
  .refine(...endsAfterStart)
  .refine(({ amount, code }) => amount !== undefined || code !== undefined, { path: ["amount"], message: "is required" })
  .refine(({ amount = 1, code }) => amount === 1 || code === undefined, { path: ["amount"], message: "must be 1 with `code`" })
  .refine(({ amount = 1, externalId }) => amount === 1 || externalId === undefined, {
    path: ["externalId"],
    message: "needs `code`, or an `amount` of 1",
  })
  .refine(({ type, code, pattern }) => [type, code, pattern].filter((value) => value !== undefined).length <= 1, {
    path: ["type"],
    message: "can't be combined: send one of type, code and pattern",
  })
  .refine(({ pattern, alphabet }) => alphabet === undefined || pattern?.includes("*"), {
    path: ["alphabet"],
    message: "needs a `pattern` with *",
  });

/** The errors of generating codes. */
export const generateErrors = ["code_space_exhausted", "code_exists", "external_id_exists", "code_easy_to_guess"] as const;

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

const CodeList = z.array(CodeText).min(1, "must have at least one code").max(maxListed, `must have at most ${maxListed} codes`);

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

/** The rules of a claim, in the order in which they are checked. */
export const codeRules = [
  "claims",
  "block_list",
  "exists",
  "reservation",
  "domain",
  "pause",
  "end",
  "uses",
  "start",
  "once",
  "hold",
] as const;
export type CodeRule = (typeof codeRules)[number];

const errorNames = Object.keys(apiErrors) as [ErrorName, ...ErrorName[]];

export const CheckReply = z.object({
  code: CodeRecord.nullable().meta({ description: "`null` if the code doesn't exist." }),
  email: z.string(),
  claimable: z.boolean().meta({ description: "Whether a claim would succeed right now." }),
  claimed: z
    .boolean()
    .meta({ description: "Whether this person has already claimed the code. If so, claiming it again returns a new claim token." }),
  error: z
    .enum(errorNames)
    .nullable()
    .meta({ description: "The error that a claim with the secret key would return. `null` if the claim would succeed." }),
  publicError: z
    .enum(errorNames)
    .nullable()
    .meta({ description: "The error that a claim with the public key would return. `null` if the claim would succeed." }),
  message: z.string().nullable().meta({
    description:
      "Why this person can't claim the code, for them to read. `null` if they can. Not what they mustn't know, such as for whom it's reserved.",
  }),
  rules: z.array(z.object({ rule: z.enum(codeRules), passes: z.boolean(), message: z.string() })).meta({
    description:
      "The rules of a claim, for staff and developers, in the order in which they're checked. If the code doesn't exist, the list ends with that rule.",
  }),
});
export type CheckReply = z.output<typeof CheckReply>;

export const checkCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/check",
  tag,
  summary: "Check a code",
  description: "Returns whether a person can claim the code, and why not if they can't. Doesn't claim the code.",
  access: ["secret_key", "viewer"],
  isRead: true,
  body: z.strictObject({ code: CodeText, email: Email }),
  reply: CheckReply,
  errors: [],
  isForForms: true,
  example: {
    body: { code: "curious-pineapple", email: "grace@example.org" },
    reply: {
      code: exampleCode,
      email: "grace@example.org",
      claimable: false,
      claimed: false,
      error: "code_reserved",
      publicError: "code_not_found",
      message: "This code doesn't exist.",
      rules: [
        { rule: "claims", passes: true, message: "Claims aren't paused." },
        { rule: "block_list", passes: true, message: "The email isn't on the block list." },
        { rule: "exists", passes: true, message: "The code exists." },
        { rule: "reservation", passes: false, message: "It's reserved for someone else." },
        { rule: "domain", passes: true, message: "Emails of all domains can claim it." },
        { rule: "pause", passes: true, message: "It isn't paused." },
        { rule: "end", passes: true, message: "It never expires." },
        { rule: "uses", passes: true, message: "1 of 1 claims left." },
        { rule: "start", passes: true, message: "It has no start date." },
        { rule: "once", passes: true, message: "A person can claim several codes of its batch." },
        { rule: "hold", passes: true, message: "No one holds it." },
      ],
    },
  },
});

/** When codes expire and how often they can be claimed. */
export const extensionFields = {
  validUntil: Instant.nullable().optional().meta({
    description: "The new end date, earlier or later than the current one. Must be after `validFrom`. `null` removes the end date.",
  }),
  allowedClaims: wholeNumber(maxClaims)
    .optional()
    .meta({ description: "How many customers can claim each code. Can't be lower than a code's current number of claims." }),
};

export const updateCodeEndpoint = endpoint({
  method: "PATCH",
  path: "/codes/:code",
  tag,
  summary: "Update a code",
  description: "Updates the fields you send. If one of them can't be updated, none are. Existing claims are kept.",
  access: ["secret_key", "member"],
  params: codeParams,
  body: z
    .strictObject({
      paused: z.boolean().optional().meta({
        description: "Whether to pause the code. Paused codes can't be claimed. A code in a paused batch can't be resumed on its own.",
      }),
      ...extensionFields,
      reservedFor: Email.nullable().optional().meta({
        description:
          "The email address of the only person who can claim the code. They don't have to be a lead yet. `null` removes the reservation.",
      }),
      ...tagChangeFields,
      ...metadataChangeFields("code"),
      expected: expectedValues(
        { validUntil: Instant.nullable(), allowedClaims: z.number().int(), reservedFor: z.string().nullable() },
        "code_changed",
      ),
    })
    .refine(({ expected: _, ...body }) => Object.values(body).some((value) => value !== undefined), {
      message: "must have at least one of paused, validUntil, allowedClaims, reservedFor, tags, addTags, removeTags, metadata, externalId",
    }),
  reply: CodeRecord,
  errors: ["code_not_found", "code_changed", "batch_paused", "external_id_exists"],
  example: {
    params: { code: "curious-pineapple" },
    body: { validUntil: "2026-12-31T22:59:00Z", allowedClaims: 5 },
    reply: { ...exampleCode, validUntil: "2026-12-31T22:59:00.000Z", allowedClaims: 5, updatedAt: "2026-11-22T09:30:00.000Z" },
  },
});

export const replaceWordsEndpoint = endpoint({
  method: "POST",
  path: "/codes/:code/new-words",
  tag,
  summary: "Replace the words of a code",
  description:
    "Replaces the word pair of a `creative` code that no one has: it was never claimed, sent or given to anyone. Everything else of the code stays. Printed cards and copied links with the old words no longer work.",
  access: ["secret_key", "member"],
  params: codeParams,
  reply: CodeRecord,
  errors: ["code_not_found", "code_handed_out", "code_not_creative", "code_space_exhausted"],
  example: {
    params: { code: "gloomy-turnip" },
    reply: { ...exampleCode, updatedAt: "2026-11-22T09:30:00.000Z" },
  },
});

/** What can be done to many batches at once. */
const batchActions = ["pause", "resume", "extend", "delete"] as const;
export const BatchActionName = oneOf(batchActions);

const codeActions = ["pause", "resume", "extend", ...tagActions, "delete"] as const;
export type CodeAction = (typeof codeActions)[number];

type BulkAction = { action: CodeAction; validUntil?: unknown; allowedClaims?: unknown };

/** Requires a new end date or number of claims for `extend`, and neither for the other actions. */
export const extensionMatchesAction: [(body: BulkAction) => boolean, { path: string[]; message: string }] = [
  ({ action, validUntil, allowedClaims }) => (action === "extend") === (validUntil !== undefined || allowedClaims !== undefined),
  { path: ["validUntil"], message: "extend needs validUntil, allowedClaims or both; the other actions take neither" },
];

export const bulkUpdateCodesEndpoint = endpoint({
  method: "POST",
  path: "/codes/bulk",
  tag,
  summary: "Run a bulk action on codes",
  description:
    "Pauses, resumes, extends, tags or deletes the codes that you list in `codes` or select with `filter`. Returns a background job. Small jobs finish before the response. Larger jobs continue in the background, and you can track their progress. Codes that no longer exist or don't need the change are skipped. Codes created after the request aren't affected. Some codes can't be changed: codes in a paused batch can't be resumed on their own (`batch_paused`), and some codes can't have the new end date, number of claims or tags (`invalid_input`). They keep their values, and the job's `error` says how many there are.",
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: z
    .strictObject({
      action: oneOf(codeActions),
      codes: CodeList.optional(),
      filter: filterInput(codeFilters).optional(),
      ...extensionFields,
      tags: BulkTags.optional(),
      ...binField,
    })
    .refine(...binMatchesAction)
    .refine(...exactlyOneOf("codes", "filter"))
    .refine(...extensionMatchesAction)
    .refine(...tagsMatchAction),
  isLong: true,
  reply: JobRecord,
  errors: [],
  example: {
    body: { action: "pause", filter: { type: "numeric", status: "active" } },
    reply: { ...exampleJob, status: "queued", total: null, processed: 0, changed: 0 },
  },
});

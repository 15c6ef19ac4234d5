import { z } from "zod";
import { asCsv, type Csv, endpoint, Flag, listQuery, longBodyLimit, Search, sortedBy } from "./endpoint";
import { CodeText, count, Email, endsAfterStart, Id, Instant, line, Timestamp } from "./fields";
import { codeStatuses, codeTypes, defaultType } from "./kinds";
import { maxAmount, maxClaims } from "./limits";

const tag = "Codes";

export const CodeType = z.enum(codeTypes, `must be one of ${codeTypes.join(", ")}`);
export type CodeType = z.output<typeof CodeType>;

export const CodeStatus = z.enum(codeStatuses, `must be one of ${codeStatuses.join(", ")}`);
export type CodeStatus = z.output<typeof CodeStatus>;

/** A code as the service answers it. */
export const CodeRecord = z
  .object({
    code: z.string(),
    type: CodeType,
    status: CodeStatus,
    allowedClaims: z.number().int(),
    claims: z.number().int().meta({ description: "Claims that exist now." }),
    validFrom: Timestamp.nullable(),
    validUntil: Timestamp.nullable(),
    reservedFor: z.object({ email: z.string() }).nullable(),
    batch: z.object({ id: Id, name: z.string() }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Code" });
export type CodeRecord = z.output<typeof CodeRecord>;

export const exampleBatch = { id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66", name: "Launch day" };

export const exampleCode: CodeRecord = {
  code: "curious-pineapple",
  type: "creative",
  status: "active",
  allowedClaims: 1,
  claims: 0,
  validFrom: null,
  validUntil: null,
  reservedFor: { email: "ada@example.org" },
  batch: exampleBatch,
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:00.000Z",
};

/** The body of an act on one code. */
export const codeBody = z.strictObject({ code: CodeText });

/** What narrows a list of codes; acts on many take the same. */
export const codeFilters = {
  q: Search.optional().meta({ description: "How the code, or the second word of it, begins." }),
  type: CodeType.optional(),
  status: CodeStatus.optional(),
  batch: Id.optional(),
  reserved: Flag.optional().meta({ description: "Only codes that are, or are not, reserved for a lead." }),
  reservedFor: Email.optional(),
  usesLeft: Flag.optional().meta({ description: "Only codes that have, or have not, a use left." }),
  endsBefore: Instant.optional().meta({ description: "Only codes that end before this moment, or have ended." }),
  since: Instant.optional().meta({ description: "Only codes made at this moment or later." }),
  until: Instant.optional().meta({ description: "Only codes made before this moment." }),
};

/** What a list of codes can be in the order of. */
export const codeSorts = ["created", "code", "validUntil"] as const;

const csv: Csv<CodeRecord> = {
  name: "codes",
  columns: {
    Code: ({ code }) => ({ text: code }),
    Type: ({ type }) => type,
    Status: ({ status }) => status,
    Claims: ({ claims }) => claims,
    Allowed: ({ allowedClaims }) => allowedClaims,
    From: ({ validFrom }) => validFrom,
    Until: ({ validUntil }) => validUntil,
    "Reserved for": ({ reservedFor }) => reservedFor?.email ?? null,
    Batch: ({ batch }) => batch.name,
    Created: ({ createdAt }) => createdAt,
  },
};
const codeParams = z.strictObject({ code: CodeText });

export const findCodeEndpoint = endpoint({
  method: "GET",
  path: "/codes/:code",
  aliases: [{ method: "GET", path: "/codes/code/:code" }],
  tag,
  summary: "Look up a code",
  access: ["secret_key", "viewer"],
  params: codeParams,
  reply: CodeRecord,
  errors: ["code_not_found"],
  example: { params: { code: "curious-pineapple" }, reply: exampleCode },
});

export const listCodesEndpoint = endpoint({
  method: "GET",
  path: "/codes",
  tag,
  summary: "List codes",
  description:
    "Newest first unless `sort` says otherwise; codes without an end come after those with one. Without `limit` all codes are streamed; with it, one page, with `Link` and `X-Total-Count`.",
  access: ["secret_key", "viewer"],
  query: listQuery({ ...codeFilters, ...sortedBy(codeSorts), ...asCsv }),
  csv,
  reply: z.array(CodeRecord),
  errors: [],
  example: { query: { limit: "50", status: "active" }, reply: [exampleCode] },
});

/** What codes are made of: how many, in which format, for whom, and when they can be claimed. */
export const Making = z
  .strictObject({
    amount: count(maxAmount),
    type: CodeType.optional().meta({ description: `Default \`${defaultType}\`.` }),
    allowedClaims: count(maxClaims).optional().meta({ description: "How many customers may claim each code. Default 1." }),
    validFrom: Instant.optional(),
    validUntil: Instant.optional().meta({ description: "Must be after `validFrom`; an end in the past makes codes that are expired." }),
    reservedFor: Email.optional().meta({ description: "Only this address may claim them; it need not be a lead yet." }),
    name: line(200).optional().meta({ description: "Names the batch." }),
  })
  .refine(...endsAfterStart);

export const generateCodesEndpoint = endpoint({
  method: "POST",
  path: "/codes/generate",
  tag,
  summary: "Generate codes",
  description: "Makes all of them or none, as one batch, and answers their records in the order made. Large answers are streamed.",
  access: ["secret_key", "member"],
  body: Making,
  reply: z.array(CodeRecord),
  errors: ["code_space_exhausted"],
  example: { body: { amount: 1, reservedFor: "ada@example.org", name: "Launch day" }, reply: [exampleCode] },
});

export const deleteCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/delete",
  aliases: [{ method: "DELETE", path: "/codes/delete" }],
  tag,
  summary: "Delete a code",
  description: "Permanent. Its claims and tokens go, mail that waits to be sent is cancelled, and who claimed it loses access.",
  access: ["secret_key", "member"],
  body: codeBody,
  reply: CodeRecord,
  errors: ["code_not_found"],
  example: { body: { code: "curious-pineapple" }, reply: exampleCode },
});

/** The most codes or addresses one call names one by one. */
export const maxNamed = 50_000;

/** Codes that a call names one by one. */
export const NamedCodes = z.array(CodeText).min(1, "must name at least one code").max(maxNamed, `must be at most ${maxNamed} codes`);

export const findCodesEndpoint = endpoint({
  method: "POST",
  path: "/codes/find",
  tag,
  summary: "Look up many codes",
  description: "In the order named, each once. Those that do not exist are left out.",
  access: ["secret_key", "viewer"],
  bodyLimit: longBodyLimit,
  query: z.strictObject(asCsv),
  body: z.strictObject({ codes: NamedCodes }),
  csv,
  reply: z.array(CodeRecord),
  errors: [],
  example: { body: { codes: ["curious-pineapple"] }, reply: [exampleCode] },
});

import { z } from "zod";
import { endpoint, Flag, listQuery, Search } from "./endpoint";
import { CodeText, count, Email, endsAfterStart, Id, Instant, line, Timestamp } from "./fields";

const tag = "Codes";

/** The most codes one call makes. */
export const maxAmount = 1_000_000;

/** The most claims a code can allow; the column is a 32-bit integer. */
export const maxClaims = 2_147_483_647;

/** The formats codes are generated in. */
export const codeTypes = ["creative", "alphanumeric", "numeric"] as const;
export const CodeType = z.enum(codeTypes, `must be one of ${codeTypes.join(", ")}`);
export type CodeType = z.output<typeof CodeType>;

/** The format when nobody asks for one. */
export const defaultType: CodeType = "creative";

/** A code's derived status, the first that holds in this order. */
export const codeStatuses = ["paused", "expired", "exhausted", "scheduled", "active"] as const;
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

const codeBody = z.strictObject({ code: CodeText });
const codeParams = z.strictObject({ code: CodeText });

export const findCode = endpoint({
  method: "GET",
  path: "/codes/:code",
  aliases: [{ method: "GET", path: "/codes/code/:code" }],
  tag,
  summary: "Look up a code",
  access: ["secret_key", "viewer"],
  params: codeParams,
  reply: CodeRecord,
  refuses: ["code_not_found"],
  example: { params: { code: "curious-pineapple" }, reply: exampleCode },
});

export const listCodes = endpoint({
  method: "GET",
  path: "/codes",
  tag,
  summary: "List codes",
  description: "Newest first. Without `limit` all codes are streamed; with it, one page, with `Link` and `X-Total-Count`.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    q: Search.optional().meta({ description: "How the code begins." }),
    type: CodeType.optional(),
    status: CodeStatus.optional(),
    batch: Id.optional(),
    reserved: Flag.optional().meta({ description: "Only codes that are, or are not, reserved for a lead." }),
    reservedFor: Email.optional(),
  }),
  reply: z.array(CodeRecord),
  refuses: [],
  example: { query: { limit: "50", status: "active" }, reply: [exampleCode] },
});

export const generateCodes = endpoint({
  method: "POST",
  path: "/codes/generate",
  tag,
  summary: "Generate codes",
  description: "Makes all of them or none, as one batch, and answers their records in the order made. Large answers are streamed.",
  access: ["secret_key", "member"],
  body: z
    .strictObject({
      amount: count(maxAmount),
      type: CodeType.optional().meta({ description: `Default \`${defaultType}\`.` }),
      allowedClaims: count(maxClaims).optional().meta({ description: "How many customers may claim each code. Default 1." }),
      validFrom: Instant.optional(),
      validUntil: Instant.optional().meta({ description: "Must be after `validFrom`; an end in the past makes codes that are expired." }),
      reservedFor: Email.optional().meta({ description: "Only this address may claim them; it need not be a lead yet." }),
      name: line(200).optional().meta({ description: "Names the batch." }),
    })
    .refine(...endsAfterStart),
  reply: z.array(CodeRecord),
  refuses: ["code_space_exhausted"],
  example: { body: { amount: 1, reservedFor: "ada@example.org", name: "Launch day" }, reply: [exampleCode] },
});

export const deleteCode = endpoint({
  method: "POST",
  path: "/codes/delete",
  aliases: [{ method: "DELETE", path: "/codes/delete" }],
  tag,
  summary: "Delete a code",
  description: "Permanent. Its claims and tokens go, mail that waits to be sent is cancelled, and who claimed it loses access.",
  access: ["secret_key", "member"],
  body: codeBody,
  reply: CodeRecord,
  refuses: ["code_not_found"],
  example: { body: { code: "curious-pineapple" }, reply: exampleCode },
});

export const pauseCode = endpoint({
  method: "POST",
  path: "/codes/pause",
  tag,
  summary: "Pause a code",
  description: "Nobody new can claim it until it is resumed. Pausing a paused code changes nothing.",
  access: ["secret_key", "member"],
  body: codeBody,
  reply: CodeRecord,
  refuses: ["code_not_found"],
  example: { body: { code: "curious-pineapple" }, reply: { ...exampleCode, status: "paused" } },
});

export const resumeCode = endpoint({
  method: "POST",
  path: "/codes/resume",
  tag,
  summary: "Resume a code",
  access: ["secret_key", "member"],
  body: codeBody,
  reply: CodeRecord,
  refuses: ["code_not_found", "batch_paused"],
  example: { body: { code: "curious-pineapple" }, reply: exampleCode },
});

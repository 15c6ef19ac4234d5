import { z } from "zod";
import { CodeRecord, exampleBatch, exampleCode } from "./codes";
import { DaysReply, exampleDays, Span } from "./days";
import { asCsv, type Csv, endpoint, listQuery, Search, sortedBy } from "./endpoint";
import { CodeText, Email, Id, Instant, Timestamp } from "./fields";
import { exampleLead, LeadRecord } from "./leads";
import { shownByPublic } from "./protection";
import { Source } from "./sources";

const tag = "Claims";

/** How long a claim's token can be exchanged, in seconds. */
export const tokenLifeSeconds = 60;

/** A claim as the service answers it. */
export const ClaimRecord = z
  .object({ code: z.string(), email: z.string(), batch: z.object({ id: Id, name: z.string() }), source: Source, claimedAt: Timestamp })
  .meta({ id: "Claim" });
export type ClaimRecord = z.output<typeof ClaimRecord>;

const exampleClaim: ClaimRecord = {
  code: "curious-pineapple",
  email: "ada@example.org",
  batch: exampleBatch,
  source: "widget",
  claimedAt: "2026-11-21T12:00:00.000Z",
};

/** What a claim answers; `lead` and `claimedCode` only to the secret key. */
export const ClaimReply = z.object({
  token: z.string().meta({
    description: `24 hexadecimal digits; exchange it once within ${tokenLifeSeconds} seconds.`,
    example: "9f86d081884c7d659a2feaa0",
  }),
  tokenExpiresAt: Timestamp,
  code: z.string(),
  email: z.string(),
  lead: LeadRecord.optional(),
  claimedCode: CodeRecord.optional(),
});
export type ClaimReply = z.output<typeof ClaimReply>;

export const claimCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/claim",
  tag,
  summary: "Claim a code for an e-mail address",
  description:
    "The same address claiming the same code again gets a fresh token and uses nothing up. To the public key a code that is reserved for somebody else does not exist. While claims are paused, every other claim is refused with `claims_paused`.",
  access: ["public_key", "secret_key", "member"],
  body: z.strictObject({
    code: CodeText,
    email: Email,
    ...shownByPublic,
    pass: z.string().max(100, "must be at most 100 characters").optional().meta({
      description: "What a mailed link says beside its code: whoever holds it is not taken for somebody who guesses.",
    }),
  }),
  reply: ClaimReply,
  errors: [
    "proof_needed",
    "claims_paused",
    "code_not_found",
    "code_reserved",
    "code_paused",
    "code_expired",
    "code_exhausted",
    "code_not_started",
  ],
  tries: "guess",
  example: {
    body: { code: "curious-pineapple", email: "ada@example.org" },
    reply: {
      token: "9f86d081884c7d659a2feaa0",
      tokenExpiresAt: "2026-11-21T12:01:00.000Z",
      code: "curious-pineapple",
      email: "ada@example.org",
      lead: { ...exampleLead, hasClaimedCode: true, onWaitlist: false },
      claimedCode: { ...exampleCode, claims: 1, status: "exhausted" },
    },
  },
});

export const exchangeTokenEndpoint = endpoint({
  method: "POST",
  path: "/claims/exchange",
  tag,
  summary: "Exchange a claim's token for who claimed",
  description: `A token works once, for ${tokenLifeSeconds} seconds. \`customer\` is the same lead, under the name older clients read.`,
  access: ["secret_key", "member"],
  body: z.strictObject({ token: z.string().max(200, "must be at most 200 characters") }),
  reply: z.object({
    lead: LeadRecord,
    customer: LeadRecord,
    code: CodeRecord,
    claimedAt: Timestamp,
  }),
  errors: ["token_not_found"],
  example: {
    body: { token: "9f86d081884c7d659a2feaa0" },
    reply: {
      lead: { ...exampleLead, hasClaimedCode: true, onWaitlist: false },
      customer: { ...exampleLead, hasClaimedCode: true, onWaitlist: false },
      code: { ...exampleCode, claims: 1, status: "exhausted" },
      claimedAt: "2026-11-21T12:00:00.000Z",
    },
  },
});

const search = Search.optional().meta({
  description: "Part of the address, or how the code begins; a text of one or two characters is looked for at the beginnings of both.",
});

const csv: Csv<ClaimRecord> = {
  name: "claims",
  columns: {
    Address: ({ email }) => email,
    Code: ({ code }) => ({ text: code }),
    Batch: ({ batch }) => batch.name,
    Source: ({ source }) => source,
    Claimed: ({ claimedAt }) => claimedAt,
  },
};

export const listClaimsEndpoint = endpoint({
  method: "GET",
  path: "/claims",
  tag,
  summary: "List claims",
  description: "Newest first unless `order` says otherwise.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    q: search,
    code: CodeText.optional(),
    email: Email.optional(),
    batch: Id.optional(),
    source: Source.optional(),
    since: Instant.optional(),
    until: Instant.optional(),
    ...sortedBy(["claimed"]),
    ...asCsv,
  }),
  csv,
  reply: z.array(ClaimRecord),
  errors: [],
  example: { query: { limit: "50" }, reply: [exampleClaim] },
});

export const listCodeClaimsEndpoint = endpoint({
  method: "GET",
  path: "/codes/:code/claims",
  tag,
  summary: "List the claims of one code",
  description: "Newest first.",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ code: CodeText }),
  query: listQuery({ q: search }),
  reply: z.array(ClaimRecord),
  errors: ["code_not_found"],
  example: { params: { code: "curious-pineapple" }, reply: [exampleClaim] },
});

export const revokeClaimEndpoint = endpoint({
  method: "POST",
  path: "/claims/revoke",
  tag,
  summary: "Revoke a claim",
  description: "Permanent. Who claimed loses access, tokens of the claim die, and the code gets its use back.",
  access: ["secret_key", "member"],
  body: z.strictObject({ code: CodeText, email: Email }),
  reply: ClaimRecord,
  errors: ["claim_not_found"],
  example: { body: { code: "curious-pineapple", email: "ada@example.org" }, reply: exampleClaim },
});

export const countClaimsByDayEndpoint = endpoint({
  method: "GET",
  path: "/claims/days",
  tag,
  summary: "Count the claims of each day",
  access: ["secret_key", "viewer"],
  query: z.strictObject({ span: Span.optional(), batch: Id.optional() }),
  reply: DaysReply,
  errors: [],
  example: { query: { span: "30" }, reply: exampleDays },
});

import * as z from "zod";
import { proofField, visitorField } from "./abuse-protection";
import { CodeRecord, exampleBatch, exampleCode } from "./codes";
import { endpoint, exactlyOneOf, listQuery, Search, sortParams } from "./endpoint";
import { type FailedClaimError, failedClaimErrors } from "./enums";
import { type CsvExport, csvFormat } from "./export-columns";
import { CodeText, DailyStats, Email, exampleDailyStats, Id, Instant, Span, Timestamp } from "./fields";
import { Source } from "./lead-filters";
import { exampleLead, LeadRecord } from "./leads";
import { failedClaimLimits } from "./limits";

const tag = "Claims";

/** Lifetime of a claim token in seconds. */
export const tokenLifetimeSeconds = 60;

/** For how long we can tell that a claim token was used or has expired, in hours. */
export const usedTokenHours = 24;

export const ClaimRecord = z
  .object({
    code: z.string(),
    email: z.string(),
    batch: z.object({ id: Id, name: z.string() }),
    source: Source,
    claimedAt: Timestamp,
    emailVerified: z.boolean().meta({
      description:
        "Whether someone claimed the code through a link that was emailed to this email address. To decide about access, use `emailVerified` of the exchanged token.",
    }),
  })
  .meta({ id: "Claim" });
export type ClaimRecord = z.output<typeof ClaimRecord>;

const exampleClaim: ClaimRecord = {
  code: "curious-pineapple",
  email: "ada@example.org",
  batch: exampleBatch,
  source: "widget",
  claimedAt: "2026-11-21T12:30:00.000Z",
  emailVerified: true,
};

const leadAfterClaim: LeadRecord = {
  ...exampleLead,
  hasClaimedCode: true,
  onWaitlist: false,
  waitlistStatus: "claimed",
  updatedAt: exampleClaim.claimedAt,
};
/** With the claim of the example, whose link was emailed to them. */
const confirmedLead: LeadRecord = { ...leadAfterClaim, confirmedAt: exampleClaim.claimedAt, confirmedBy: "claim" };
const codeAfterClaim: CodeRecord = { ...exampleCode, claims: 1, status: "exhausted", updatedAt: exampleClaim.claimedAt };

const claimedFields = {
  code: z.string().meta({ description: "The code." }),
  email: z.string().meta({ description: "The email address." }),
};

/** What every caller gets for a claim. */
export const ClaimToken = z
  .strictObject({
    claimToken: z.string().meta({
      description: `24 hexadecimal digits. You can exchange it once, within ${tokenLifetimeSeconds} seconds.`,
      example: "9f86d081884c7d659a2feaa0",
    }),
    token: z.string().meta({ description: "The same as `claimToken`, for older clients.", example: "9f86d081884c7d659a2feaa0" }),
    tokenExpiresAt: Timestamp,
    created: z.boolean().meta({ description: "Whether this request made the claim. `false` for a repeated claim." }),
    claimedAt: Timestamp.meta({ description: "When the code was claimed." }),
    emailVerified: z.boolean().meta({
      description: "Whether this request proved that the person owns the email address, with a link token that was emailed to it.",
    }),
    state: z.string().optional().meta({ description: "The `state` of the request, if there was one." }),
    ...claimedFields,
  })
  .meta({ id: "ClaimToken", description: "The answer to a claim with the public key." });
export type ClaimToken = z.output<typeof ClaimToken>;

const ClaimWithRecords = z
  .strictObject({ ...ClaimToken.shape, lead: LeadRecord, claimedCode: CodeRecord })
  .meta({ id: "ClaimWithRecords", description: "The answer to a claim with the secret key or a staff session." });

const ClaimConfirmation = z
  .strictObject({
    claimToken: z.null(),
    token: z.null(),
    tokenExpiresAt: z.null(),
    created: z.literal(false),
    claimedAt: z.null(),
    emailVerified: z.literal(false),
    confirmationRequired: z.literal(true).meta({ description: "Nothing is claimed yet: we emailed a link to finish the claim." }),
    ...claimedFields,
  })
  .meta({
    id: "ClaimConfirmation",
    description:
      "The answer to a claim with the public key if the project requires email confirmation to claim, and to any claim with `requireConfirmation: true`.",
  });

export const ClaimReply = z.union([ClaimWithRecords, ClaimToken, ClaimConfirmation]);
export type ClaimReply = z.output<typeof ClaimReply>;

/** Text of an app that comes back to it with the token. */
export const State = z
  .string()
  .regex(/^[\x21-\x7e]{1,300}$/, "must be 1 to 300 printable ASCII characters without spaces")
  .meta({ example: "9f2c6b0d5a" });

export const claimCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/claim",
  tag,
  summary: "Claim a code",
  description:
    "Claims the code for the customer and returns a claim token. If there's no lead with that email address, one is created. Claiming the same code again with the same email address returns a new claim token and doesn't use another claim. With the public key, a code that's reserved for someone else returns `code_not_found`. If the project requires email confirmation to claim, a request with the public key and without a link token that was emailed to `email` claims nothing: it emails a link to the claim page and returns `claimToken: null` with `confirmationRequired: true`. Claims with the secret key or a session ignore this setting; `requireConfirmation: true` does the same for them.",
  access: ["public_key", "secret_key", "member"],
  tokenSeconds: tokenLifetimeSeconds,
  body: z.strictObject({
    code: CodeText,
    email: Email,
    ...proofField,
    ...visitorField,
    state: State.optional().meta({
      description:
        "Text of your app that comes back with the claim token and when it is exchanged, so that your app knows that it sent this person.",
    }),
    linkToken: z.string().max(100, "must be at most 100 characters").optional().meta({
      description:
        "The link token of an emailed link: `linkToken` if it opens `claimPageUrl`, otherwise `token`. Guessing limits don't apply to someone who received the code. If the link was sent to `email`, the claim verifies the email address.",
    }),
    requireConfirmation: z.boolean().optional().meta({
      description:
        "`true` claims nothing until the person opens a link that is emailed to `email`, whatever the key and the project's `requireClaimConfirmation`: without a `linkToken` that was emailed to `email`, the answer has `claimToken: null` and `confirmationRequired: true`. Defaults to the project's setting with the public key, and to `false` with the secret key or a session.",
    }),
  }),
  reply: ClaimReply,
  errors: ["proof_required", ...failedClaimErrors, "code_redeemed_elsewhere"],
  attempt: "guess",
  isForForms: true,
  example: {
    body: { code: "curious-pineapple", email: "ada@example.org" },
    reply: {
      claimToken: "9f86d081884c7d659a2feaa0",
      token: "9f86d081884c7d659a2feaa0",
      tokenExpiresAt: "2026-11-21T12:31:00.000Z",
      code: "curious-pineapple",
      email: "ada@example.org",
      created: true,
      claimedAt: exampleClaim.claimedAt,
      emailVerified: false,
      lead: leadAfterClaim,
      claimedCode: codeAfterClaim,
    },
  },
});

export const declineInvitationEndpoint = endpoint({
  method: "POST",
  path: "/codes/decline",
  tag,
  summary: "Decline an invitation",
  description:
    "Declines the invitation of a lead for their personal code, which is paused. The lead's `waitlistStatus` becomes `declined`. Declining again changes nothing. Leads can decline on the claim page that their email links to.",
  access: ["secret_key", "member"],
  work: "customer",
  body: z.strictObject({ code: CodeText, email: Email }),
  reply: z.object({ code: z.string(), email: z.string() }),
  errors: ["code_not_found", "invitation_over"],
  example: {
    body: { code: "curious-pineapple", email: "ada@example.org" },
    reply: { code: "curious-pineapple", email: "ada@example.org" },
  },
});

const ExchangedToken = z.string().max(200, "must be at most 200 characters");

export const exchangeTokenEndpoint = endpoint({
  method: "POST",
  path: "/claims/exchange",
  tag,
  summary: "Exchange a claim token",
  description: `Returns who claimed which code. A claim token works once, within ${tokenLifetimeSeconds} seconds. Otherwise \`details.reason\` is \`used\`, \`expired\`, or \`unknown\` if there's no such token, its claim was deleted, or it expired more than ${usedTokenHours} hours ago. \`customer\` is the same as \`lead\`, for older clients. Without \`emailVerified\`, a claim proves that the person has the code, not that they own the email address: don't sign anyone in by the email address of such a claim.`,
  access: ["secret_key", "member"],
  work: "customer",
  body: z
    .strictObject({
      claimToken: ExchangedToken.optional().meta({ description: "The claim token. Required unless `token` is set." }),
      token: ExchangedToken.optional().meta({ description: "The same as `claimToken`, for older clients." }),
    })
    .refine(...exactlyOneOf("claimToken", "token")),
  reply: z.object({
    lead: LeadRecord,
    customer: LeadRecord,
    code: CodeRecord,
    claimedAt: Timestamp,
    state: z.string().nullable().meta({ description: "The `state` that the token was requested with, or `null`." }),
    emailVerified: z.boolean().meta({
      description:
        "Whether the person who got this token owns the email address: they claimed the code through a link that was emailed to it. It's `false` for a claim without such a link, even if the email address was verified or confirmed earlier, because someone else can enter it.",
    }),
  }),
  errors: ["token_not_found"],
  isForForms: true,
  example: {
    body: { claimToken: "9f86d081884c7d659a2feaa0" },
    reply: {
      lead: confirmedLead,
      customer: confirmedLead,
      code: codeAfterClaim,
      claimedAt: exampleClaim.claimedAt,
      state: null,
      emailVerified: true,
    },
  },
});

const search = Search.optional().meta({
  description:
    "Only claims whose email address contains this text or whose code starts with it. One or two characters match only the beginning.",
});

const csv: CsvExport<ClaimRecord> = {
  name: "claims",
  columns: {
    email: ["Email", ({ email }) => email],
    code: ["Code", ({ code }) => code],
    "batch.name": ["Batch", ({ batch }) => batch.name],
    source: ["Source", ({ source }) => source],
    claimedAt: ["Claimed", ({ claimedAt }) => claimedAt],
    emailVerified: ["Email verified", ({ emailVerified }) => String(emailVerified)],
  },
};

export const listClaimsEndpoint = endpoint({
  method: "GET",
  path: "/claims",
  tag,
  summary: "List claims",
  description: "Newest first by default.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    q: search,
    code: CodeText.optional().meta({ description: "Only claims of this code." }),
    email: Email.optional().meta({ description: "Only claims with this email address." }),
    batch: Id.optional().meta({ description: "Only claims of codes in the batch with this ID." }),
    source: Source.optional().meta({ description: "Only claims with this source." }),
    since: Instant.optional().meta({ description: "Only claims made at or after this time." }),
    until: Instant.optional().meta({ description: "Only claims made before this time." }),
    ...sortParams(["claimed"]),
    ...csvFormat,
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
  summary: "List a code's claims",
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
  description:
    "Permanently deletes the claim. This can't be undone. The person loses access, the claim's tokens stop working, and the code can be claimed once more. Returns the revoked claim.",
  access: ["secret_key", "member"],
  body: z.strictObject({ code: CodeText, email: Email }),
  reply: ClaimRecord,
  errors: ["claim_not_found"],
  example: { body: { code: "curious-pineapple", email: "ada@example.org" }, reply: exampleClaim },
});

export const getClaimStatsEndpoint = endpoint({
  method: "GET",
  path: "/claims/stats",
  tag,
  summary: "Get daily claim stats",
  description: "Returns the number of claims per day.",
  access: ["secret_key", "viewer"],
  query: z.strictObject({
    span: Span.optional(),
    batch: Id.optional().meta({ description: "Only claims of codes in the batch with this ID." }),
  }),
  reply: DailyStats,
  errors: [],
  example: { query: { span: "30" }, reply: exampleDailyStats },
});

const FailedClaimRecord = z
  .object({
    code: z.string().meta({ description: "The code as it's shown, or what was entered if there's no such code." }),
    codeExists: z.boolean(),
    email: z.string(),
    leadExists: z.boolean(),
    error: z.enum(failedClaimErrors).meta({
      description:
        "Why the latest attempt failed. A code that's reserved for someone else is `code_reserved`, although the public sees `code_not_found`.",
    }),
    attempts: z.number().int().meta({ description: "How many times this person tried this code." }),
    source: Source,
    firstAttemptAt: Timestamp,
    lastAttemptAt: Timestamp,
  })
  .meta({ id: "FailedClaim" });
export type FailedClaimRecord = z.output<typeof FailedClaimRecord>;

export const listFailedClaimsEndpoint = endpoint({
  method: "GET",
  path: "/claims/failed",
  tag,
  summary: "List failed claim attempts",
  description: `Returns who tried to claim a code but couldn't, or which codes a person tried, latest first. Takes either \`code\` or \`email\`. Attempts are recorded shortly after the response if the code or the lead exists: the latest ${failedClaimLimits.perCode} for each code and the latest ${failedClaimLimits.perEmail} for each email address, for ${failedClaimLimits.days} days.`,
  access: ["secret_key", "viewer"],
  query: z
    .strictObject({
      code: CodeText.optional().meta({ description: "Only attempts to claim this code." }),
      email: Email.optional().meta({ description: "Only attempts with this email address." }),
    })
    .refine(...exactlyOneOf("code", "email")),
  reply: z.array(FailedClaimRecord),
  errors: [],
  example: {
    query: { code: "curious-pineapple" },
    reply: [
      {
        code: "curious-pineapple",
        codeExists: true,
        email: "grace@example.org",
        leadExists: true,
        error: "code_exhausted" satisfies FailedClaimError,
        attempts: 2,
        source: "page",
        firstAttemptAt: "2026-11-21T12:30:00.000Z",
        lastAttemptAt: "2026-11-21T12:31:00.000Z",
      },
    ],
  },
});

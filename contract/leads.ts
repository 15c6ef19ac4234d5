import { z } from "zod";
import { proofField } from "./abuse-protection";
import { CodeType, exampleBatch } from "./codes";
import { DailyStats, exampleDailyStats, Span } from "./daily-stats";
import { type CsvExport, csvFormat, endpoint, exactlyOneOf, filterInput, largeBodyLimit, listQuery, sortParams } from "./endpoint";
import { Email, endsAfterStart, Id, Instant, multilineText, singleLineText, Timestamp, wholeNumber } from "./fields";
import { leadFilters } from "./lead-filters";
import { HeldReason, LeadStatus } from "./lead-status";
import { maxClaims } from "./limits";
import { RecipientEmails, SendReply } from "./sends";
import { Source } from "./sources";

const tag = "Leads";

export const LeadRecord = z
  .object({
    email: z.string(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    notes: z.string(),
    hasClaimedCode: z.boolean(),
    onWaitlist: z.boolean(),
    referralCode: z.string().meta({ description: "The lead's own referral code, to share with friends." }),
    referredBy: z
      .object({ email: z.string(), referralCode: z.string() })
      .nullable()
      .meta({ description: "The lead who referred this one." }),
    referredLeads: z.array(z.object({ email: z.string() })).meta({ description: "Leads this one referred, newest first." }),
    source: Source,
    status: LeadStatus,
    heldReason: HeldReason.nullable().meta({ description: "Why the sign-up is held. `null` unless `status` is `held`." }),
    confirmedAt: Timestamp.nullable().meta({ description: "When the lead confirmed their email, if the project asks for that." }),
    consent: z
      .object({ wording: z.string(), at: Timestamp })
      .nullable()
      .meta({ description: "The consent text the lead agreed to, and when." }),
    invitedAt: Timestamp.nullable().meta({ description: "When a personal code was last sent to the lead, unless that send was canceled." }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Lead" });
export type LeadRecord = z.output<typeof LeadRecord>;

export const exampleLead: LeadRecord = {
  email: "ada@example.org",
  firstname: "Ada",
  lastname: "Lovelace",
  notes: "",
  hasClaimedCode: false,
  onWaitlist: true,
  referralCode: "k7d2m9qx",
  referredBy: null,
  referredLeads: [],
  source: "api",
  status: "active",
  heldReason: null,
  confirmedAt: null,
  consent: null,
  invitedAt: null,
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:00.000Z",
};

export const leadSortFields = ["created", "email"] as const;

const csv: CsvExport<LeadRecord> = {
  name: "leads",
  columns: {
    Email: ({ email }) => email,
    "First name": ({ firstname }) => firstname,
    "Last name": ({ lastname }) => lastname,
    Waitlist: ({ onWaitlist }) => onWaitlist,
    Claimed: ({ hasClaimedCode }) => hasClaimedCode,
    Invited: ({ invitedAt }) => invitedAt,
    Source: ({ source }) => source,
    Status: ({ status }) => status,
    Consent: ({ consent }) => consent?.wording ?? null,
    "Consent given": ({ consent }) => consent?.at ?? null,
    "Referral code": ({ referralCode }) => ({ text: referralCode }),
    "Referred by": ({ referredBy }) => referredBy?.email ?? null,
    Referrals: ({ referredLeads }) => referredLeads.length,
    Notes: ({ notes }) => notes,
    Created: ({ createdAt }) => createdAt,
  },
};

export const listLeadsEndpoint = endpoint({
  method: "GET",
  path: "/leads",
  tag,
  summary: "List leads",
  description:
    "Newest first, unless `sort` says otherwise. Without `limit`, all leads are streamed. With `limit`, one page is returned, with `Link` and `X-Total-Count` headers.",
  access: ["secret_key", "viewer"],
  query: listQuery({ ...leadFilters, ...sortParams(leadSortFields), ...csvFormat }),
  csv,
  reply: z.array(LeadRecord),
  errors: [],
  example: { query: { limit: "50", waitlist: "true" }, reply: [exampleLead] },
});

export const getLeadEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email",
  tag,
  summary: "Get a lead",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ email: Email }),
  reply: LeadRecord,
  errors: ["lead_not_found"],
  example: { params: { email: "ada@example.org" }, reply: exampleLead },
});

export const lookupLeadsEndpoint = endpoint({
  method: "POST",
  path: "/leads/lookup",
  tag,
  summary: "Look up many leads",
  description: "Returns the leads in the order requested, each once. Emails without a lead are left out.",
  access: ["secret_key", "viewer"],
  bodyLimit: largeBodyLimit,
  query: z.strictObject(csvFormat),
  body: z.strictObject({ emails: RecipientEmails }),
  csv,
  reply: z.array(LeadRecord),
  errors: [],
  example: { body: { emails: ["ada@example.org"] }, reply: [exampleLead] },
});

export const createLeadEndpoint = endpoint({
  method: "POST",
  path: "/leads/create",
  aliases: [{ method: "POST", path: "/customers/create" }],
  tag,
  summary: "Create a lead",
  description:
    "With the secret key, returns the lead. With the public key, returns `{ email }`, whether or not the lead existed before. An existing lead that asks for the waitlist is added to it.",
  access: ["public_key", "secret_key", "member"],
  body: z.strictObject({
    email: Email,
    firstname: singleLineText(200).optional(),
    lastname: singleLineText(200).optional(),
    referralCode: singleLineText(200).optional().meta({ description: "Referral code of the lead who referred this one." }),
    notes: multilineText(10_000).optional(),
    waitlist: z.boolean().optional().meta({ description: "Adds the lead to the waitlist. Default `false`." }),
    consent: z
      .boolean()
      .optional()
      .meta({ description: "Whether the lead agreed to the project's consent text. Its current wording is saved with the lead." }),
    ...proofField,
    homepage: z.string().max(1000, "must be at most 1000 characters").optional().meta({
      description: "Honeypot field that people can't see. With the public key, sign-ups that fill it in are held for review.",
    }),
  }),
  reply: z.union([LeadRecord, z.strictObject({ email: z.string() })]),
  errors: ["proof_required", "sign_ups_paused", "lead_exists", "referral_code_not_found"],
  attempt: "sign_up",
  example: { body: { email: "ada@example.org", firstname: "Ada", lastname: "Lovelace", waitlist: true }, reply: exampleLead },
});

export const deleteLeadEndpoint = endpoint({
  method: "POST",
  path: "/leads/delete",
  aliases: [{ method: "DELETE", path: "/leads/delete" }],
  tag,
  summary: "Delete a lead",
  description:
    "Permanent. Also deletes the lead's claims, deliveries and tokens. Codes they claimed can be claimed again. A code reserved for them loses its reservation and is paused.",
  access: ["secret_key", "member"],
  body: z.strictObject({ email: Email }),
  reply: LeadRecord,
  errors: ["lead_not_found"],
  example: { body: { email: "ada@example.org" }, reply: exampleLead },
});

export const inviteLeadsEndpoint = endpoint({
  method: "POST",
  path: "/leads/invite",
  tag,
  summary: "Invite leads with personal codes",
  description:
    "Creates one code per lead, reserves it for them and emails it to them, all in one transaction. Takes either `emails` or `filter`.",
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: z
    .strictObject({
      emails: RecipientEmails.optional(),
      filter: filterInput(leadFilters).optional().meta({
        description: "Invites every lead that matches. Use `invited: false` to leave out leads who already have a personal code.",
      }),
      type: CodeType.optional(),
      allowedClaims: wholeNumber(maxClaims).optional(),
      validFrom: Instant.optional(),
      validUntil: Instant.optional(),
      name: singleLineText(200).optional().meta({ description: "Name of the batch." }),
    })
    .refine(...exactlyOneOf("emails"))
    .refine(...endsAfterStart),
  reply: SendReply.extend({ batch: z.object({ id: Id, name: z.string() }).nullable() }),
  errors: ["code_space_exhausted", "code_expired"],
  example: {
    body: { filter: { waitlist: true, invited: false }, type: "creative", validUntil: "2026-12-31T23:59:00Z" },
    reply: { sendId: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66", receivedLeads: 1, notifiedLeads: 1, skipped: [], batch: exampleBatch },
  },
});

export const updateLeadEndpoint = endpoint({
  method: "PATCH",
  path: "/leads/email/:email",
  tag,
  summary: "Update a lead",
  description: "Fields you leave out don't change.",
  access: ["secret_key", "member"],
  params: z.strictObject({ email: Email }),
  body: z.strictObject({
    firstname: singleLineText(200).nullable().optional(),
    lastname: singleLineText(200).nullable().optional(),
    notes: multilineText(10_000).optional(),
    waitlist: z.boolean().optional().meta({ description: "Adds the lead to the waitlist, or removes them from it." }),
    expected: z
      .strictObject({
        firstname: z.string().nullable().optional(),
        lastname: z.string().nullable().optional(),
        notes: z.string().optional(),
      })
      .optional()
      .meta({
        description: "The values you last read. If a field you update has changed since, nothing changes and the error is `lead_changed`.",
      }),
  }),
  reply: LeadRecord,
  errors: ["lead_not_found", "lead_changed"],
  example: {
    params: { email: "ada@example.org" },
    body: { notes: "Met at the conference." },
    reply: { ...exampleLead, notes: "Met at the conference.", updatedAt: "2026-11-21T12:30:00.000Z" },
  },
});

export const getLeadStatsEndpoint = endpoint({
  method: "GET",
  path: "/leads/stats",
  tag,
  summary: "Get the number of new leads per day",
  access: ["secret_key", "viewer"],
  query: z.strictObject({ span: Span.optional() }),
  reply: DailyStats,
  errors: [],
  example: { query: { span: "30" }, reply: exampleDailyStats },
});

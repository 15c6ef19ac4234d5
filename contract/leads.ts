import { z } from "zod";
import { CodeType, exampleBatch } from "./codes";
import { DaysReply, exampleDays, Span } from "./days";
import { asCsv, type Csv, eitherOf, endpoint, listQuery, longBodyLimit, matching, sortedBy } from "./endpoint";
import { count, Email, endsAfterStart, Id, Instant, line, lines, Timestamp } from "./fields";
import { leadFilters } from "./lead-filters";
import { maxClaims } from "./limits";
import { shownByPublic } from "./protection";
import { Recipients, SendReply } from "./sends";
import { Source } from "./sources";
import { HoldReason, LeadStanding } from "./standing";

const tag = "Leads";

/** A lead as the service answers it. */
export const LeadRecord = z
  .object({
    email: z.string(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    notes: z.string(),
    hasClaimedCode: z.boolean(),
    onWaitlist: z.boolean(),
    referralCode: z.string().meta({ description: "The lead's own, to give to friends." }),
    referredBy: z.object({ email: z.string(), referralCode: z.string() }).nullable(),
    referredLeads: z.array(z.object({ email: z.string() })).meta({ description: "Newest first." }),
    source: Source,
    standing: LeadStanding,
    heldFor: HoldReason.nullable().meta({ description: "Why the sign-up is held, while it is." }),
    confirmedAt: Timestamp.nullable().meta({ description: "When they confirmed their address, where they were asked to." }),
    consent: z
      .object({ wording: z.string(), at: Timestamp })
      .nullable()
      .meta({ description: "What they agreed to when they joined, as it read, and when." }),
    invitedAt: Timestamp.nullable().meta({ description: "When a personal code was last sent to them, and not cancelled." }),
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
  source: "widget",
  standing: "accepted",
  heldFor: null,
  confirmedAt: null,
  consent: null,
  invitedAt: null,
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:00.000Z",
};

/** What a list of leads can be in the order of. */
export const leadSorts = ["created", "email"] as const;

const csv: Csv<LeadRecord> = {
  name: "leads",
  columns: {
    Address: ({ email }) => email,
    "First name": ({ firstname }) => firstname,
    "Last name": ({ lastname }) => lastname,
    Waitlist: ({ onWaitlist }) => onWaitlist,
    Claimed: ({ hasClaimedCode }) => hasClaimedCode,
    Invited: ({ invitedAt }) => invitedAt,
    Source: ({ source }) => source,
    Standing: ({ standing }) => standing,
    Consent: ({ consent }) => consent?.wording ?? null,
    "Consent given": ({ consent }) => consent?.at ?? null,
    "Referral code": ({ referralCode }) => ({ text: referralCode }),
    "Referred by": ({ referredBy }) => referredBy?.email ?? null,
    Referred: ({ referredLeads }) => referredLeads.length,
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
    "Newest first unless `sort` says otherwise. Without `limit` all leads are streamed; with it, one page, with `Link` and `X-Total-Count`.",
  access: ["secret_key", "viewer"],
  query: listQuery({ ...leadFilters, ...sortedBy(leadSorts), ...asCsv }),
  csv,
  reply: z.array(LeadRecord),
  errors: [],
  example: { query: { limit: "50", waitlist: "true" }, reply: [exampleLead] },
});

export const findLeadEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email",
  tag,
  summary: "Look up a lead",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ email: Email }),
  reply: LeadRecord,
  errors: ["lead_not_found"],
  example: { params: { email: "ada@example.org" }, reply: exampleLead },
});

export const findLeadsEndpoint = endpoint({
  method: "POST",
  path: "/leads/find",
  tag,
  summary: "Look up many leads",
  description: "In the order named, each once. Those that do not exist are left out.",
  access: ["secret_key", "viewer"],
  bodyLimit: longBodyLimit,
  query: z.strictObject(asCsv),
  body: z.strictObject({ emails: Recipients }),
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
    "The secret key gets the lead's record. The public key gets `{ email }`, the same for a new and a known address; a known lead that asks for the waitlist is put on it.",
  access: ["public_key", "secret_key", "member"],
  body: z.strictObject({
    email: Email,
    firstname: line(200).optional(),
    lastname: line(200).optional(),
    referralCode: line(200).optional().meta({ description: "The referral code of the lead who sent this one." }),
    notes: lines(10_000).optional(),
    waitlist: z.boolean().optional().meta({ description: "Puts the lead on the waitlist. Default false." }),
    consent: z
      .boolean()
      .optional()
      .meta({ description: "They agreed to the project's consent text, which is kept with them as it reads now." }),
    ...shownByPublic,
    homepage: z.string().max(1000, "must be at most 1000 characters").optional().meta({
      description:
        "A field of forms that people do not see and programs fill in; with the public key, whoever fills it in is held for staff to look at.",
    }),
  }),
  reply: z.union([LeadRecord, z.strictObject({ email: z.string() })]),
  errors: ["proof_needed", "sign_ups_paused", "lead_exists", "referral_code_not_found"],
  tries: "sign_up",
  example: { body: { email: "ada@example.org", firstname: "Ada", lastname: "Lovelace", waitlist: true }, reply: exampleLead },
});

export const deleteLeadEndpoint = endpoint({
  method: "POST",
  path: "/leads/delete",
  aliases: [{ method: "DELETE", path: "/leads/delete" }],
  tag,
  summary: "Delete a lead",
  description:
    "Permanent. The lead's claims, deliveries and tokens go; codes get their use back; a code reserved for the lead loses the reservation and is paused.",
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
    "Makes one code for each lead, reserved for them, and sends each theirs, in one transaction. Takes either `emails` or `filter`.",
  access: ["secret_key", "member"],
  bodyLimit: longBodyLimit,
  body: z
    .strictObject({
      emails: Recipients.optional(),
      filter: matching(leadFilters).optional().meta({
        description: "Every lead that matches, as the list's filters do; `invited: false` leaves out who has a personal code already.",
      }),
      type: CodeType.optional(),
      allowedClaims: count(maxClaims).optional(),
      validFrom: Instant.optional(),
      validUntil: Instant.optional(),
      name: line(200).optional().meta({ description: "Names the batch." }),
    })
    .refine(...eitherOf("emails"))
    .refine(...endsAfterStart),
  reply: SendReply.extend({ batch: z.object({ id: Id, name: z.string() }).nullable() }),
  errors: ["code_space_exhausted", "code_expired"],
  example: {
    body: { filter: { waitlist: true, invited: false }, type: "creative", validUntil: "2026-12-31T23:59:00Z" },
    reply: { sendId: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66", receivedLeads: 1, notifiedLeads: 1, skipped: [], batch: exampleBatch },
  },
});

export const changeLeadEndpoint = endpoint({
  method: "POST",
  path: "/leads/change",
  tag,
  summary: "Change a lead",
  description: "What is not given stays.",
  access: ["secret_key", "member"],
  body: z.strictObject({
    email: Email,
    firstname: line(200).nullable().optional(),
    lastname: line(200).nullable().optional(),
    notes: lines(10_000).optional(),
    waitlist: z.boolean().optional().meta({ description: "Puts the lead on the waitlist, or takes them off it." }),
    was: z
      .strictObject({
        firstname: z.string().nullable().optional(),
        lastname: z.string().nullable().optional(),
        notes: z.string().optional(),
      })
      .optional()
      .meta({
        description: "What the writer saw. Where it reads otherwise by now, nothing is changed, and the call refused as `lead_changed`.",
      }),
  }),
  reply: LeadRecord,
  errors: ["lead_not_found", "lead_changed"],
  example: { body: { email: "ada@example.org", notes: "Met at the fair." }, reply: { ...exampleLead, notes: "Met at the fair." } },
});

export const countLeadsByDayEndpoint = endpoint({
  method: "GET",
  path: "/leads/days",
  tag,
  summary: "Count the leads that came on each day",
  access: ["secret_key", "viewer"],
  query: z.strictObject({ span: Span.optional() }),
  reply: DaysReply,
  errors: [],
  example: { query: { span: "30" }, reply: exampleDays },
});

import { z } from "zod";
import { CodeType, exampleBatch, maxClaims } from "./codes";
import { endpoint, Flag, listQuery, longBodyLimit, Search } from "./endpoint";
import { count, Email, endsAfterStart, Id, Instant, line, lines, Timestamp } from "./fields";
import { Recipients, SendReply } from "./sends";

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
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:00.000Z",
};

/** What narrows a list of leads; `invite` takes the same. */
export const leadFilters = {
  waitlist: Flag.optional().meta({ description: "Only those who are, or are not, on the waitlist." }),
  claimed: Flag.optional().meta({ description: "Only those who have, or have not, claimed a code." }),
  invited: Flag.optional().meta({ description: "Only those who were, or were not, invited with a personal code." }),
  q: Search.optional().meta({ description: "Part of the address or of a name." }),
};

export const listLeads = endpoint({
  method: "GET",
  path: "/leads",
  tag,
  summary: "List leads",
  description: "Newest first. Without `limit` all leads are streamed; with it, one page, with `Link` and `X-Total-Count`.",
  access: ["secret_key", "viewer"],
  query: listQuery(leadFilters),
  reply: z.array(LeadRecord),
  refuses: [],
  example: { query: { limit: "50", waitlist: "true" }, reply: [exampleLead] },
});

export const findLead = endpoint({
  method: "GET",
  path: "/leads/email/:email",
  tag,
  summary: "Look up a lead",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ email: Email }),
  reply: LeadRecord,
  refuses: ["lead_not_found"],
  example: { params: { email: "ada@example.org" }, reply: exampleLead },
});

export const createLead = endpoint({
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
  }),
  reply: z.union([LeadRecord, z.strictObject({ email: z.string() })]),
  refuses: ["lead_exists", "referral_code_not_found"],
  example: { body: { email: "ada@example.org", firstname: "Ada", lastname: "Lovelace", waitlist: true }, reply: exampleLead },
});

export const deleteLead = endpoint({
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
  refuses: ["lead_not_found"],
  example: { body: { email: "ada@example.org" }, reply: exampleLead },
});

export const inviteLeads = endpoint({
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
      filter: z
        .strictObject({
          waitlist: z.boolean().optional(),
          claimed: z.boolean().optional(),
          invited: z.boolean().optional(),
          q: Search.optional(),
        })
        .refine((filter) => Object.keys(filter).length > 0, "must name at least one of waitlist, claimed, invited, q")
        .optional()
        .meta({
          description: "Every lead that matches, as the list's filters do; `invited: false` leaves out who has a personal code already.",
        }),
      type: CodeType.optional(),
      allowedClaims: count(maxClaims).optional(),
      validFrom: Instant.optional(),
      validUntil: Instant.optional(),
      name: line(200).optional().meta({ description: "Names the batch." }),
    })
    .refine((body) => (body.emails === undefined) !== (body.filter === undefined), {
      path: ["emails"],
      message: "name either `emails` or `filter`, and not both",
    })
    .refine(...endsAfterStart),
  reply: SendReply.extend({ batch: z.object({ id: Id, name: z.string() }).nullable() }),
  refuses: ["code_space_exhausted", "code_expired"],
  example: {
    body: { filter: { waitlist: true, invited: false }, type: "creative", validUntil: "2026-12-31T23:59:00Z" },
    reply: { sendId: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66", receivedLeads: 1, notifiedLeads: 1, skipped: [], batch: exampleBatch },
  },
});

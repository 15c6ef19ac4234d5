import * as z from "zod";
import { binField, binMatchesAction } from "./bin";
import { endpoint, exactlyOneOf, filterInput, largeBodyLimit } from "./endpoint";
import { codeTypes } from "./enums";
import { issueFields } from "./error-body";
import { apiErrors, type ErrorName } from "./errors";
import { Id, Instant, multilineText, oneOf } from "./fields";
import { exampleJob, JobRecord } from "./jobs";
import { leadFilters } from "./lead-filters";
import { AgreedConsent, conflictDescription, exampleLead, newLeadFields, OnConflict } from "./leads";
import { maxCreatedLeads, maxTags } from "./limits";
import { normalizeEmail } from "./normalize";
import { RecipientEmails } from "./sends";
import { BulkTags, tagActions, tagsMatchAction } from "./tags";

/** Whether something is so, or since when. */
const SinceWhen = z.union([z.boolean(), Instant], "must be true or false, or a date-time such as 2026-12-31T23:59:00Z");

const SentConsent = z.union(
  [
    AgreedConsent,
    z.strictObject({ wording: multilineText(1000).pipe(z.string().trim().min(1, "must not be empty")), at: Instant.optional() }),
  ],
  "must be true or false, the ID of the consent text, or an object with the wording",
);

const NewLead = z.strictObject({
  ...newLeadFields,
  createdAt: Instant.optional().meta({
    description:
      "When the person signed up. It decides the position on the waitlist: with a date, they get the one that they would have if they had signed up here. By default, the time of the request. It can't be in the future.",
  }),
  consent: SentConsent.optional().meta({
    description:
      "What the person agreed to: `true` or its ID for the consent text of the project, or the `wording` of another text, and `at` which time. Without it, when they signed up.",
  }),
  confirmedAt: Instant.optional().meta({ description: "When the person confirmed elsewhere that the email is theirs." }),
  unsubscribed: SinceWhen.optional().meta({
    description:
      "Whether the person must not be emailed, or since when. Adds a suppression, also for a lead that exists, whatever `onConflict` says, and the lead isn't added to the waitlist. So do `bounced` and `complained`.",
  }),
  bounced: SinceWhen.optional().meta({ description: "Whether emails to the person bounced, or since when." }),
  complained: SinceWhen.optional().meta({ description: "Whether the person reported an email as spam, or since when." }),
});
export type NewLead = z.output<typeof NewLead>;

/** A lead of the request as it was read, or what is wrong with it: `null` if it isn't an object. */
export type SentLead = { email: string; lead: NewLead } | { email: string | null; fields: Record<string, string[]> | null; lead?: never };

const isObject = (value: unknown): value is object => value instanceof Object && !Array.isArray(value);
const readEmail = (value: object): string | null =>
  "email" in value && typeof value.email === "string" ? (normalizeEmail(value.email) ?? value.email.slice(0, 254)) : null;

/** One that isn't valid doesn't refuse the others. */
const SentLead = NewLead.transform((lead): SentLead => ({ email: lead.email, lead }))
  // The document takes what this returns without a value for the default, which the override removes.
  .catch((invalid) =>
    isObject(invalid?.value)
      ? { email: readEmail(invalid.value), fields: issueFields(invalid.error.issues, "lead") }
      : { email: null, fields: null },
  )
  .meta({ override: ({ jsonSchema }) => void delete jsonSchema.default });

const NewLeads = z
  .array(SentLead)
  .min(1, "must have at least one lead")
  .max(maxCreatedLeads, `must have at most ${maxCreatedLeads.toLocaleString("en-US")} leads`)
  .superRefine((leads, ctx) => {
    for (const [index, sent] of leads.entries())
      if (!sent.lead && sent.fields === null) ctx.addIssue({ code: "custom", path: [index], message: "must be an object" });
  });

export const leadOutcomes = ["created", "updated", "unchanged", "skipped", "failed"] as const;
export type LeadOutcome = (typeof leadOutcomes)[number];

const rowErrors = ["invalid_input", "referral_code_not_found", "external_id_exists"] as const satisfies ErrorName[];

const LeadResult = z.object({
  email: z.string().nullable().meta({ description: "The normalized email, or as you sent it if it isn't valid. `null` if there is none." }),
  id: Id.optional().meta({ description: "The ID of the lead. Missing if it failed." }),
  outcome: z.enum(leadOutcomes).meta({
    description:
      "`created`: a new lead. `updated`: one that existed was changed. `unchanged`: one that existed has all of it already. `skipped`: see `reason`. `failed`: see `error`.",
  }),
  reason: z.enum(["lead_exists", "duplicate"]).optional().meta({
    description: "Why it was skipped. `lead_exists`: the lead exists. `duplicate`: an earlier lead of the request has the same email.",
  }),
  joinedWaitlist: z.boolean().meta({ description: "Whether the request added the lead to the waitlist." }),
  warnings: z
    .array(z.object({ name: z.enum(["email_blocked", "email_disposable"]), message: z.string() }))
    .optional()
    .meta({ description: "Why a sign-up with this email would be held for review. The lead is added all the same." }),
  error: z
    .object({ name: z.enum(rowErrors), message: z.string(), fields: z.record(z.string(), z.array(z.string())).optional() })
    .optional()
    .meta({ description: "Why the lead failed, with the messages for each invalid field." }),
});
export type LeadResult = z.output<typeof LeadResult>;

export const createLeadsEndpoint = endpoint({
  method: "POST",
  path: "/leads/batch",
  tag: "Leads",
  summary: "Create many leads",
  description: `Creates up to ${maxCreatedLeads.toLocaleString("en-US")} leads at once, as an import does: no one is emailed, a referral counts and moves no one, and emails on the block list are added with a warning. The response has a result for each lead, in your order. A lead that isn't valid fails and doesn't refuse the others. Either all other leads are written or, if the request fails, none. If an email is repeated, its first lead counts, and is suppressed if any says so.`,
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: z.strictObject({
    leads: NewLeads,
    onConflict: OnConflict.optional().meta({
      description: `What to do with leads that exist already. Defaults to \`skip\`. ${conflictDescription}`,
    }),
  }),
  isLong: true,
  reply: z.object({
    counts: z.record(z.enum(leadOutcomes), z.number().int()).meta({ description: "How many leads have each outcome." }),
    leads: z.array(LeadResult).meta({ description: "What became of each lead, in the order of the request." }),
  }),
  errors: ["external_id_exists"],
  example: {
    body: {
      leads: [
        { email: "ada@example.org", firstname: "Ada", waitlist: true, createdAt: "2025-03-01T12:00:00Z" },
        { email: "grace@example.org", unsubscribed: "2025-06-01T09:30:00Z" },
        { email: "not an email" },
      ],
      onConflict: "update",
    },
    reply: {
      counts: { created: 2, updated: 0, unchanged: 0, skipped: 0, failed: 1 },
      leads: [
        { email: "ada@example.org", id: exampleLead.id, outcome: "created", joinedWaitlist: true },
        { email: "grace@example.org", id: "0d9a7c6e-52a4-4f0b-8a47-3c1d9e5b7f10", outcome: "created", joinedWaitlist: false },
        {
          email: "not an email",
          outcome: "failed",
          joinedWaitlist: false,
          error: {
            name: "invalid_input",
            message: apiErrors.invalid_input.message,
            fields: { email: ["must be a valid email, such as ada@example.org"] },
          },
        },
      ],
    },
  },
});

const leadActions = [
  "join_waitlist",
  "leave_waitlist",
  "return_to_waitlist",
  "reissue_invitation",
  "approve",
  ...tagActions,
  "delete",
] as const;
export type LeadAction = (typeof leadActions)[number];

export const bulkUpdateLeadsEndpoint = endpoint({
  method: "POST",
  path: "/leads/bulk",
  tag: "Leads",
  summary: "Run a bulk action on leads",
  description: `Adds the leads to the waitlist, removes them from it, puts them back in line, reissues their invitation, approves them, adds or removes tags, or deletes them. Takes either \`emails\` or \`filter\`. Returns a background job. Small jobs finish before the response. Larger jobs continue in the background, and you can track their progress. Leads that no longer exist or don't need the change are skipped. Leads created after the request aren't affected. \`return_to_waitlist\` puts active leads who were in line and haven't claimed a code back at the position they had; an open invitation ends, and its code is paused or goes back to its batch. \`reissue_invitation\` sends a new personal code, with the optional \`type\` and \`validUntil\`, to leads whose invitation has expired or whose code can't be claimed, such as because it is paused; the old code is paused or goes back to its batch. Repeating either changes nothing. \`approve\` activates held sign-ups and sends the emails they would have received. Leads who would have more than ${maxTags} tags keep their tags, and the job's \`error\` says how many there are.`,
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: z
    .strictObject({
      action: oneOf(leadActions),
      emails: RecipientEmails.optional(),
      filter: filterInput(leadFilters).optional(),
      tags: BulkTags.optional(),
      validUntil: Instant.optional().meta({ description: "For `reissue_invitation`: when the new codes expire. By default, never." }),
      type: z
        .enum(codeTypes)
        .optional()
        .meta({ description: "For `reissue_invitation`: the type of the new codes, by default `creative`." }),
      ...binField,
    })
    .refine(...binMatchesAction)
    .refine(...tagsMatchAction)
    .refine(({ action, validUntil, type }) => action === "reissue_invitation" || (validUntil === undefined && type === undefined), {
      path: ["action"],
      error: "must be reissue_invitation to use validUntil or type",
    })
    .refine(...exactlyOneOf("emails", "filter")),
  isLong: true,
  reply: JobRecord,
  errors: ["code_expired"],
  example: {
    body: { action: "join_waitlist", filter: { claimed: false, source: "import" } },
    reply: { ...exampleJob, kind: "leads.join_waitlist", status: "queued", total: null, processed: 0, changed: 0 },
  },
});

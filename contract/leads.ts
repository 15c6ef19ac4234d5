import * as z from "zod";
import { proofField, visitorField } from "./abuse-protection";
import { attributionFields, attributionRecord } from "./attribution";
import { batchField, exampleBatch, newCodeFields, notWithBatch } from "./codes";
import { contentOverrides } from "./email-templates";
import { endpoint, exactlyOneOf, filterInput, largeBodyLimit, listQuery, sortParams } from "./endpoint";
import { confirmationMethods, deliveryStatuses, messageKinds, utmParameters } from "./enums";
import { type CsvExport, csvFormat, refineFile } from "./export-columns";
import {
  DailyStats,
  Email,
  endsAfterStart,
  exampleDailyStats,
  expectedValues,
  Id,
  multilineText,
  oneOf,
  Span,
  singleLineText,
  Timestamp,
} from "./fields";
import { HeldReason, LeadStatus, leadFilters, Source, WaitlistStatus } from "./lead-filters";
import { emailChangeLinkHours, maxRecipients } from "./limits";
import { ExternalId, formatMetadata, metadataChangeFields, metadataRecordFields, newMetadataFields } from "./metadata";
import { normalizeEmail } from "./normalize";
import { Answers, AnswersInput } from "./questions";
import { RecipientEmails, SendReply, SkippedGroups } from "./sends";
import { SuppressionReason } from "./suppressions";
import { formatTags, newTagFields, tagChangeFields, tagRecordFields } from "./tags";

const tag = "Leads";

export const LeadRecord = z
  .object({
    id: Id.meta({ description: "Stays the same when the email address changes, and when the lead is restored from the bin." }),
    email: z.string(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    notes: z.string().meta({ description: "Free-form notes about the lead." }),
    hasClaimedCode: z.boolean(),
    onWaitlist: z.boolean(),
    referralCode: z.string().meta({ description: "The lead's own referral code, which they can share with friends." }),
    referredBy: z
      .object({ email: z.string(), referralCode: z.string() })
      .nullable()
      .meta({ description: "The lead who referred this one. `null` if no one did." }),
    referredLeads: z.array(z.object({ email: z.string() })).meta({ description: "The leads that this one referred, newest first." }),
    source: Source,
    ...attributionRecord,
    fields: Answers,
    ...tagRecordFields,
    ...metadataRecordFields,
    status: LeadStatus,
    heldReason: HeldReason.nullable().meta({ description: "Why the sign-up is held. `null` unless `status` is `held`." }),
    confirmedAt: Timestamp.nullable().meta({
      description:
        "When the lead confirmed their email address: they opened a link that was emailed to it, claimed a code through an emailed link, or confirmed it elsewhere before an import. `null` if they haven't.",
    }),
    confirmedBy: z.enum(confirmationMethods).nullable().meta({
      description:
        "How the lead confirmed their email address. `link`: with a link that was emailed to them. `claim`: by claiming a code through a link that was emailed to them. `import`: an imported file says that they did. `null` if they haven't.",
    }),
    confirmedFrom: z.string().nullable().meta({
      description: "Where an import has the confirmation from, such as the name of the file. `null` unless `confirmedBy` is `import`.",
    }),
    consent: z
      .object({ wording: z.string(), at: Timestamp })
      .nullable()
      .meta({ description: "The consent text that the lead agreed to, and when they did." }),
    waitlistStatus: WaitlistStatus.nullable().meta({ description: "`null` if the lead never joined the waitlist and wasn't invited." }),
    invitation: z
      .object({
        code: z.string(),
        expiresAt: Timestamp.nullable().meta({ description: "When the code expires. `null` if it doesn't." }),
      })
      .nullable()
      .meta({ description: "The lead's personal code. `null` unless `waitlistStatus` is `invited`." }),
    suppression: SuppressionReason.nullable().meta({ description: "Why they get no email. `null` if they do." }),
    invitedAt: Timestamp.nullable().meta({
      description: "When a personal code was last sent to the lead, not counting canceled sends. `null` if none was sent.",
    }),
    lastEmail: z
      .object({
        kind: z.enum(messageKinds),
        status: z.enum(deliveryStatuses),
        at: Timestamp.meta({ description: "When its status last changed: when it went out, if it did." }),
      })
      .nullable()
      .meta({ description: "The email to the lead that was queued last, whatever became of it. `null` if there was none." }),
    lastEmailedAt: Timestamp.nullable().meta({
      description:
        "When an email to the lead last went out: the mail server accepted it, or it was saved to a file because no mail server is set. `null` if none did.",
    }),
    sentCodes: z.number().int().meta({ description: "How many different codes were emailed to the lead, by sends and waves." }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Lead" });
export type LeadRecord = z.output<typeof LeadRecord>;

export const exampleLead: LeadRecord = {
  id: "5f0c1c52-3b0e-4a52-9d5f-6f0a3b7e21c4",
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
  sourceTag: null,
  utm: null,
  referrerUrl: null,
  fields: {},
  tags: [],
  metadata: {},
  externalId: null,
  status: "active",
  heldReason: null,
  confirmedAt: null,
  confirmedBy: null,
  confirmedFrom: null,
  consent: null,
  waitlistStatus: "waiting",
  invitation: null,
  suppression: null,
  invitedAt: null,
  lastEmail: null,
  lastEmailedAt: null,
  sentCodes: 0,
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:00.000Z",
};

const leadSortFields = ["created", "email"] as const;

const csv: CsvExport<LeadRecord> = {
  name: "leads",
  columns: {
    email: ["Email", ({ email }) => email],
    firstname: ["First name", ({ firstname }) => firstname],
    lastname: ["Last name", ({ lastname }) => lastname],
    onWaitlist: ["Waitlist", ({ onWaitlist }) => onWaitlist],
    waitlistStatus: ["Waitlist status", ({ waitlistStatus }) => waitlistStatus],
    hasClaimedCode: ["Claimed", ({ hasClaimedCode }) => hasClaimedCode],
    invitedAt: ["Invited", ({ invitedAt }) => invitedAt],
    source: ["Source", ({ source }) => source],
    sourceTag: ["Source tag", ({ sourceTag }) => sourceTag],
    ...Object.fromEntries(
      utmParameters.map((name) => [`utm.${name}`, [`UTM ${name}`, ({ utm }: LeadRecord) => utm?.[name] ?? null] as const]),
    ),
    referrerUrl: ["Referrer URL", ({ referrerUrl }) => referrerUrl],
    tags: ["Tags", ({ tags }) => formatTags(tags)],
    status: ["Status", ({ status }) => status],
    suppression: ["Suppressed", ({ suppression }) => suppression],
    confirmedAt: ["Email confirmed", ({ confirmedAt }) => confirmedAt],
    confirmedBy: ["Confirmed by", ({ confirmedBy }) => confirmedBy],
    confirmedFrom: ["Confirmed from", ({ confirmedFrom }) => confirmedFrom],
    "consent.wording": ["Consent", ({ consent }) => consent?.wording ?? null],
    "consent.at": ["Consent given", ({ consent }) => consent?.at ?? null],
    referralCode: ["Referral code", ({ referralCode }) => referralCode],
    "referredBy.email": ["Referred by", ({ referredBy }) => referredBy?.email ?? null],
    referrals: ["Referrals", ({ referredLeads }) => referredLeads.length],
    notes: ["Notes", ({ notes }) => notes],
    createdAt: ["Created", ({ createdAt }) => createdAt],
    "lastEmail.kind": ["Last email", ({ lastEmail }) => lastEmail?.kind ?? null],
    "lastEmail.status": ["Last email status", ({ lastEmail }) => lastEmail?.status ?? null],
    lastEmailedAt: ["Last emailed", ({ lastEmailedAt }) => lastEmailedAt],
    sentCodes: ["Codes sent", ({ sentCodes }) => sentCodes],
    id: ["ID", ({ id }) => id],
    externalId: ["External ID", ({ externalId }) => externalId],
    metadata: ["Metadata", ({ metadata }) => formatMetadata(metadata)],
  },
};

export const listLeadsEndpoint = endpoint({
  method: "GET",
  path: "/leads",
  tag,
  summary: "List leads",
  description:
    "Newest first by default. Without `limit`, the response streams all leads. With `limit`, it returns one page with the `Link` and `X-Total-Count` headers.",
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
  work: "customer",
  params: z.strictObject({ email: Email }),
  reply: LeadRecord,
  errors: ["lead_not_found"],
  example: { params: { email: "ada@example.org" }, reply: exampleLead },
});

export const getLeadByExternalIdEndpoint = endpoint({
  method: "GET",
  path: "/leads/external-id/:externalId",
  tag,
  summary: "Get a lead by external ID",
  description: "Percent-encode the ID in the path.",
  access: ["secret_key", "viewer"],
  work: "customer",
  params: z.strictObject({ externalId: ExternalId }),
  reply: LeadRecord,
  errors: ["lead_not_found"],
  example: { params: { externalId: "user_4711" }, reply: { ...exampleLead, metadata: { plan: "pro" }, externalId: "user_4711" } },
});

/** The email addresses to look up. One that isn't valid has no lead, and doesn't refuse the others. */
const LookedUpEmails = z
  .array(z.unknown())
  .min(1, "must have at least one email")
  .max(maxRecipients, `must have at most ${maxRecipients} emails`)
  .pipe(z.array(z.string()))
  .transform((emails) => emails.flatMap((email) => normalizeEmail(email) ?? []))
  .meta({ override: { type: "array", items: { type: "string" }, minItems: 1, maxItems: maxRecipients } });

export const lookupLeadsEndpoint = endpoint({
  method: "POST",
  path: "/leads/lookup",
  tag,
  summary: "Look up leads",
  description:
    "Returns the leads in the order you list them, without duplicates. Email addresses without a lead are omitted, and so is text that isn't an email address.",
  access: ["secret_key", "viewer"],
  isRead: true,
  work: "read",
  bodyLimit: largeBodyLimit,
  query: refineFile(z.strictObject(csvFormat)),
  body: z.strictObject({ emails: LookedUpEmails }),
  csv,
  isLong: true,
  reply: z.array(LeadRecord),
  errors: [],
  example: { body: { emails: ["ada@example.org"] }, reply: [exampleLead] },
});

/** The answer to a public sign-up. It doesn't say whether the email had signed up before. */
export const PublicSignUp = z
  .strictObject({
    email: z.string(),
    referral: z
      .strictObject({ code: z.string(), url: z.url() })
      .meta({ description: "A referral code and link to share. Each answer has new ones, which all count for the lead with this email." }),
  })
  .meta({ id: "PublicSignUp", description: "The answer to a sign-up with the public key." });
export type PublicSignUp = z.output<typeof PublicSignUp>;

/** What is done with a lead that exists already. */
export const conflictModes = ["skip", "update", "waitlist"] as const;
export type ConflictMode = (typeof conflictModes)[number];
export const OnConflict = oneOf(conflictModes);

export const conflictDescription =
  "`skip`: they don't change. `update`: as when an import overwrites leads. Names, notes, answers, keys of `metadata` and the external ID that you send replace those of the lead unless they are empty, tags are added, `waitlist: true` adds leads who were never on the waitlist, and a referrer is saved for leads without one, which moves no one up. `waitlist`: `waitlist: true` adds them to the waitlist, also if they left it, and nothing else changes. Leads who were invited or claimed a code from the waitlist aren't added again, and held or unconfirmed leads stay as they are.";

/** What a request says about a new lead. */
export const newLeadFields = {
  email: Email,
  firstname: singleLineText(200).optional(),
  lastname: singleLineText(200).optional(),
  referralCode: singleLineText(200).optional().meta({ description: "The referral code of the lead who referred this one." }),
  notes: multilineText(10_000).optional(),
  waitlist: z.boolean().optional().meta({ description: "Whether to add the lead to the waitlist. Defaults to `false`." }),
  fields: AnswersInput.optional(),
  tags: newTagFields.tags,
  ...newMetadataFields("lead"),
  ...attributionFields,
};

/** Whether a person agreed to the project's consent text, or the ID of the text that they were shown. */
export const AgreedConsent = z.union(
  [z.boolean(), z.string().regex(/^[0-9a-f]{64}$/)],
  "must be true or false, or the ID of the consent text",
);

export const createLeadEndpoint = endpoint({
  method: "POST",
  path: "/leads/create",
  aliases: [{ method: "POST", path: "/customers/create" }],
  tag,
  summary: "Create a lead",
  description:
    "With the secret key or a staff session, returns the lead. With the public key, returns `{ email, referral }`, whether or not the lead already existed. If it did and `waitlist` is `true`, the lead is added to the waitlist and no other fields change.",
  access: ["public_key", "secret_key", "member"],
  body: z.strictObject({
    ...newLeadFields,
    consent: AgreedConsent.optional().meta({
      description:
        "Whether the lead agreed to the project's consent text, which is saved with the lead. Required with the public key if the project has a consent text. Our own forms send the ID of the text that they showed, which is refused if the text has changed since.",
    }),
    tags: newLeadFields.tags.meta({ description: `${newLeadFields.tags.meta()?.description} Not allowed with the public key.` }),
    metadata: newLeadFields.metadata.meta({
      description: `${newLeadFields.metadata.meta()?.description} Not allowed with the public key.`,
    }),
    externalId: newLeadFields.externalId.meta({
      description: `${newLeadFields.externalId.meta()?.description} Not allowed with the public key.`,
    }),
    onConflict: OnConflict.optional().meta({
      description: `What to do if the lead exists already, instead of the error \`lead_exists\`. Returns the lead. ${conflictDescription} Not allowed with the public key.`,
    }),
    ...proofField,
    ...visitorField,
    homepage: z.string().max(1000, "must be at most 1000 characters").optional().meta({
      description:
        "A honeypot for bots. Hide this field in your form and leave it empty. With the public key, sign-ups that fill it in are held for review.",
    }),
  }),
  reply: z.union([LeadRecord, PublicSignUp]),
  errors: [
    "proof_required",
    "sign_ups_paused",
    "sign_ups_closed",
    "waitlist_full",
    "lead_exists",
    "external_id_exists",
    "referral_code_not_found",
  ],
  attempt: "sign_up",
  isForForms: true,
  example: { body: { email: "ada@example.org", firstname: "Ada", lastname: "Lovelace", waitlist: true }, reply: exampleLead },
});

export const deleteLeadEndpoint = endpoint({
  method: "POST",
  path: "/leads/delete",
  aliases: [{ method: "DELETE", path: "/leads/delete" }],
  tag,
  summary: "Delete a lead",
  description:
    "Permanently deletes the lead. This can't be undone. Also deletes their claims, deliveries and tokens, so the codes they claimed can be claimed once more. Codes reserved for them lose the reservation and are paused. Returns the deleted lead.",
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
    "Generates a personal code for each lead, or takes one of the codes of `batch`, reserves it for them and queues an email with the code. If anything fails, no codes are generated or taken and no emails are sent. If `job` isn't `null`, codes are generated and emails queued in parts after the response, until all are done or something fails. Takes either `emails` or `filter`. `subject`, `body` and `button` replace those of the email template for this send, with the same rules.",
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: z
    .strictObject({
      emails: RecipientEmails.optional(),
      filter: filterInput(leadFilters).optional().meta({
        description: "Invites every matching lead. Use `invited: false` to exclude leads who were already sent a personal code.",
      }),
      skip: SkippedGroups,
      batch: batchField,
      ...newCodeFields,
      name: singleLineText(200).optional().meta({ description: "The name of the batch of new codes." }),
      ...contentOverrides,
    })
    .refine(...exactlyOneOf("emails", "filter"))
    .refine(...notWithBatch("type", "allowedClaims", "validFrom", "validUntil", "name"))
    .refine(...endsAfterStart),
  isLong: true,
  reply: SendReply.extend({
    batch: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .meta({ description: "The batch of personal codes. `null` if no lead was invited." }),
    codes: z.array(z.object({ email: z.string(), code: z.string() })).meta({
      description:
        "The personal code of each lead who is invited. Empty if `job` isn't `null`: the deliveries of the send have them, once it has ended.",
    }),
  }),
  errors: ["batch_not_found", "code_space_exhausted", "code_expired"],
  example: {
    body: { filter: { waitlist: true, invited: false }, type: "creative", validUntil: "2026-12-31T23:59:00Z", name: "Launch day" },
    reply: {
      sendId: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
      receivedLeads: 1,
      notifiedLeads: 1,
      job: null,
      skipped: [],
      warnings: [],
      batch: exampleBatch,
      codes: [{ email: "ada@example.org", code: "curious-pineapple" }],
    },
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
    fields: AnswersInput.optional().meta({
      description:
        "The answers to change, by key. `null` removes an answer, also to a question that was deleted. Answers you leave out don't change.",
    }),
    ...tagChangeFields,
    ...metadataChangeFields("lead"),
    waitlist: z.boolean().optional().meta({ description: "`true` adds the lead to the waitlist. `false` removes them from it." }),
    expected: expectedValues({ firstname: z.string().nullable(), lastname: z.string().nullable(), notes: z.string() }, "lead_changed"),
  }),
  reply: LeadRecord,
  errors: ["lead_not_found", "lead_changed", "external_id_exists"],
  example: {
    params: { email: "ada@example.org" },
    body: { notes: "Met at the conference." },
    reply: { ...exampleLead, notes: "Met at the conference.", updatedAt: "2026-11-21T12:30:00.000Z" },
  },
});

export const EmailChange = z.object({
  email: z.string(),
  newEmail: z.string(),
  expiresAt: Timestamp.meta({ description: "When the emailed link stops working." }),
});
export type EmailChange = z.output<typeof EmailChange>;

export const changeLeadEmailEndpoint = endpoint({
  method: "POST",
  path: "/leads/change-email",
  tag,
  summary: "Change a lead's email",
  description: `Emails a link to the new email address. The lead keeps their current email until someone opens the link and confirms, within ${emailChangeLinkHours} hours. Then everything moves to the new email: claims, reserved codes, invitations, emails, the waitlist position, referrals, tags, answers, the activity, and a suppression unless it is a bounce. Links in emails to the old address end. It gets a notice. A newer request replaces the one before.`,
  access: ["secret_key", "member"],
  body: z.strictObject({ email: Email, newEmail: Email }),
  reply: EmailChange,
  errors: ["lead_not_found", "lead_exists", "lead_suppressed", "email_blocked"],
  example: {
    body: { email: "ada@example.org", newEmail: "ada@lovelace.example" },
    reply: { email: "ada@example.org", newEmail: "ada@lovelace.example", expiresAt: "2026-11-22T12:00:00.000Z" },
  },
});

export const getLeadStatsEndpoint = endpoint({
  method: "GET",
  path: "/leads/stats",
  tag,
  summary: "Get daily lead stats",
  description: "Returns the number of new leads per day.",
  access: ["secret_key", "viewer"],
  query: z.strictObject({ span: Span.optional() }),
  reply: DailyStats,
  errors: [],
  example: { query: { span: "30" }, reply: exampleDailyStats },
});

export const WaitlistPositionReply = z.object({
  position: z
    .number()
    .int()
    .nullable()
    .meta({ description: "The lead's position in the waitlist, starting at 1. `null` if they aren't on it." }),
  waiting: z.number().int().meta({ description: "The number of leads on the waitlist." }),
  referrals: z.number().int().meta({ description: "The number of active leads who joined with this lead's referral link." }),
});
export type WaitlistPositionReply = z.output<typeof WaitlistPositionReply>;

export const getWaitlistPositionEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email/position",
  tag: "Leads",
  summary: "Get a lead's waitlist position",
  description: "Returns the numbers that the lead sees on their position page.",
  access: ["secret_key", "viewer"],
  work: "customer",
  params: z.strictObject({ email: Email }),
  reply: WaitlistPositionReply,
  errors: ["lead_not_found"],
  example: { params: { email: "ada@example.org" }, reply: { position: 12, waiting: 340, referrals: 2 } },
});

import * as z from "zod";
import { DeliveryCounts } from "./deliveries";
import { ButtonUrl, contentFields, contentOverrides, overridesRecord } from "./email-templates";
import { endpoint, exactlyOneOf, Flag, filterInput, largeBodyLimit, listQuery, Search, sortParams } from "./endpoint";
import { actorKinds, type SkippableGroup, sendKinds, skippableGroups } from "./enums";
import { type CsvExport, csvFormat } from "./export-columns";
import { CodeText, Email, Id, Instant, oneOf, Timestamp } from "./fields";
import { QueueingProgress } from "./jobs";
import { leadFilters } from "./lead-filters";
import { maxImmediateRecipients, maxRecipients } from "./limits";

const tag = "Sends";

/** Why a recipient gets no email. */
export const skipReasons = [
  "not_a_lead",
  "duplicate",
  "reserved_for_another",
  "already_claimed",
  "domain_not_allowed",
  "batch_claimed",
  "held",
  "suppressed",
  "code_unusable",
  "no_match",
  "no_code_left",
  ...skippableGroups,
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** The recipients of a send. Checks the length first, so that a huge list is rejected cheaply. */
export const RecipientEmails = z
  .array(z.unknown())
  .min(1, "must have at least one email")
  .max(maxRecipients, `must have at most ${maxRecipients} emails`)
  .pipe(z.array(Email))
  .meta({ override: { type: "array", items: { type: "string", format: "email" }, minItems: 1, maxItems: maxRecipients } });

/** The groups of leads that a send leaves out. */
export const SkippedGroups = z.array(oneOf(skippableGroups)).max(skippableGroups.length, "must not repeat groups").optional().meta({
  description:
    "Groups of leads who get no email. `unconfirmed`: they haven't confirmed their email address. `invited`: they have an open invitation. `claimed_another_code`: they already claimed a code. Sends of codes default to `invited`, unless the filter chooses leads by their invitations (`invited: true`, `waitlistStatus` is `invited`, or `wave`). An empty list includes all.",
});

/** The names of warnings about emails that were queued, or weren't. */
const sendReplyWarnings = ["no_recipients", "email_not_connected", "email_settings_unreadable", "local_links", "email_paused"] as const;

/** What the answer of a send, an invitation or a wave says about emails that don't go out now, or don't work. */
export const SendReplyWarnings = z.array(z.object({ name: z.enum(sendReplyWarnings), message: z.string() })).meta({
  description:
    "Why emails don't go out, not now, or with links that don't work. Empty if all is well. `no_recipients`: no one gets an email, so this isn't listed as a send. `email_not_connected`: no mail server is connected, so emails are saved to files and not delivered. `email_settings_unreadable`: the saved mail server can't be read, so emails wait. `local_links`: emails go out, but their links only work on the computer of the server or in its network, because `APP_URL` isn't set. `email_paused`: email is paused, so emails wait. Newer ones may be added.",
});
export type SendReplyWarnings = z.output<typeof SendReplyWarnings>;

/** What a send queued. */
export const SendResult = z.object({
  sendId: Id.meta({
    description: "The ID of the send. If no one gets an email, `GET /sends/:id` says who was skipped, and no list includes it.",
  }),
  receivedLeads: z.number().int().meta({ description: "The number of email addresses in the request, or of leads that match `filter`." }),
  notifiedLeads: z
    .number()
    .int()
    .meta({ description: "The number of emails that were queued. `0` if there's a `job`, which queues them after the response." }),
  job: Id.nullable().meta({
    description: `The ID of the background job that queues the emails in parts, if they go to more than ${maxImmediateRecipients.toLocaleString("en-US")} leads. \`GET /sends/:id\` shows its progress, and how many leads were skipped. \`null\` if all emails were queued.`,
  }),
  skipped: z.array(z.object({ email: z.string(), reason: z.enum(skipReasons) })).meta({
    description:
      "The recipients who get no email, and why. `not_a_lead`: there's no lead with that email address. `duplicate`: it's listed earlier in the same request. `reserved_for_another`: the code is reserved for someone else. `already_claimed`: they already claimed the code. `domain_not_allowed`: the batch doesn't allow the domain of their email address. `batch_claimed`: they claimed another code of the batch, which allows one for each person. `held`: their sign-up is held for review. `suppressed`: their email address is suppressed. `code_unusable`: their personal code is paused, expired, exhausted or deleted (only when resending). `no_match`: they matched the filter when a large send was created, but no longer did when it was their turn. `no_code_left`: the batch had no code left for them. `unconfirmed`, `invited` and `claimed_another_code`: `skip` includes this group. Announcements always skip `unconfirmed` leads.",
  }),
});
export type SendResult = z.output<typeof SendResult>;

export const SendReply = SendResult.extend({ warnings: SendReplyWarnings });
export type SendReply = z.output<typeof SendReply>;

const id = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";

const notConnected = {
  name: "email_not_connected" as const,
  message: "No mail server is connected. Emails are saved to files and not delivered.",
};

export const sendCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/send",
  tag,
  summary: "Send a code to leads",
  description:
    "Queues an email with the code for each lead. The worker sends the emails after the response. Takes either `emails` or `filter`. You can send a scheduled code before its start date. `subject`, `body` and `button` replace those of the email template for this send, with the same rules.",
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: z
    .strictObject({
      code: CodeText,
      emails: RecipientEmails.optional(),
      filter: filterInput(leadFilters).optional(),
      skip: SkippedGroups,
      ...contentOverrides,
    })
    .refine(...exactlyOneOf("emails", "filter")),
  isLong: true,
  reply: SendReply,
  errors: ["code_not_found", "code_paused", "code_expired", "code_exhausted"],
  example: {
    body: { code: "curious-pineapple", emails: ["ada@example.org", "grace@example.org", "unknown@example.org"] },
    reply: {
      sendId: id,
      receivedLeads: 3,
      notifiedLeads: 2,
      job: null,
      skipped: [{ email: "unknown@example.org", reason: "not_a_lead" }],
      warnings: [notConnected],
    },
  },
});

const sendKindDescription =
  "`code`: the same code for all leads. `invitation`: a personal code for each lead. `announcement`: an email without a code.";

export const SendRecord = z
  .object({
    id: Id,
    kind: z.enum(sendKinds).meta({ description: sendKindDescription }),
    code: z.string().nullable().meta({ description: "The code that was sent. `null` for an invitation or announcement." }),
    batch: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .meta({ description: "The batch of personal codes. `null` if the send isn't an invitation." }),
    receivedLeads: z.number().int().meta({ description: "The number of requested recipients." }),
    notifiedLeads: z.number().int().meta({ description: "The number of emails that were queued." }),
    skippedLeads: z
      .array(z.object({ reason: z.enum(skipReasons), count: z.number().int() }))
      .nullable()
      .meta({ description: "How many recipients were skipped, by reason. `null` if it wasn't recorded." }),
    queueing: QueueingProgress.nullable().meta({
      description:
        "The background job that queues the emails of a large send in parts. `null` if they were queued at once, and a month after the job ended.",
    }),
    deletedLeads: z
      .number()
      .int()
      .meta({ description: "The number of notified leads who were deleted since. `deliveries` doesn't include them." }),
    actor: z
      .object({ kind: z.enum(actorKinds), name: z.string().nullable() })
      .nullable()
      .meta({ description: "Who created the send. `null` if it wasn't recorded." }),
    deliveries: DeliveryCounts.meta({ description: "The number of deliveries by status." }),
    completed: z.boolean().meta({
      description:
        "Whether all deliveries are finished: none is queued, being sent or waiting to be retried, and no more are being queued.",
    }),
    content: overridesRecord("The texts of this send."),
    buttonUrl: z.string().nullable().meta({ description: "Where the button of an announcement leads. `null` if it has none." }),
    scheduledAt: Timestamp.nullable().meta({ description: "When its emails go out, if that was scheduled for later." }),
    limitedUntil: Timestamp.nullable().meta({
      description:
        "Until when its emails wait because of a limit of the mail server, such as a daily quota. Then they are tried again. `null` if they don't wait, or the send is completed.",
    }),
    createdAt: Timestamp,
  })
  .meta({ id: "Send" });
export type SendRecord = z.output<typeof SendRecord>;

export const exampleSend: SendRecord = {
  id,
  kind: "code",
  code: "curious-pineapple",
  batch: null,
  receivedLeads: 3,
  notifiedLeads: 2,
  skippedLeads: [{ reason: "not_a_lead", count: 1 }],
  queueing: null,
  deletedLeads: 0,
  actor: { kind: "staff", name: "Grace Hopper" },
  deliveries: { queued: 0, sending: 1, retrying: 0, sent: 1, saved_to_file: 0, failed: 0, bounced: 0, canceled: 0, suppressed: 0 },
  completed: false,
  content: null,
  buttonUrl: null,
  scheduledAt: null,
  limitedUntil: null,
  createdAt: "2026-11-21T12:00:00.000Z",
};

const canceledSend: SendRecord = {
  ...exampleSend,
  deliveries: { ...exampleSend.deliveries, sending: 0, canceled: 1 },
  completed: true,
};

const failedSend: SendRecord = {
  ...exampleSend,
  deliveries: { ...exampleSend.deliveries, sending: 0, failed: 1 },
  completed: true,
};

const sendsCsv: CsvExport<SendRecord> = {
  name: "sends",
  columns: {
    id: ["ID", ({ id }) => id],
    kind: ["Kind", ({ kind }) => kind],
    code: ["Code", ({ code }) => code],
    "batch.name": ["Batch", ({ batch }) => batch?.name ?? null],
    "actor.name": ["Sent by", ({ actor }) => actor?.name ?? actor?.kind ?? null],
    receivedLeads: ["Recipients", ({ receivedLeads }) => receivedLeads],
    notifiedLeads: ["Queued", ({ notifiedLeads }) => notifiedLeads],
    "deliveries.sent": ["Sent", ({ deliveries }) => deliveries.sent],
    "deliveries.saved_to_file": ["Saved to file", ({ deliveries }) => deliveries.saved_to_file],
    "deliveries.failed": ["Failed", ({ deliveries }) => deliveries.failed],
    "deliveries.canceled": ["Canceled", ({ deliveries }) => deliveries.canceled],
    "deliveries.suppressed": ["Suppressed", ({ deliveries }) => deliveries.suppressed],
    completed: ["Completed", ({ completed }) => completed],
    createdAt: ["Created", ({ createdAt }) => createdAt],
    "deliveries.bounced": ["Bounced", ({ deliveries }) => deliveries.bounced],
    deletedLeads: ["Deleted leads", ({ deletedLeads }) => deletedLeads],
    scheduledAt: ["Scheduled", ({ scheduledAt }) => scheduledAt],
  },
};

export const listSendsEndpoint = endpoint({
  method: "GET",
  path: "/sends",
  tag,
  summary: "List sends",
  description: "Newest first by default.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    code: CodeText.optional().meta({ description: "Only sends of this code." }),
    email: Email.optional().meta({ description: "Only sends to this email address." }),
    batch: Id.optional().meta({ description: "Only sends of codes in the batch with this ID." }),
    kind: oneOf(sendKinds)
      .optional()
      .meta({ description: `Only sends of this kind. ${sendKindDescription}` }),
    completed: Flag.optional().meta({ description: "Only sends that are, or aren't, completed." }),
    failed: Flag.optional().meta({ description: "Only sends that have, or don't have, failed deliveries." }),
    since: Instant.optional().meta({ description: "Only sends created at or after this time." }),
    until: Instant.optional().meta({ description: "Only sends created before this time." }),
    ...sortParams(["created"]),
    ...csvFormat,
  }),
  csv: sendsCsv,
  reply: z.array(SendRecord),
  errors: [],
  example: { query: { limit: "50" }, reply: [exampleSend] },
});

const params = z.strictObject({ id: Id });

export const getSendEndpoint = endpoint({
  method: "GET",
  path: "/sends/:id",
  tag,
  summary: "Get a send",
  access: ["secret_key", "viewer"],
  params,
  reply: SendRecord,
  errors: ["send_not_found"],
  example: { params: { id }, reply: exampleSend },
});

export const RetrySendReply = SendRecord.extend({
  requeued: z.number().int().meta({ description: "The number of deliveries that were queued again." }),
  skipped: z.number().int().meta({ description: "The number of failed deliveries that were requested but not queued again." }),
  job: Id.nullable().meta({
    description: `The background job that queues the deliveries again, if there are more than ${maxImmediateRecipients.toLocaleString("en-US")}. \`requeued\` and \`skipped\` are 0 then. \`null\` otherwise.`,
  }),
});
export type RetrySendReply = z.output<typeof RetrySendReply>;

export const retrySendEndpoint = endpoint({
  method: "POST",
  path: "/sends/:id/retry",
  tag,
  summary: "Retry a send's failed deliveries",
  description:
    "Without `deliveries` and `filter`, retries all failed deliveries. Skips leads who received the code with another send or are about to, leads that a new send would skip, and personal codes that can no longer be sent. If none of the codes can be sent, returns the same error as sending the code. More than 50,000 deliveries are queued in parts after the response.",
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  params,
  body: z
    .strictObject({
      deliveries: z
        .array(Id)
        .min(1, "must have at least one delivery")
        .max(maxRecipients, `must have at most ${maxRecipients} deliveries`)
        .optional()
        .meta({ description: "Retry only these deliveries." }),
      filter: z
        // An empty search would match every delivery.
        .strictObject({
          q: Search.pipe(z.string().min(1, "must not be empty")).meta({
            description: "Only deliveries whose email address contains this text.",
          }),
        })
        .optional()
        .meta({ description: "Retry only the deliveries that match." }),
    })
    .refine(({ deliveries, filter }) => deliveries === undefined || filter === undefined, {
      path: ["deliveries"],
      message: "can't be combined with `filter`",
    }),
  isLong: true,
  reply: RetrySendReply,
  errors: ["send_not_found", "code_not_found", "code_paused", "code_expired", "code_exhausted"],
  example: {
    params: { id },
    body: {},
    reply: {
      ...failedSend,
      deliveries: { ...failedSend.deliveries, failed: 0, queued: 1 },
      completed: false,
      requeued: 1,
      skipped: 0,
      job: null,
    },
  },
});

export const cancelSendEndpoint = endpoint({
  method: "POST",
  path: "/sends/:id/cancel",
  tag,
  summary: "Cancel a send's queued deliveries",
  description:
    "Also stops queueing more emails. Emails that were already sent aren't affected. An email that's being sent right now may still be delivered. If it can't be delivered, it's canceled instead of retried.",
  access: ["secret_key", "member"],
  params,
  isLong: true,
  reply: SendRecord,
  errors: ["send_not_found"],
  example: { params: { id }, reply: canceledSend },
});

export const resendUndeliveredEndpoint = endpoint({
  method: "POST",
  path: "/sends/:id/resend",
  tag,
  summary: "Resend undelivered emails",
  description:
    "Creates a new send of the same code, or of the leads' personal codes. Failed emails of an announcement can only be retried. The recipients are the leads whose email failed or was canceled and who haven't received the code with another send. Skips the same leads as a new send, and leads whose personal code can no longer be sent (`code_unusable`). If none of the codes can be sent, returns the same error as sending the code. More than 50,000 emails are queued in parts after the response.",
  access: ["secret_key", "member"],
  params,
  isLong: true,
  reply: SendReply,
  errors: ["send_not_found", "nothing_to_send", "code_not_found", "code_paused", "code_expired", "code_exhausted"],
  example: {
    params: { id },
    reply: { sendId: "019aa6d1-2c4b-7e10-8f3a-6b9d0e5c7a21", receivedLeads: 2, notifiedLeads: 2, job: null, skipped: [], warnings: [] },
  },
});

export const sendAnnouncementEndpoint = endpoint({
  method: "POST",
  path: "/announcements",
  tag: "Sends",
  summary: "Send an announcement to leads",
  description:
    "Queues an email without a code for each lead, now or at `scheduledAt`. The texts have the same Markdown and variables as the “Announcement” email template. Every email has an unsubscribe link. Suppressed, bounced, unconfirmed and held leads are skipped. Takes either `emails` or `filter`. The recipients are chosen now, also for a scheduled announcement. Leads who unsubscribe, are held or are deleted before it's sent don't get it. The announcement is a send: get its progress, retry failed emails or cancel it with the endpoints of sends.",
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: z
    .strictObject({
      subject: contentFields.subject,
      body: contentFields.body,
      button: contentFields.button.optional().meta({ description: "The button label. Defaults to that of the email template." }),
      buttonUrl: ButtonUrl.optional(),
      emails: RecipientEmails.optional(),
      filter: filterInput(leadFilters).optional(),
      skip: SkippedGroups,
      scheduledAt: Instant.optional().meta({
        description: "When to send it, at most a year from now. If omitted or in the past, it's sent right away.",
      }),
    })
    .refine(...exactlyOneOf("emails", "filter")),
  isLong: true,
  reply: SendReply,
  errors: [],
  example: {
    body: {
      subject: "{{project}} opens on Monday",
      body: "Hello {{firstname|there}},\n\nWe open on **Monday at noon**.\n\n{{button}}",
      button: "Read more",
      buttonUrl: "https://example.org/news",
      filter: { waitlist: true },
      scheduledAt: "2026-12-31T09:00:00Z",
    },
    reply: {
      sendId: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
      receivedLeads: 341,
      notifiedLeads: 340,
      job: null,
      skipped: [{ email: "grace@example.org", reason: "unconfirmed" }],
      warnings: [],
    },
  },
});

/** A filter of leads, in a request or parsed, or all leads. */
type Filter = z.input<z.ZodObject<typeof leadFilters>> & { all?: true | undefined };

const isSet = (flag: Filter["invited"]): boolean => flag === true || flag === "true";

const isChosenBy: Record<SkippableGroup, (filter: Filter) => boolean> = {
  unconfirmed: ({ status, confirmed }) => status === "unconfirmed" || confirmed === false || confirmed === "false",
  invited: ({ invited, waitlistStatus, wave }) => isSet(invited) || waitlistStatus === "invited" || Boolean(wave),
  claimed_another_code: ({ claimed, waitlistStatus }) => isSet(claimed) || waitlistStatus === "claimed",
};

/** Returns those of the groups that a send leaves out unless its sender decides: not the groups that the filter of its recipients chooses. */
export const skippedByDefault = (groups: readonly SkippableGroup[], filter: Filter = {}): SkippableGroup[] =>
  skippableGroups.filter((group) => groups.includes(group) && !isChosenBy[group](filter));

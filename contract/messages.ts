import * as z from "zod";
import { DeliveryRecord, DeliveryStatus, exampleDelivery, progressColumns, SavedEmailSkipReason } from "./deliveries";
import { endpoint, Flag, largeBodyLimit, listQuery } from "./endpoint";
import { actorKinds, automaticEmailKinds, automaticMessageKinds, savedEmailKinds } from "./enums";
import { EventRecord } from "./events";
import { type CsvExport, csvFormat } from "./export-columns";
import { Email, Id, oneOf, Timestamp } from "./fields";
import { maxRecipients } from "./limits";
import { SendWarnings } from "./send-preview";

type AutomaticEmailKind = (typeof automaticEmailKinds)[number];

/** What the automatic emails of each kind are for. */
const kindDescriptions: Readonly<Record<AutomaticEmailKind, string>> = {
  joined: "confirms that the lead joined the waitlist",
  confirm: "asks the lead to confirm their email address",
  confirm_claim: "asks the lead to finish a claim with the link in the email",
  claimed: "confirms that the lead claimed a code",
  reminder: "reminds the lead of their invitation",
  invitation: "the invitation of a wave",
};

const describeKinds = (kinds: readonly AutomaticEmailKind[]): string =>
  kinds.map((kind) => `\`${kind}\`: ${kindDescriptions[kind]}.`).join(" ");

const aboutCode = z.string().nullable().meta({ description: "The code that the email is about, if any." });

/** An automatic email to a lead, such as a confirmation request. */
export const MessageRecord = DeliveryRecord.omit({ send: true, code: true })
  .extend({
    kind: z.enum(automaticMessageKinds).meta({ description: describeKinds(automaticMessageKinds) }),
  })
  .meta({ id: "Message" });
export type MessageRecord = z.output<typeof MessageRecord>;

/** An imported file that added or changed a lead. */
const LeadImport = z
  .object({
    id: Id,
    fileName: z.string().meta({ description: "Empty for pasted rows." }),
    result: z.enum(["created", "updated"]).meta({ description: "Whether the import added the lead or changed it." }),
    actor: z.object({ kind: z.enum(actorKinds), id: z.string().nullable(), name: z.string().nullable() }),
  })
  .meta({ id: "LeadImport" });

export const TimelineEntry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("event"), at: Timestamp, event: EventRecord }),
  z.object({ kind: z.literal("delivery"), at: Timestamp, delivery: DeliveryRecord }),
  z.object({ kind: z.literal("message"), at: Timestamp, message: MessageRecord }),
  z.object({ kind: z.literal("import"), at: Timestamp, import: LeadImport }),
]);
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const listLeadTimelineEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email/timeline",
  tag: "Leads",
  summary: "List a lead's timeline",
  description:
    "Returns the lead's events, deliveries, automatic emails and imports, newest first. The rows of imports are kept for 30 days.",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ email: Email }),
  query: listQuery({}),
  reply: z.array(TimelineEntry),
  errors: ["lead_not_found"],
  example: {
    params: { email: "ada@example.org" },
    reply: [{ kind: "delivery", at: exampleDelivery.createdAt, delivery: exampleDelivery }],
  },
});

const tag = "Sends";

const AutomaticEmailKind = oneOf(automaticEmailKinds).meta({ description: describeKinds(automaticEmailKinds) });

/** An automatic email to a lead. */
export const AutomaticEmailRecord = MessageRecord.extend({
  kind: AutomaticEmailKind,
  send: Id.nullable().meta({ description: "The ID of the send of an invitation. `null` for the other kinds." }),
  code: aboutCode,
}).meta({ id: "AutomaticEmail" });
export type AutomaticEmailRecord = z.output<typeof AutomaticEmailRecord>;

const example: AutomaticEmailRecord = { ...exampleDelivery, kind: "confirm", send: null, code: null };

const csv: CsvExport<AutomaticEmailRecord> = {
  name: "automatic-emails",
  columns: {
    email: ["Email", ({ email }) => email],
    kind: ["Kind", ({ kind }) => kind],
    code: ["Code", ({ code }) => code],
    ...progressColumns,
  },
};

const filters = {
  kind: AutomaticEmailKind.optional().meta({ description: "Only emails of this kind." }),
  email: Email.optional().meta({ description: "Only emails to this email address." }),
  wave: Id.optional().meta({
    description: "Only emails with an invitation of this wave, as counted by its `deliveries`, including those that staff sent again.",
  }),
};

export const listMessagesEndpoint = endpoint({
  method: "GET",
  path: "/messages",
  tag,
  summary: "List automatic emails",
  description: "Returns the emails that were sent automatically, newest first.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    ...filters,
    status: DeliveryStatus.optional().meta({ description: "Only emails with this status." }),
    ...csvFormat,
  }),
  csv,
  reply: z.array(AutomaticEmailRecord),
  errors: [],
  example: { query: { limit: "50", kind: "confirm" }, reply: [example] },
});

const RequeueReply = z.object({
  requeued: z.number().int().meta({ description: "The number of emails that were queued again." }),
  skipped: z.number().int().meta({
    description:
      "The number of emails that weren't: the lead is suppressed, already did what the email asks for, or the code can't be used anymore.",
  }),
});

export const retryMessagesEndpoint = endpoint({
  method: "POST",
  path: "/messages/retry",
  tag,
  summary: "Retry failed automatic emails",
  description: "Without `messages` and `filter`, retries all failed automatic emails.",
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  isLong: true,
  body: z
    .strictObject({
      messages: z
        .array(Id)
        .min(1, "must have at least one message")
        .max(maxRecipients, `must have at most ${maxRecipients} messages`)
        .optional()
        .meta({ description: "Retry only these emails." }),
      filter: z.strictObject(filters).optional().meta({ description: "Retry only the emails that match." }),
    })
    .refine(({ messages, filter }) => messages === undefined || filter === undefined, {
      path: ["messages"],
      message: "can't be combined with `filter`",
    }),
  reply: RequeueReply,
  errors: [],
  example: { body: { messages: [example.id] }, reply: { requeued: 1, skipped: 0 } },
});

export const resendMessageEndpoint = endpoint({
  method: "POST",
  path: "/messages/resend",
  tag,
  summary: "Resend an automatic email to a lead",
  description:
    "Sends the lead another email of this kind. If it is about a code: a reminder has that of their invitation, `claimed` that of their last claim, and `confirm_claim` that of their last email of this kind.",
  access: ["secret_key", "member"],
  body: z.strictObject({
    email: Email,
    kind: oneOf(automaticMessageKinds),
  }),
  reply: AutomaticEmailRecord,
  errors: ["lead_not_found", "lead_suppressed", "email_not_needed"],
  example: {
    body: { email: example.email, kind: "confirm" },
    reply: { ...example, status: "queued", attempts: 0, updatedAt: example.createdAt },
  },
});

const SavedEmailKind = oneOf(savedEmailKinds).meta({
  description: "The kind of an automatic email, or `code`, `invitation` (with a personal code) or `announcement` for an email of a send.",
});

const SkippedEmails = z.array(
  z.object({
    reason: SavedEmailSkipReason,
    count: z.number().int(),
    sample: z.array(z.string()).meta({ description: "Some of their recipients, up to 20." }),
  }),
);

export const SavedEmailsPreview = z.object({
  savedEmails: z.number().int().meta({ description: "The number of emails that were saved to files and not sent since." }),
  emails: z.number().int().meta({ description: "The number of emails that would be sent." }),
  leads: z.number().int().meta({ description: "The number of leads who would get them." }),
  kinds: z
    .array(
      z.object({
        kind: SavedEmailKind,
        count: z.number().int(),
        since: Timestamp.meta({ description: "When the oldest of them was queued." }),
        sample: z.array(z.string()).meta({ description: "Some of their recipients, up to 20." }),
      }),
    )
    .meta({ description: "The emails that would be sent, by kind." }),
  skipped: SkippedEmails.meta({ description: "The emails that would be skipped, by reason." }),
  error: z
    .object({ error: z.literal("email_not_connected"), message: z.string() })
    .nullable()
    .meta({ description: "The error that sending would return. `null` if it would succeed." }),
  warnings: SendWarnings.meta({ description: "Possible problems that don't prevent sending." }),
});
export type SavedEmailsPreview = z.output<typeof SavedEmailsPreview>;

export const previewSavedEmailsEndpoint = endpoint({
  method: "GET",
  path: "/deliveries/send-saved/preview",
  tag,
  summary: "Preview sending emails that were saved to files",
  description:
    "Returns which emails `POST /deliveries/send-saved` would send and to whom, and which it would skip and why. Changes nothing.",
  access: ["secret_key", "member"],
  isLong: true,
  reply: SavedEmailsPreview,
  errors: [],
  example: {
    reply: {
      savedEmails: 13,
      emails: 12,
      leads: 12,
      kinds: [{ kind: "joined", count: 12, since: "2026-11-21T12:00:00.000Z", sample: ["ada@example.org"] }],
      skipped: [{ reason: "unsubscribed", count: 1, sample: ["grace@example.org"] }],
      error: null,
      warnings: [],
    },
  },
});

export const SendSavedEmailsReply = z.object({
  requeued: z.number().int().meta({ description: "The number of emails that were queued to be sent." }),
  skipped: z.number().int().meta({ description: "The number of emails that weren't." }),
  skippedEmails: SkippedEmails.meta({ description: "The skipped emails, by reason. `GET /deliveries/saved` lists all of them." }),
});
export type SendSavedEmailsReply = z.output<typeof SendSavedEmailsReply>;

export const sendSavedEmailsEndpoint = endpoint({
  method: "POST",
  path: "/deliveries/send-saved",
  tag,
  summary: "Send emails that were saved to files",
  description:
    "Sends the emails that were saved to files before a mail server was connected, each of them once, however often and by how many this is called. Emails that are skipped get the status `canceled` or `suppressed`, and a `skipReason`.",
  access: ["secret_key", "member"],
  isLong: true,
  reply: SendSavedEmailsReply,
  errors: ["email_not_connected"],
  example: {
    reply: { requeued: 12, skipped: 1, skippedEmails: [{ reason: "unsubscribed", count: 1, sample: ["grace@example.org"] }] },
  },
});

export const SavedFileReply = z.object({
  file: z
    .string()
    .nullable()
    .meta({ description: "The path of the file. `null` if it isn't on the machine that answers, or the email isn't saved to a file." }),
});
export type SavedFileReply = z.output<typeof SavedFileReply>;

export const getSavedFileEndpoint = endpoint({
  method: "GET",
  path: "/deliveries/:id/file",
  tag,
  summary: "Find the file of a saved email",
  description:
    "Files are removed after 30 days, stay on the machine whose worker saved them, and aren't part of a backup. The email can be sent without its file: `POST /deliveries/send-saved`.",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ id: Id }),
  reply: SavedFileReply,
  errors: [],
  example: {
    params: { id: "019aa6c5-9012-7c41-8a3e-5d2b7f1c9e04" },
    reply: { file: "/srv/gatehouse/.data/outbox/019aa6c5-9012-7c41-8a3e-5d2b7f1c9e04.eml" },
  },
});

/** An email that was saved to a file, or was skipped when these were sent. */
export const SavedEmailRecord = z
  .object({
    id: Id,
    email: z.string(),
    kind: SavedEmailKind,
    send: Id.nullable().meta({ description: "The ID of its send. `null` for other automatic emails." }),
    code: aboutCode,
    status: DeliveryStatus,
    skipReason: SavedEmailSkipReason.nullable().meta({ description: "Why it was skipped. `null` while it is saved to a file." }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "SavedEmail" });
export type SavedEmailRecord = z.output<typeof SavedEmailRecord>;

export const listSavedEmailsEndpoint = endpoint({
  method: "GET",
  path: "/deliveries/saved",
  tag,
  summary: "List saved emails",
  description:
    "Returns the emails that were saved to files because no mail server was connected, and those that `POST /deliveries/send-saved` skipped, newest first.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    skipped: Flag.optional().meta({
      description: "`true`: only emails that were skipped. `false`: only those that are still saved to a file.",
    }),
    reason: SavedEmailSkipReason.optional().meta({ description: "Only emails that were skipped for this reason." }),
    email: Email.optional().meta({ description: "Only emails to this email address." }),
  }),
  reply: z.array(SavedEmailRecord),
  errors: [],
  example: {
    query: { limit: "50", skipped: "true" },
    reply: [
      {
        id: "019aa6c5-9012-7c41-8a3e-5d2b7f1c9e04",
        email: "grace@example.org",
        kind: "joined",
        send: null,
        code: null,
        status: "suppressed",
        skipReason: "unsubscribed",
        createdAt: "2026-11-21T12:00:00.000Z",
        updatedAt: "2026-11-22T09:00:00.000Z",
      },
    ],
  },
});

import * as z from "zod";
import { DeliveryStatus, SavedEmailSkipReason } from "./deliveries";
import { endpoint, Flag, listQuery } from "./endpoint";
import { savedEmailKinds } from "./enums";
import { Email, Id, Timestamp } from "./fields";
import { oneOf } from "./one-of";
import { SendWarnings } from "./send-preview";

const tag = "Sends";

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
    code: z.string().nullable().meta({ description: "The code that the email is about, if any." }),
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

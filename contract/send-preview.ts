import * as z from "zod";
import { CodeType, newCodeFields } from "./codes";
import { ColorScheme, draftFields, EmailPreview } from "./email-templates";
import { endpoint, exactlyOneOf, filterInput, largeBodyLimit } from "./endpoint";
import { recipientGroups } from "./enums";
import { apiErrors, type ErrorName } from "./errors";
import { CodeText, Email, endsAfterStart, Id, Instant, Timestamp } from "./fields";
import { leadFilters } from "./lead-filters";
import { RecipientEmails, SkippedGroups, skipReasons } from "./sends";

const tag = "Sends";

/** How the personal codes of an invitation are generated. */
export const PersonalCodeOptions = z
  .strictObject({
    ...newCodeFields,
  })
  .refine(...endsAfterStart);

const sendWarnings = [
  "too_few_claims",
  "not_started",
  "ends_soon",
  "email_not_connected",
  "local_links",
  "email_settings_unreadable",
  "weak_codes",
] as const;

const errorNames = Object.keys(apiErrors) as [ErrorName, ...ErrorName[]];

/** How many codes of a batch are left for those who would get one. */
export const BatchPreview = z.object({
  id: Id,
  name: z.string(),
  codes: z.number().int().meta({ description: "How many codes the batch has." }),
  left: z.number().int().meta({ description: "How many of them can still be given to leads." }),
  paused: z.boolean().meta({ description: "Whether the batch is paused, so that none of its codes can be given to leads." }),
  withoutCode: z.number().int().meta({ description: "How many leads would get none, because too few are left." }),
});
export type BatchPreview = z.output<typeof BatchPreview>;

/** Possible problems that don't prevent sending. */
export const SendWarnings = z.array(z.object({ warning: z.enum(sendWarnings), message: z.string() }));

export const SendPreviewReply = z.object({
  receivedLeads: z.number().int().meta({ description: "The number of email addresses in the request, or of leads that match `filter`." }),
  notifiedLeads: z.number().int().meta({
    description: "The number of leads who would get an email, if there's no `error`.",
  }),
  sample: z.array(z.string()).meta({ description: "The first recipients, up to 20." }),
  skipped: z.array(z.object({ reason: z.enum(skipReasons), count: z.number().int(), sample: z.array(z.string()) })).meta({
    description:
      "How many recipients would get no email, by reason, and some of their email addresses. If a filter matches many leads, only the first of them are listed.",
  }),
  groups: z
    .array(
      z.object({
        group: z.enum(recipientGroups),
        count: z.number().int(),
        skipped: z.boolean().meta({ description: "Whether these leads get no email." }),
        since: Timestamp.meta({ description: "The earliest time in the group." }),
        sample: z.array(
          z.object({
            email: z.string(),
            since: Timestamp.meta({
              description: "When the lead signed up, was invited, first claimed a code, or got the suppression, depending on the group.",
            }),
          }),
        ),
      }),
    )
    .meta({
      description:
        "Recipients to check before you send, and some of them by name. `skip` decides whether `unconfirmed`, `invited` and `claimed_another_code` are left out. `suppressed` and `bounced` leads are never emailed. A lead can be in several groups. Empty groups are left out.",
    }),
  error: z
    .object({ error: z.enum(errorNames), message: z.string() })
    .nullable()
    .meta({ description: "The error that sending would return. `null` if it would succeed." }),
  warnings: SendWarnings.meta({ description: "Possible problems that don't prevent sending." }),
  batch: BatchPreview.nullable().meta({ description: "The batch whose codes the leads would get. `null` for other sends." }),
});
export type SendPreviewReply = z.output<typeof SendPreviewReply>;

type PreviewedContent = { code?: unknown; personal?: unknown; batch?: unknown; announcement?: unknown };

const oneContent: [(body: PreviewedContent) => boolean, { path: string[]; message: string }] = [
  ({ code, personal, batch, announcement }) =>
    [code, personal, batch, announcement].filter((content) => content !== undefined).length === 1,
  { path: ["code"], message: "must have either `code`, `personal` or `batch`, and only one of them" },
];

const previewedBatch = Id.optional().meta({ description: "The ID of the existing batch whose codes the leads get." });

export const previewSendEndpoint = endpoint({
  method: "POST",
  path: "/sends/preview",
  tag,
  summary: "Preview a send",
  description:
    "Returns who would get an email, who would be skipped, and warnings, without sending anything. Takes either `code` or, to preview an invitation, `personal` or `batch`, or, to preview an announcement, `announcement`, and either `emails` or `filter`.",
  access: ["secret_key", "member"],
  isRead: true,
  work: "read",
  bodyLimit: largeBodyLimit,
  body: z
    .strictObject({
      code: CodeText.optional(),
      personal: PersonalCodeOptions.optional().meta({ description: "How to generate a personal code for each lead." }),
      batch: previewedBatch,
      announcement: z.literal(true, "must be true").optional().meta({ description: "Previews an email without a code." }),
      emails: RecipientEmails.optional(),
      filter: filterInput(leadFilters).optional(),
      skip: SkippedGroups,
    })
    .refine(...exactlyOneOf("emails", "filter"))
    .refine(...oneContent),
  isLong: true,
  reply: SendPreviewReply,
  errors: [],
  example: {
    body: { code: "curious-pineapple", filter: { waitlist: true } },
    reply: {
      receivedLeads: 52,
      notifiedLeads: 49,
      sample: ["grace@example.org"],
      skipped: [
        { reason: "already_claimed", count: 2, sample: ["edith@example.org"] },
        { reason: "invited", count: 1, sample: ["ada@example.org"] },
      ],
      groups: [
        {
          group: "invited",
          count: 1,
          skipped: true,
          since: "2026-11-03T12:00:00.000Z",
          sample: [{ email: "ada@example.org", since: "2026-11-03T12:00:00.000Z" }],
        },
      ],
      error: null,
      warnings: [{ warning: "too_few_claims", message: "Only 10 claims are left on this code, but there are 49 recipients." }],
      batch: null,
    },
  },
});

export const SendEstimate = z.object({
  emails: z.number().int(),
  queued: z.number().int().meta({ description: "Emails of earlier sends that are sent first." }),
  emailsPerSecond: z.number().meta({
    description:
      "How fast the mail server accepted the latest large sends, or a cautious guess if there were none, up to the sending rate of the settings.",
  }),
  seconds: z.number().int().meta({ description: "How long it takes until all are sent, in seconds." }),
});
export type SendEstimate = z.output<typeof SendEstimate>;

export const estimateSendEndpoint = endpoint({
  method: "GET",
  path: "/sends/estimate",
  tag,
  summary: "Estimate how long a send takes",
  access: ["secret_key", "viewer"],
  query: z.strictObject({
    emails: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, "must be a whole number of at least 1")
      .transform(Number)
      .meta({ override: { type: "integer", minimum: 1, maximum: 999_999_999 }, description: "The number of emails to send." }),
  }),
  reply: SendEstimate,
  errors: [],
  example: { query: { emails: "1200" }, reply: { emails: 1200, queued: 0, emailsPerSecond: 10, seconds: 120 } },
});

export const previewSendEmailEndpoint = endpoint({
  method: "GET",
  path: "/sends/preview/email",
  tag,
  summary: "Preview a send's email",
  description:
    "Returns the email as an HTML page to show in a frame. Without `code`, the email contains a sample personal code, which the other parameters describe.",
  access: ["viewer"],
  query: z.strictObject({
    code: CodeText.optional().meta({ description: "The code to send." }),
    email: Email.optional().meta({ description: "The email address of the lead to greet by name." }),
    type: CodeType.optional().meta({ description: "The format of the personal code." }),
    allowedClaims: z
      .string()
      .regex(/^[1-9]\d{0,9}$/, "must be a whole number of at least 1")
      .transform(Number)
      .optional()
      .meta({ override: { type: "integer", minimum: 1 }, description: "How many customers can claim the personal code." }),
    validFrom: Instant.optional().meta({ description: "When the personal code can first be claimed." }),
    validUntil: Instant.optional().meta({ description: "When the personal code expires." }),
    scheme: ColorScheme.optional(),
  }),
  html: true,
  reply: z.string(),
  errors: ["code_not_found"],
  example: { query: { code: "curious-pineapple" }, reply: "<!doctype html>…" },
});

export const renderSendEmailEndpoint = endpoint({
  method: "POST",
  path: "/sends/preview/email",
  tag,
  summary: "Preview a send's email with custom text",
  description:
    "Renders the email as the lead `email` would get it, without sending anything. Takes either `code`, `personal` or `batch`, as `POST /sends/preview` does. `subject`, `body` and `button` replace those of the email template. Links in the preview don't work.",
  access: ["viewer"],
  body: z
    .strictObject({
      code: CodeText.optional().meta({ description: "The code to send." }),
      personal: PersonalCodeOptions.optional().meta({ description: "How to generate a personal code for each lead." }),
      batch: previewedBatch,
      email: Email.optional().meta({ description: "The email address of the lead who would get the email." }),
      subject: draftFields.subject.optional(),
      body: draftFields.body.optional(),
      button: draftFields.button.optional(),
      scheme: ColorScheme.optional(),
    })
    .refine(...oneContent),
  reply: EmailPreview,
  errors: ["code_not_found", "batch_not_found"],
  example: {
    body: { code: "curious-pineapple", email: "ada@example.org", subject: "{{firstname|Hello}}, this is for you" },
    reply: { subject: "Ada, this is for you", html: "<!doctype html>…", text: "Hello Ada,…" },
  },
});

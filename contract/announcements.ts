import * as z from "zod";
import { ButtonUrl, contentFields } from "./email-templates";
import { endpoint, exactlyOneOf, filterInput, largeBodyLimit } from "./endpoint";
import { Instant } from "./fields";
import { leadFilters } from "./lead-filters";
import { RecipientEmails, SendReply, SkippedGroups } from "./sends";

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

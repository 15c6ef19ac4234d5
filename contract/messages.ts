import * as z from "zod";
import { DeliveryStatus, exampleDelivery } from "./deliveries";
import { endpoint, largeBodyLimit, listQuery } from "./endpoint";
import { automaticEmailKinds, automaticMessageKinds } from "./enums";
import { type CsvExport, csvFormat } from "./export-columns";
import { Email, Id } from "./fields";
import { MessageRecord } from "./lead-timeline";
import { maxRecipients } from "./limits";
import { oneOf } from "./one-of";

const tag = "Sends";

const AutomaticEmailKind = oneOf(automaticEmailKinds).meta({
  description:
    "`joined`: confirms that the lead joined the waitlist. `confirm`: asks them to confirm their email address. `confirm_claim`: asks them to finish a claim. `claimed`: confirms that they claimed a code. `reminder`: reminds them of their invitation. `invitation`: the invitation of a wave.",
});

/** An automatic email to a lead. */
export const AutomaticEmailRecord = MessageRecord.extend({
  kind: AutomaticEmailKind,
  send: Id.nullable().meta({ description: "The ID of the send of an invitation. `null` for the other kinds." }),
  code: z.string().nullable().meta({ description: "The code that the email is about, if any." }),
}).meta({ id: "AutomaticEmail" });
export type AutomaticEmailRecord = z.output<typeof AutomaticEmailRecord>;

const example: AutomaticEmailRecord = { ...exampleDelivery, kind: "confirm", send: null, code: null };

const csv: CsvExport<AutomaticEmailRecord> = {
  name: "automatic-emails",
  columns: {
    email: ["Email", ({ email }) => email],
    kind: ["Kind", ({ kind }) => kind],
    code: ["Code", ({ code }) => code],
    status: ["Status", ({ status }) => status],
    attempts: ["Attempts", ({ attempts }) => attempts],
    error: ["Error", ({ error }) => error],
    updatedAt: ["Updated", ({ updatedAt }) => updatedAt],
    createdAt: ["Queued", ({ createdAt }) => createdAt],
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

import * as z from "zod";
import { endpoint, listQuery, Search } from "./endpoint";
import { deliveryStatuses, savedEmailSkipReasons } from "./enums";
import { type CsvExport, csvFormat } from "./export-columns";
import { CodeText, Email, Id, oneOf, Timestamp } from "./fields";

const tag = "Sends";

export const DeliveryStatus = oneOf(deliveryStatuses).meta({
  description:
    "`queued`: waiting for the worker. `sending`: being sent. `retrying`: the last attempt failed, and another one will follow. `sent`: accepted by the mail server. `saved_to_file`: saved to the outbox folder, because no mail server is set. `failed`: failed permanently. `bounced`: the email address can't receive email, so it is suppressed now. `canceled`: canceled by staff, or because its code was deleted. `suppressed`: not sent, because the email address is suppressed.",
});
export type DeliveryStatus = z.output<typeof DeliveryStatus>;

export const SavedEmailSkipReason = oneOf(savedEmailSkipReasons).meta({
  description:
    "Why an email that was saved to a file isn't sent. `unsubscribed`, `bounced`, `complained`, `suppressed`: the lead gets no email anymore. `held`: their sign-up is held for review. `unconfirmed`: they haven't confirmed their email, and announcements only go to those who have. `already_claimed`: they claimed the code. `already_confirmed`: they confirmed their email. `not_on_waitlist`: they left the waitlist. `invitation_ended`: their invitation has ended. `code_deleted`, `code_paused`, `code_expired`, `code_exhausted`: the code can't be claimed anymore. `newer_email`: a later email with the same text and code goes to the lead.",
});

/** Number of deliveries by status. */
export const DeliveryCounts = z.object(
  Object.fromEntries(deliveryStatuses.map((status) => [status, z.number().int()])) as Record<DeliveryStatus, z.ZodNumber>,
);
export type DeliveryCounts = z.output<typeof DeliveryCounts>;

const send = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";

/** One email of a send to one lead. */
export const DeliveryRecord = z
  .object({
    id: Id,
    send: Id.meta({ description: "The ID of the send." }),
    email: z.string(),
    code: z.string().nullable().meta({ description: "The code in the email. `null` for an announcement." }),
    status: DeliveryStatus,
    attempts: z.number().int().meta({ description: "The number of attempts to send the email." }),
    error: z
      .string()
      .nullable()
      .meta({ description: "The mail server's response to the last attempt, if `status` is `failed`, `bounced` or `retrying`." }),
    skipReason: SavedEmailSkipReason.nullable().meta({
      description:
        "Why the email wasn't sent, if it was saved to a file and skipped when those were sent. See `POST /deliveries/send-saved`.",
    }),
    nextAttemptAt: Timestamp.nullable().meta({ description: "When the next attempt is made. `null` if none is scheduled." }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Delivery" });
export type DeliveryRecord = z.output<typeof DeliveryRecord>;
type DeliveryProgress = Pick<DeliveryRecord, "status" | "attempts" | "error" | "updatedAt" | "createdAt">;

export const exampleDelivery: DeliveryRecord = {
  id: "019aa6c5-9012-7c41-8a3e-5d2b7f1c9e04",
  send,
  email: "ada@example.org",
  code: "curious-pineapple",
  status: "sent",
  attempts: 1,
  error: null,
  skipReason: null,
  nextAttemptAt: null,
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:01.000Z",
};

const failedDelivery: DeliveryRecord = {
  ...exampleDelivery,
  status: "failed",
  error: "550 5.1.1 Mailbox not found",
};

/** The columns of every file with emails, after those that say what was sent and to whom. */
export const progressColumns: CsvExport<DeliveryProgress>["columns"] = {
  status: ["Status", ({ status }) => status],
  attempts: ["Attempts", ({ attempts }) => attempts],
  error: ["Error", ({ error }) => error],
  updatedAt: ["Updated", ({ updatedAt }) => updatedAt],
  createdAt: ["Queued", ({ createdAt }) => createdAt],
};

const deliveriesCsv: CsvExport<DeliveryRecord> = {
  name: "deliveries",
  columns: {
    email: ["Email", ({ email }) => email],
    code: ["Code", ({ code }) => code],
    ...progressColumns,
    send: ["Send", ({ send }) => send],
  },
};

export const listSendDeliveriesEndpoint = endpoint({
  method: "GET",
  path: "/sends/:id/deliveries",
  tag,
  summary: "List a send's deliveries",
  description: "Sorted by email address.",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ id: Id }),
  query: listQuery({
    status: DeliveryStatus.optional().meta({ description: "Only deliveries with this status." }),
    q: Search.optional().meta({ description: "Only deliveries whose email address contains this text." }),
    ...csvFormat,
  }),
  csv: deliveriesCsv,
  reply: z.array(DeliveryRecord),
  errors: ["send_not_found"],
  example: { params: { id: send }, reply: [exampleDelivery] },
});

export const retryDeliveriesEndpoint = endpoint({
  method: "POST",
  path: "/deliveries/retry",
  tag,
  summary: "Retry all waiting emails now",
  description:
    "Makes the next attempt of each delivery with the status `retrying` due now, for example when the mail server is reachable again, and the delays between attempts start again. Also retries emails to staff.",
  access: ["secret_key", "member"],
  isLong: true,
  reply: z.object({ retried: z.number().int().meta({ description: "The number of deliveries." }) }),
  errors: [],
  example: { reply: { retried: 3 } },
});

export const resumeDeliveriesEndpoint = endpoint({
  method: "POST",
  path: "/deliveries/resume",
  tag,
  summary: "Resume email that the mail server refused",
  description:
    "If the mail server refuses more than a tenth of the last 50 emails for the same reason, or more than half for any, email is paused: `paused` of the project contains `email`, and the overview lists `email_refused` with the server's words. This resumes it, and sends the emails that were refused during the pause, each once. Changes nothing while email isn't paused for this reason.",
  access: ["secret_key", "member"],
  isLong: true,
  reply: z.object({ resumed: z.boolean().meta({ description: "Whether email was paused for this reason." }) }),
  errors: [],
  example: { reply: { resumed: true } },
});

export const listDeliveriesEndpoint = endpoint({
  method: "GET",
  path: "/deliveries",
  tag,
  summary: "List deliveries",
  description: "Returns the deliveries of all sends, newest first.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    send: Id.optional().meta({ description: "Only deliveries of this send." }),
    status: DeliveryStatus.optional().meta({ description: "Only deliveries with this status." }),
    code: CodeText.optional().meta({ description: "Only deliveries of this code." }),
    email: Email.optional().meta({ description: "Only deliveries to this email address." }),
    q: Search.optional().meta({ description: "Only deliveries whose email address contains this text. Only with `send`." }),
    ...csvFormat,
  }).refine(({ send, q }) => q === undefined || send !== undefined, { path: ["q"], message: "can only be used with `send`" }),
  csv: deliveriesCsv,
  reply: z.array(DeliveryRecord),
  errors: [],
  example: { query: { limit: "50", status: "failed" }, reply: [failedDelivery] },
});

import { z } from "zod";
import { type CsvExport, csvFormat, endpoint, listQuery, Search } from "./endpoint";
import { CodeText, Email, Id, Timestamp } from "./fields";
import { deliveryStatuses } from "./kinds";

const tag = "Sends";

export const DeliveryStatus = z.enum(deliveryStatuses, `must be one of ${deliveryStatuses.join(", ")}`).meta({
  description:
    "`queued`: waiting for the worker. `sending`: being sent. `retrying`: the email server couldn't accept it yet. `sent`: the email server accepted it. `saved_to_file`: written to the outbox folder, because no email server is set. `failed`: rejected permanently. `canceled`: staff canceled it, or its code was deleted first. `suppressed`: the lead gets no email.",
});
export type DeliveryStatus = z.output<typeof DeliveryStatus>;

const send = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";

/** One email with a code to one lead. */
export const DeliveryRecord = z
  .object({
    id: Id,
    send: Id,
    email: z.string(),
    code: z.string(),
    status: DeliveryStatus,
    attempts: z.number().int(),
    error: z.string().nullable().meta({ description: "Response of the email server, for `failed` and `retrying`." }),
    nextAttemptAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Delivery" });
export type DeliveryRecord = z.output<typeof DeliveryRecord>;

export const exampleDelivery: DeliveryRecord = {
  id: "019aa6c5-9012-7c41-8a3e-5d2b7f1c9e04",
  send,
  email: "ada@example.org",
  code: "curious-pineapple",
  status: "sent",
  attempts: 1,
  error: null,
  nextAttemptAt: null,
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:01.000Z",
};

const failedDelivery: DeliveryRecord = {
  ...exampleDelivery,
  status: "failed",
  error: "550 5.1.1 Mailbox not found",
};

const deliveriesCsv: CsvExport<DeliveryRecord> = {
  name: "deliveries",
  columns: {
    Email: ({ email }) => email,
    Code: ({ code }) => ({ text: code }),
    Status: ({ status }) => status,
    Attempts: ({ attempts }) => attempts,
    Error: ({ error }) => error,
    Updated: ({ updatedAt }) => updatedAt,
    Queued: ({ createdAt }) => createdAt,
    Send: ({ send }) => send,
  },
};

export const listSendDeliveriesEndpoint = endpoint({
  method: "GET",
  path: "/sends/:id/deliveries",
  tag,
  summary: "List the deliveries of a send",
  description: "Sorted by email.",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ id: Id }),
  query: listQuery({
    status: DeliveryStatus.optional(),
    q: Search.optional().meta({ description: "Part of the email." }),
    ...csvFormat,
  }),
  csv: deliveriesCsv,
  reply: z.array(DeliveryRecord),
  errors: ["send_not_found"],
  example: { params: { id: send }, reply: [exampleDelivery] },
});

export const listDeliveriesEndpoint = endpoint({
  method: "GET",
  path: "/deliveries",
  tag,
  summary: "List deliveries",
  description: "Across all sends, newest first.",
  access: ["secret_key", "viewer"],
  query: listQuery({ status: DeliveryStatus.optional(), code: CodeText.optional(), email: Email.optional(), ...csvFormat }),
  csv: deliveriesCsv,
  reply: z.array(DeliveryRecord),
  errors: [],
  example: { query: { limit: "50", status: "failed" }, reply: [failedDelivery] },
});

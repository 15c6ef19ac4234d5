import { z } from "zod";
import { asCsv, type Csv, endpoint, listQuery, Search } from "./endpoint";
import { CodeText, Email, Id, Timestamp } from "./fields";
import { deliveryStatuses } from "./kinds";

const tag = "Sends";

export const DeliveryStatus = z.enum(deliveryStatuses, `must be one of ${deliveryStatuses.join(", ")}`).meta({
  description:
    "`queued`: waits for the worker. `sending`: under way. `retrying`: the mail server could not take it yet. `sent`: it took it. `kept`: written to the outbox folder, since no mail server is set. `failed`: refused for good. `cancelled`: staff stopped it, or the code was deleted first. `suppressed`: the lead is not to be written to.",
});
export type DeliveryStatus = z.output<typeof DeliveryStatus>;

const send = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";

/** One message to one lead as the service answers it. */
export const DeliveryRecord = z
  .object({
    id: Id,
    send: Id,
    email: z.string(),
    code: z.string(),
    status: DeliveryStatus,
    attempts: z.number().int(),
    error: z.string().nullable().meta({ description: "The mail server's words, for `failed` and `retrying`." }),
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

const deliveriesCsv: Csv<DeliveryRecord> = {
  name: "deliveries",
  columns: {
    Address: ({ email }) => email,
    Code: ({ code }) => ({ text: code }),
    Status: ({ status }) => status,
    Tries: ({ attempts }) => attempts,
    Error: ({ error }) => error,
    Changed: ({ updatedAt }) => updatedAt,
    Queued: ({ createdAt }) => createdAt,
    Send: ({ send }) => send,
  },
};

const deliveryFilters = {
  status: DeliveryStatus.optional(),
  q: Search.optional().meta({ description: "Part of the address." }),
  ...asCsv,
};

export const listDeliveriesEndpoint = endpoint({
  method: "GET",
  path: "/sends/:id/deliveries",
  tag,
  summary: "List the messages of a send",
  description: "By address.",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ id: Id }),
  query: listQuery(deliveryFilters),
  csv: deliveriesCsv,
  reply: z.array(DeliveryRecord),
  errors: ["send_not_found"],
  example: { params: { id: send }, reply: [exampleDelivery] },
});

export const listAllDeliveriesEndpoint = endpoint({
  method: "GET",
  path: "/deliveries",
  tag,
  summary: "List messages across sends",
  description: "Newest first.",
  access: ["secret_key", "viewer"],
  query: listQuery({ status: DeliveryStatus.optional(), code: CodeText.optional(), email: Email.optional(), ...asCsv }),
  csv: deliveriesCsv,
  reply: z.array(DeliveryRecord),
  errors: [],
  example: { query: { limit: "50", status: "failed" }, reply: [exampleDelivery] },
});

import { z } from "zod";
import { endpoint, listQuery, longBodyLimit, Search } from "./endpoint";
import { CodeText, Email, Id, Timestamp } from "./fields";

const tag = "Sends";

/** The most addresses one send takes. */
export const maxRecipients = 50_000;

/** Why an address that was named gets no mail. */
export const skipReasons = ["not_a_lead", "duplicate", "reserved_for_another", "already_claimed", "suppressed"] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Where one message to one lead stands. `kept`: written to the outbox folder, because no mail server is set. */
export const deliveryStatuses = ["queued", "sending", "retrying", "sent", "kept", "failed", "cancelled", "suppressed"] as const;
export const DeliveryStatus = z.enum(deliveryStatuses, `must be one of ${deliveryStatuses.join(", ")}`).meta({
  description:
    "`queued`: waits for the worker. `sending`: under way. `retrying`: the mail server could not take it yet. `sent`: it took it. `kept`: written to the outbox folder, since no mail server is set. `failed`: refused for good. `cancelled`: the code was deleted first. `suppressed`: the lead is not to be written to.",
});
export type DeliveryStatus = z.output<typeof DeliveryStatus>;

/** The addresses of a send. The length is checked first, so that a huge list costs nothing. */
export const Recipients = z
  .array(z.unknown())
  .min(1, "must name at least one address")
  .max(maxRecipients, `must be at most ${maxRecipients} addresses`)
  .pipe(z.array(Email))
  .meta({ override: { type: "array", items: { type: "string", format: "email" }, minItems: 1, maxItems: maxRecipients } });

export const SendReply = z.object({
  sendId: Id,
  receivedLeads: z.number().int().meta({ description: "Addresses named." }),
  notifiedLeads: z.number().int().meta({ description: "Messages queued, durably, with this answer." }),
  skipped: z.array(z.object({ email: z.string(), reason: z.enum(skipReasons) })).meta({
    description:
      "Who gets no mail and why: `not_a_lead`, `duplicate` (named before in the same list), `reserved_for_another`, `already_claimed` (this very code), `suppressed`.",
  }),
});
export type SendReply = z.output<typeof SendReply>;

const id = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";

export const sendCode = endpoint({
  method: "POST",
  path: "/codes/send",
  tag,
  summary: "Send a code to leads",
  description:
    "Queues one message for each lead in the ledger and answers at once; the worker sends them. A scheduled code may be sent before it starts.",
  access: ["secret_key", "member"],
  bodyLimit: longBodyLimit,
  body: z.strictObject({
    code: CodeText,
    emails: Recipients,
  }),
  reply: SendReply,
  refuses: ["code_not_found", "code_paused", "code_expired", "code_exhausted"],
  example: {
    body: { code: "curious-pineapple", emails: ["ada@example.org", "grace@example.org", "nobody@example.org"] },
    reply: { sendId: id, receivedLeads: 3, notifiedLeads: 2, skipped: [{ email: "nobody@example.org", reason: "not_a_lead" }] },
  },
});

/** How many deliveries of a send stand where. */
const Tally = z.object(
  Object.fromEntries(deliveryStatuses.map((status) => [status, z.number().int()])) as Record<DeliveryStatus, z.ZodNumber>,
);

/** A send as the service answers it. */
export const SendRecord = z
  .object({
    id: Id,
    kind: z.enum(["code", "invitation"]),
    code: z.string().nullable().meta({ description: "The code that was sent; null for personal codes." }),
    batch: z.object({ id: Id, name: z.string() }).nullable().meta({ description: "The batch of personal codes, for an invitation." }),
    receivedLeads: z.number().int(),
    notifiedLeads: z.number().int(),
    deliveries: Tally,
    done: z.boolean().meta({ description: "No message waits to be sent any more." }),
    createdAt: Timestamp,
  })
  .meta({ id: "Send" });
export type SendRecord = z.output<typeof SendRecord>;

const exampleSend: SendRecord = {
  id,
  kind: "code",
  code: "curious-pineapple",
  batch: null,
  receivedLeads: 3,
  notifiedLeads: 2,
  deliveries: { queued: 0, sending: 1, retrying: 0, sent: 1, kept: 0, failed: 0, cancelled: 0, suppressed: 0 },
  done: false,
  createdAt: "2026-11-21T12:00:00.000Z",
};

/** One message to one lead as the service answers it. */
export const DeliveryRecord = z
  .object({
    id: Id,
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

export const listSends = endpoint({
  method: "GET",
  path: "/sends",
  tag,
  summary: "List sends",
  description: "Newest first.",
  access: ["secret_key", "viewer"],
  query: listQuery({ code: CodeText.optional(), email: Email.optional() }),
  reply: z.array(SendRecord),
  refuses: [],
  example: { query: { limit: "50" }, reply: [exampleSend] },
});

const sendParams = z.strictObject({ id: Id });

export const findSend = endpoint({
  method: "GET",
  path: "/sends/:id",
  tag,
  summary: "Look up a send and how far it is",
  access: ["secret_key", "viewer"],
  params: sendParams,
  reply: SendRecord,
  refuses: ["send_not_found"],
  example: { params: { id }, reply: exampleSend },
});

export const listDeliveries = endpoint({
  method: "GET",
  path: "/sends/:id/deliveries",
  tag,
  summary: "List the messages of a send",
  access: ["secret_key", "viewer"],
  params: sendParams,
  query: listQuery({ status: DeliveryStatus.optional(), q: Search.optional().meta({ description: "Part of the address." }) }),
  reply: z.array(DeliveryRecord),
  refuses: ["send_not_found"],
  example: {
    params: { id },
    reply: [
      {
        id: "019aa6c5-9012-7c41-8a3e-5d2b7f1c9e04",
        email: "ada@example.org",
        code: "curious-pineapple",
        status: "sent",
        attempts: 1,
        error: null,
        nextAttemptAt: null,
        createdAt: "2026-11-21T12:00:00.000Z",
        updatedAt: "2026-11-21T12:00:01.000Z",
      },
    ],
  },
});

import { z } from "zod";
import type { DeliveryStatus } from "./deliveries";
import { asCsv, type Csv, eitherOf, endpoint, Flag, listQuery, longBodyLimit, matching, Search, sortedBy } from "./endpoint";
import { CodeText, Email, Id, Instant, Timestamp } from "./fields";
import { actorKinds, deliveryStatuses, sendKinds } from "./kinds";
import { leadFilters } from "./lead-filters";
import { maxRecipients } from "./limits";

const tag = "Sends";

/** Why an address that was named gets no mail. */
export const skipReasons = [
  "not_a_lead",
  "duplicate",
  "reserved_for_another",
  "already_claimed",
  "held",
  "suppressed",
  "code_unusable",
] as const;
export type SkipReason = (typeof skipReasons)[number];

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
      "Who gets no mail and why: `not_a_lead`, `duplicate` (named before in the same list), `reserved_for_another`, `already_claimed` (this very code), `held` (a sign-up that staff have not accepted yet), `suppressed`, `code_unusable` (their personal code is paused, over, used up or deleted; only where it is sent again).",
  }),
});
export type SendReply = z.output<typeof SendReply>;

const id = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";

export const sendCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/send",
  tag,
  summary: "Send a code to leads",
  description:
    "Queues one message for each lead in the ledger and answers at once; the worker sends them. Takes `emails`, or a `filter` of leads. A scheduled code may be sent before it starts.",
  access: ["secret_key", "member"],
  bodyLimit: longBodyLimit,
  body: z
    .strictObject({ code: CodeText, emails: Recipients.optional(), filter: matching(leadFilters).optional() })
    .refine(...eitherOf("emails")),
  reply: SendReply,
  errors: ["code_not_found", "code_paused", "code_expired", "code_exhausted"],
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
    kind: z.enum(sendKinds),
    code: z.string().nullable().meta({ description: "The code that was sent; null for personal codes." }),
    batch: z.object({ id: Id, name: z.string() }).nullable().meta({ description: "The batch of personal codes, for an invitation." }),
    receivedLeads: z.number().int(),
    notifiedLeads: z.number().int(),
    actor: z
      .object({ kind: z.enum(actorKinds), name: z.string().nullable() })
      .nullable()
      .meta({ description: "Who sent it." }),
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
  actor: { kind: "staff", name: "Grace Hopper" },
  deliveries: { queued: 0, sending: 1, retrying: 0, sent: 1, kept: 0, failed: 0, cancelled: 0, suppressed: 0 },
  done: false,
  createdAt: "2026-11-21T12:00:00.000Z",
};

const sendsCsv: Csv<SendRecord> = {
  name: "sends",
  columns: {
    Id: ({ id }) => id,
    Kind: ({ kind }) => kind,
    Code: ({ code }) => code && { text: code },
    Batch: ({ batch }) => batch?.name ?? null,
    By: ({ actor }) => actor?.name ?? actor?.kind ?? null,
    Named: ({ receivedLeads }) => receivedLeads,
    Queued: ({ notifiedLeads }) => notifiedLeads,
    Sent: ({ deliveries }) => deliveries.sent,
    Kept: ({ deliveries }) => deliveries.kept,
    Failed: ({ deliveries }) => deliveries.failed,
    Cancelled: ({ deliveries }) => deliveries.cancelled,
    Suppressed: ({ deliveries }) => deliveries.suppressed,
    Done: ({ done }) => done,
    Created: ({ createdAt }) => createdAt,
  },
};

export const listSendsEndpoint = endpoint({
  method: "GET",
  path: "/sends",
  tag,
  summary: "List sends",
  description: "Newest first unless `order` says otherwise.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    code: CodeText.optional(),
    email: Email.optional(),
    batch: Id.optional(),
    kind: z.enum(sendKinds, `must be one of ${sendKinds.join(", ")}`).optional(),
    done: Flag.optional().meta({ description: "Only sends of which nothing, or something, still waits." }),
    failed: Flag.optional().meta({ description: "Only sends of which a message was refused for good, or of which none was." }),
    since: Instant.optional(),
    until: Instant.optional(),
    ...sortedBy(["created"]),
    ...asCsv,
  }),
  csv: sendsCsv,
  reply: z.array(SendRecord),
  errors: [],
  example: { query: { limit: "50" }, reply: [exampleSend] },
});

export const findSendEndpoint = endpoint({
  method: "GET",
  path: "/sends/:id",
  tag,
  summary: "Look up a send and how far it is",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ id: Id }),
  reply: SendRecord,
  errors: ["send_not_found"],
  example: { params: { id }, reply: exampleSend },
});

const sendBody = z.strictObject({ send: Id });

/** How a send stands once its failed messages were asked to be tried again. */
export const RetryReply = SendRecord.extend({
  requeued: z.number().int().meta({ description: "Messages queued again, durably, with this answer." }),
  passedOver: z.number().int().meta({ description: "Failed messages of those asked for that stay as they are." }),
});
export type RetryReply = z.output<typeof RetryReply>;

export const retrySendEndpoint = endpoint({
  method: "POST",
  path: "/sends/retry",
  tag,
  summary: "Try the failed messages of a send again",
  description:
    "All of them, those of `deliveries`, or those that match `filter`. Passes over whoever has got the code by another send meanwhile or is about to, whom sending would skip, and personal codes that cannot be sent any more; where none can, it is refused as sending one is.",
  access: ["secret_key", "member"],
  bodyLimit: longBodyLimit,
  body: z
    .strictObject({
      send: Id,
      deliveries: z
        .array(Id)
        .min(1, "must name at least one message")
        .max(maxRecipients, `must be at most ${maxRecipients} messages`)
        .optional()
        .meta({ description: "Only these; all that failed where it and `filter` are left out." }),
      filter: z
        // A search for nothing would mean them all.
        .strictObject({ q: Search.pipe(z.string().min(1, "must not be empty")).meta({ description: "Part of the address." }) })
        .optional()
        .meta({ description: "Only those that match, as the filters of the send's messages do." }),
    })
    .refine(({ deliveries, filter }) => deliveries === undefined || filter === undefined, {
      path: ["deliveries"],
      message: "name either `deliveries` or `filter`, and not both",
    }),
  reply: RetryReply,
  errors: ["send_not_found", "code_not_found", "code_paused", "code_expired", "code_exhausted"],
  example: {
    body: { send: id },
    reply: { ...exampleSend, deliveries: { ...exampleSend.deliveries, queued: 1, sending: 0 }, requeued: 1, passedOver: 0 },
  },
});

export const cancelSendEndpoint = endpoint({
  method: "POST",
  path: "/sends/cancel",
  tag,
  summary: "Cancel what of a send is still queued",
  description:
    "Messages that have left stay as they are. One that is under way at this moment may still leave; where it does not, it is cancelled and not tried again.",
  access: ["secret_key", "member"],
  body: sendBody,
  reply: SendRecord,
  errors: ["send_not_found"],
  example: { body: { send: id }, reply: exampleSend },
});

export const sendToMissedEndpoint = endpoint({
  method: "POST",
  path: "/sends/missed",
  tag,
  summary: "Send to those who missed a send",
  description:
    "A new send, with the same code or each their own, to those whose message of it failed or was cancelled, and who have got it by no other send, and are about to by none. Skips as sending does, and as `code_unusable` those whose personal code cannot be sent any more; where none can, it is refused as sending one is.",
  access: ["secret_key", "member"],
  body: sendBody,
  reply: SendReply,
  errors: ["send_not_found", "nothing_to_send", "code_not_found", "code_paused", "code_expired", "code_exhausted"],
  example: { body: { send: id }, reply: { sendId: id, receivedLeads: 2, notifiedLeads: 2, skipped: [] } },
});

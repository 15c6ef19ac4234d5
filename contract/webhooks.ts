import * as z from "zod";
import { type ChatMessageKind, chatMessageKinds, chatMessages, describeChatMessages } from "./chat-messages";
import { variablePattern } from "./default-email-templates";
import { endpoint, listQuery } from "./endpoint";
import { webhookDeliveryStatuses, webhookFormats, webhookStatuses, webhookStopReasons } from "./enums";
import { type EventType, eventTypes, recordTypeNames } from "./event-types";
import { CodeText, Email, expectedValues, Id, Instant, oneOf, singleLineText, Timestamp } from "./fields";
import { exampleJob, JobRecord } from "./jobs";
import { Source } from "./lead-filters";
import { webhookLimits } from "./limits";
import { Tag } from "./tags";

const tag = "Webhooks";

const WebhookUrl = singleLineText(2000).pipe(
  z
    .url({ protocol: /^https?$/, error: "must be a URL such as https://example.org/hooks" })
    .refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password, "must not contain a password")
    .refine((text) => !text.includes("#"), "must not have a fragment, which is the part from #"),
);

const WebhookEvents = z
  .array(oneOf(eventTypes), `must be a list of types of events, such as ${recordTypeNames.slice(0, 2).join(", ")}`)
  .min(1, "must not be empty")
  .max(eventTypes.length, "must not have a type twice")
  .transform((types) => [...new Set(types)]);

/** Which records the events are about. */
export const WebhookFilter = z
  .strictObject({
    tag: Tag.optional().meta({ description: "Only leads and codes with this tag." }),
    source: Source.optional().meta({ description: "Only leads with this source." }),
    batch: Id.optional().meta({ description: "Only this batch, its codes, and sends of its codes." }),
    wave: Id.optional().meta({ description: "Only this wave, the leads that it invited, and their codes." }),
  })
  .meta({
    description:
      "Only events about records that match all of these. An event whose record is gone is always sent, without the record, and so are `records.changed` and events about the webhooks themselves.",
  });
export type WebhookFilter = z.output<typeof WebhookFilter>;

/** The texts of messages for people, with variables such as `{{email}}`. */
const ChatTexts = z
  .partialRecord(z.enum(chatMessageKinds), singleLineText(300), { error: `must have texts of ${chatMessageKinds.join(", ")}` })
  .superRefine((texts, ctx) => {
    for (const [kind, text] of Object.entries(texts)) {
      const { variables } = chatMessages[kind as ChatMessageKind];
      const unknown = [...text.matchAll(variablePattern)].find(([, name = ""]) => !Object.hasOwn(variables, name));
      if (unknown) ctx.addIssue({ code: "custom", path: [kind], message: `must not have the variable ${unknown[0]}` });
    }
  });

/** One request to a webhook. */
export const WebhookAttempt = z
  .object({
    at: Timestamp,
    status: z.number().int().nullable().meta({ description: "The status of the response. `null` if there was none." }),
    error: z.string().nullable().meta({ description: "Why it failed. `null` if it succeeded." }),
    milliseconds: z.number().int().meta({ description: "How long it took." }),
    response: z
      .string()
      .nullable()
      .meta({
        description: `The first ${webhookLimits.responseBytes / 1024} KiB of the response. \`null\` if there was none, or someone whom the event was about was erased.`,
      }),
  })
  .meta({ id: "WebhookAttempt" });
export type WebhookAttempt = z.output<typeof WebhookAttempt>;

const Results = z.object({ delivered: z.number().int(), failed: z.number().int() });

export const WebhookRecord = z
  .object({
    id: Id,
    url: z.string().meta({
      description:
        "Without what can be a secret: the path of a chat's URL, and a query, for which there is `…`, with the last four characters of a long one. An update with exactly this text keeps the URL.",
    }),
    description: z.string(),
    events: z.array(z.enum(eventTypes)).nullable().meta({
      description: "The types of events that are sent. `null` for all types about records, also those that are added later.",
    }),
    filter: WebhookFilter,
    format: z.enum(webhookFormats).meta({
      description:
        "`standard`: the event as `GET /events/feed` returns it, signed. `original`: as the original service sent it. `slack`, `discord`, `teams`: a message for people.",
    }),
    texts: ChatTexts.meta({ description: "The texts of messages for people, if they aren't the usual ones." }),
    dailySummary: z.boolean().meta({ description: "Whether a message with the numbers of the day before is sent each morning." }),
    status: z.enum(webhookStatuses).meta({
      description:
        "`paused`: by staff or a key. `disabled`: by Gatehouse, for `stopReason`. Either way, nothing is sent until it is resumed.",
    }),
    stopReason: z
      .enum(webhookStopReasons)
      .nullable()
      .meta({
        description: `\`failing\`: it failed for ${webhookLimits.disableAfterDays} days. \`gone\`: it answered with status 410. \`null\` unless \`status\` is \`disabled\`.`,
      }),
    previousSecretUntil: Timestamp.nullable().meta({
      description: "Until when requests are also signed with the secret before the last rotation. `null` if they aren't.",
    }),
    waiting: z.number().int().meta({ description: "How many events will be tried again, up to 10,000. New ones aren't counted." }),
    missed: z.number().int().nullable().meta({
      description:
        "How many events happened since it was paused or disabled, whatever its filter, or were answered with status 410, up to 10,000. `null` while it is active.",
    }),
    failingSince: Timestamp.nullable().meta({
      description: "The first failure since the last success. `null` if the last attempt succeeded.",
    }),
    slowUntil: Timestamp.nullable().meta({ description: "Until when it asked for no more requests. `null` if it didn't." }),
    lastSuccessAt: Timestamp.nullable(),
    lastFailure: WebhookAttempt.nullable(),
    last24Hours: Results.meta({ description: "How many attempts succeeded and failed." }),
    last7Days: Results,
    createdBy: z.object({ id: Id, name: z.string() }).nullable().meta({ description: "`null` if a key created it." }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Webhook" });
export type WebhookRecord = z.output<typeof WebhookRecord>;

const exampleAttempt: WebhookAttempt = {
  at: "2026-11-21T12:00:00.120Z",
  status: 200,
  error: null,
  milliseconds: 84,
  response: "ok",
};

const exampleWebhook: WebhookRecord = {
  id: "019aa6c5-0000-7000-8000-000000000003",
  url: "https://example.org/hooks/gatehouse",
  description: "Shop",
  events: ["code.claimed", "code.deleted"],
  filter: {},
  format: "standard",
  texts: {},
  dailySummary: false,
  status: "active",
  stopReason: null,
  previousSecretUntil: null,
  waiting: 0,
  missed: null,
  failingSince: null,
  slowUntil: null,
  lastSuccessAt: "2026-11-21T12:00:00.120Z",
  lastFailure: null,
  last24Hours: { delivered: 204, failed: 0 },
  last7Days: { delivered: 1204, failed: 2 },
  createdBy: { id: "019aa6c5-0000-7000-8000-00000000000a", name: "Grace Hopper" },
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:00.000Z",
};

/** One event for one webhook. */
export const WebhookDeliveryRecord = z
  .object({
    webhook: Id,
    webhookName: z.string().meta({ description: "The description of the webhook, or else the host of its URL." }),
    event: Id.meta({ description: "The ID of the event, which every request has as `webhook-id`." }),
    type: z.enum(eventTypes),
    test: z.boolean().meta({ description: "Whether it is a sample that was sent to test the webhook." }),
    email: z.string().nullable().meta({ description: "The lead that the event is about." }),
    code: z.string().nullable().meta({ description: "The code that the event is about." }),
    status: z.enum(webhookDeliveryStatuses).meta({
      description:
        "`pending`: queued, or the last attempt failed and another one will follow. `delivered`: the webhook answered with a status from 200 to 299. `failed`: all attempts failed. `canceled`: it was skipped when the webhook was resumed.",
    }),
    attempts: z.array(WebhookAttempt).meta({ description: "Oldest first." }),
    nextAttemptAt: Timestamp.nullable().meta({ description: "When the next attempt is made. `null` if none is." }),
    createdAt: Timestamp,
    endedAt: Timestamp.nullable().meta({ description: "When it was delivered, failed or canceled." }),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDeliveryRecord = z.output<typeof WebhookDeliveryRecord>;

const exampleDelivery: WebhookDeliveryRecord = {
  webhook: exampleWebhook.id,
  webhookName: exampleWebhook.description,
  event: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
  type: "code.claimed",
  test: false,
  email: "ada@example.org",
  code: "curious-pineapple",
  status: "delivered",
  attempts: [exampleAttempt],
  nextAttemptAt: null,
  createdAt: "2026-11-21T12:00:00.000Z",
  endedAt: "2026-11-21T12:00:00.204Z",
};

const exampleSecret = "whsec_MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA=";
const idParams = z.strictObject({ id: Id });
const params = { id: exampleWebhook.id };
const manage = { tag, access: ["secret_key", "admin"], keyScope: "settings" } as const;
const read = { tag, access: ["secret_key", "viewer"], keyScope: "settings" } as const;

const WithSecret = WebhookRecord.extend({
  secret: z.string().meta({
    description:
      "What requests are signed with, as Standard Webhooks (https://www.standardwebhooks.com) describes. It is only shown once. Messages for people aren't signed.",
  }),
});

/** How long a repeated request gets the secret again, in seconds: long enough for retries after an answer was lost. */
const secretSeconds = 10 * 60;

const settings = {
  url: WebhookUrl.meta({
    override: { type: "string", maxLength: 2000 },
    description:
      "Where events are sent with `POST`: a public `https` URL. If it is an incoming webhook of Slack, Discord or Microsoft Teams, messages for people are sent. It is stored as browsers write it: `http://2130706433/` becomes `http://127.0.0.1/`.",
    example: exampleWebhook.url,
  }),
  events: WebhookEvents.nullable().meta({
    description: "The types of events to send. `null` for all types about records, also those that are added later.",
  }),
  description: singleLineText(200),
  filter: WebhookFilter,
  texts: ChatTexts.meta({
    description: `The texts of messages for people, by kind. Those that are left out are the usual ones:\n\n${describeChatMessages()}`,
  }),
  dailySummary: z.boolean().meta({
    description: "Whether a message with the numbers of the day before is sent each morning, if the URL is of a chat.",
  }),
  original: z.boolean().meta({
    description:
      "Whether events are written as the original service wrote them: `{ event }` with the header `lancero-signature`. Prefer the standard format, whose signature has a time and can't be replayed.",
  }),
};

export const listWebhooksEndpoint = endpoint({
  method: "GET",
  path: "/webhooks",
  ...read,
  summary: "List webhooks",
  description: "Oldest first.",
  reply: z.array(WebhookRecord),
  errors: [],
  example: { reply: [exampleWebhook] },
});

export const createWebhookEndpoint = endpoint({
  method: "POST",
  path: "/webhooks",
  ...manage,
  summary: "Create a webhook",
  description: `Sends events to a URL from now on. A project has up to ${webhookLimits.perProject} webhooks. See the guide “Receive webhooks”.`,
  body: z.strictObject({
    url: settings.url,
    events: settings.events.optional(),
    description: settings.description.optional(),
    filter: settings.filter.optional(),
    texts: settings.texts.optional(),
    dailySummary: settings.dailySummary.optional(),
    original: settings.original.optional(),
  }),
  secretSeconds,
  reply: WithSecret,
  errors: ["too_many_webhooks"],
  example: {
    body: { url: exampleWebhook.url, events: exampleWebhook.events, description: exampleWebhook.description },
    reply: { ...exampleWebhook, secret: exampleSecret },
  },
});

export const getWebhookEndpoint = endpoint({
  method: "GET",
  path: "/webhooks/:id",
  ...read,
  summary: "Get a webhook",
  params: idParams,
  reply: WebhookRecord,
  errors: ["webhook_not_found"],
  example: { params, reply: exampleWebhook },
});

export const updateWebhookEndpoint = endpoint({
  method: "PATCH",
  path: "/webhooks/:id",
  ...manage,
  summary: "Update a webhook",
  description: "Fields that are left out stay as they are. What was queued before is sent to the new URL.",
  params: idParams,
  body: z
    .strictObject({
      ...settings,
      // What was read isn't always valid as input: a URL without its secrets, or a text of an older version.
      expected: expectedValues(
        {
          url: z.string(),
          events: z.array(z.string()).nullable(),
          description: z.string(),
          filter: z.record(z.string(), z.string()),
          texts: z.record(z.string(), z.string()),
          dailySummary: z.boolean(),
          original: z.boolean(),
        },
        "webhook_changed",
      ),
    })
    .partial(),
  reply: WebhookRecord,
  errors: ["webhook_not_found", "webhook_changed"],
  example: { params, body: { description: "Shop" }, reply: exampleWebhook },
});

export const deleteWebhookEndpoint = endpoint({
  method: "DELETE",
  path: "/webhooks/:id",
  ...manage,
  summary: "Delete a webhook",
  description: "Its deliveries are deleted too, also those that are still queued.",
  params: idParams,
  reply: WebhookRecord,
  errors: ["webhook_not_found"],
  example: { params, reply: exampleWebhook },
});

export const rotateWebhookSecretEndpoint = endpoint({
  method: "POST",
  path: "/webhooks/:id/rotate-secret",
  ...manage,
  summary: "Rotate a webhook's secret",
  description: `Returns a new secret. Requests are signed with both for ${webhookLimits.secretOverlapHours} hours.`,
  params: idParams,
  body: z.strictObject({
    revoke: z
      .boolean()
      .optional()
      .meta({ description: "Whether the old secret ends now, because others may know it. Workers notice within seconds." }),
  }),
  isBodyOptional: true,
  secretSeconds,
  reply: WithSecret,
  errors: ["webhook_not_found"],
  example: { params, body: { revoke: false }, reply: { ...exampleWebhook, secret: exampleSecret } },
});

export const testWebhookEndpoint = endpoint({
  method: "POST",
  path: "/webhooks/:id/test",
  ...manage,
  summary: "Test a webhook",
  description: "Sends a sample of an event once, also while the webhook is paused, and returns what became of it.",
  params: idParams,
  body: z.strictObject({ type: oneOf(eventTypes) }),
  isLong: true,
  reply: WebhookDeliveryRecord,
  errors: ["webhook_not_found", "too_many_requests"],
  example: { params, body: { type: "code.claimed" }, reply: { ...exampleDelivery, test: true } },
});

export const pauseWebhookEndpoint = endpoint({
  method: "POST",
  path: "/webhooks/:id/pause",
  ...manage,
  summary: "Pause a webhook",
  description:
    "Nothing is sent until it is resumed. Requests that start in the next seconds, before a worker has noticed, are completed. Pausing it again changes nothing.",
  params: idParams,
  reply: WebhookRecord,
  errors: ["webhook_not_found"],
  example: { params, reply: { ...exampleWebhook, status: "paused", missed: 0 } },
});

export const resumeWebhookEndpoint = endpoint({
  method: "POST",
  path: "/webhooks/:id/resume",
  ...manage,
  summary: "Resume a webhook",
  description: "Resumes a webhook that is paused or disabled. Resuming an active one changes nothing.",
  params: idParams,
  body: z.strictObject({
    missed: oneOf(["send", "skip"]).meta({
      description:
        "What becomes of the events since it was paused or disabled, of deliveries that were still queued, and of those that it answered with status 410: `send` or `skip`.",
    }),
  }),
  isBodyOptional: true,
  reply: WebhookRecord,
  errors: ["webhook_not_found"],
  example: { params, body: { missed: "send" }, reply: exampleWebhook },
});

export const recoverWebhookEndpoint = endpoint({
  method: "POST",
  path: "/webhooks/:id/recover",
  ...manage,
  summary: "Send a webhook's events again",
  description:
    "Starts a background job that queues events of a period again, oldest first. Events before the webhook was created are sent too.",
  params: idParams,
  body: z
    .strictObject({
      since: Instant,
      until: Instant.optional().meta({ description: "After `since`. Defaults to now." }),
      status: oneOf(["failed", "missing", "all"]).optional().meta({
        description:
          "`failed`: deliveries that failed or were canceled. `missing`: these, and events that were never queued, such as those from before the webhook was created. `all`: also what was delivered. Defaults to `failed`.",
      }),
    })
    .refine(({ since, until }) => until === undefined || Date.parse(since) < Date.parse(until), {
      path: ["until"],
      message: "must be after `since`",
    }),
  isLong: true,
  reply: JobRecord,
  errors: ["webhook_not_found"],
  example: {
    params,
    body: { since: "2026-11-20T00:00:00Z", status: "failed" },
    reply: { ...exampleJob, kind: "webhook.recover", total: 1204, processed: 500, changed: 500 },
  },
});

export const listWebhookDeliveriesEndpoint = endpoint({
  method: "GET",
  path: "/webhooks/deliveries",
  ...read,
  summary: "List deliveries of webhooks",
  description: `The newest event first. Kept for ${webhookLimits.deliveryDays} days. At least one of \`webhook\`, \`email\` and \`code\` is required.`,
  query: listQuery({
    webhook: Id.optional().meta({ description: "Only deliveries to this webhook." }),
    email: Email.optional().meta({ description: "Only events about this lead." }),
    code: CodeText.optional().meta({ description: "Only events about this code." }),
    status: oneOf(webhookDeliveryStatuses).optional(),
    type: oneOf(eventTypes).optional(),
  }),
  reply: z.array(WebhookDeliveryRecord),
  errors: [],
  example: { query: { webhook: exampleWebhook.id, status: "failed", limit: "20" }, reply: [exampleDelivery] },
});

const deliveryParams = z.strictObject({ id: Id, event: Id });
const exampleDeliveryParams = { id: exampleWebhook.id, event: exampleDelivery.event };

/** A delivery with what is sent. */
const WebhookDeliveryDetails = WebhookDeliveryRecord.extend({
  payload: z.string().nullable().meta({
    description:
      "The body of its requests. `null` if someone in it was erased, or the webhook's URL was changed before it was delivered: the next attempt sends the record as it is then.",
  }),
});
export type WebhookDeliveryDetails = z.output<typeof WebhookDeliveryDetails>;

export const getWebhookDeliveryEndpoint = endpoint({
  method: "GET",
  path: "/webhooks/:id/deliveries/:event",
  ...read,
  summary: "Get a delivery of a webhook",
  params: deliveryParams,
  reply: WebhookDeliveryDetails,
  errors: ["webhook_delivery_not_found"],
  example: { params: exampleDeliveryParams, reply: { ...exampleDelivery, payload: '{"id":"019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",…}' } },
});

export const retryWebhookDeliveryEndpoint = endpoint({
  method: "POST",
  path: "/webhooks/:id/deliveries/:event/retry",
  ...manage,
  summary: "Send a delivery again",
  description:
    "Queues the event again, whatever its status. It has the same `webhook-id`, so that a receiver can ignore what it has handled.",
  params: deliveryParams,
  reply: WebhookDeliveryRecord,
  errors: ["webhook_delivery_not_found"],
  example: { params: exampleDeliveryParams, reply: { ...exampleDelivery, status: "pending", endedAt: null } },
});

/** The types that a webhook without a choice is told of. */
export const typesOfWebhook = (events: readonly EventType[] | null): readonly EventType[] => events ?? recordTypeNames;

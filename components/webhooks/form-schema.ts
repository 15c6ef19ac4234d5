import * as z from "zod";
import { chatTargetOf } from "@/contract/chat-targets";
import { eventTypes } from "@/contract/event-types";
import { createWebhookEndpoint, WebhookFilter, type WebhookRecord } from "@/contract/webhooks";
import { labels } from "./labels";

const { url, description } = createWebhookEndpoint.body.shape;

const Values = z.object({
  url,
  description: description.unwrap(),
  scope: z.enum(["all", "chosen"]),
  events: z.array(z.enum(eventTypes)),
  tag: z.string(),
  source: z.string(),
  batch: z.string(),
  wave: z.string(),
  dailySummary: z.boolean(),
  original: z.boolean(),
});
type Values = z.output<typeof Values>;

const filterFields = ["tag", "source", "batch", "wave"] as const;

const toFilter = (values: Values) =>
  Object.fromEntries(filterFields.map((field) => [field, values[field].trim()]).filter(([, value]) => value !== ""));

/** The values of the form of a webhook. */
export const WebhookForm = Values.superRefine((values, context) => {
  if (values.scope === "chosen" && values.events.length === 0)
    context.addIssue({ code: "custom", path: ["events"], message: labels.form.eventsRequired });
  for (const { path, message } of WebhookFilter.safeParse(toFilter(values)).error?.issues ?? [])
    context.addIssue({ code: "custom", path: [String(path[0])], message });
});
export type WebhookFormInput = z.input<typeof WebhookForm>;
export type WebhookFormValues = z.output<typeof WebhookForm>;

/** The initial values of the form, for a new webhook or one that exists. */
export const toFormValues = (webhook: WebhookRecord | null): WebhookFormInput => ({
  url: webhook?.url ?? "",
  description: webhook?.description ?? "",
  scope: (webhook?.events ?? null) === null ? "all" : "chosen",
  events: webhook?.events ?? [],
  tag: webhook?.filter.tag ?? "",
  source: webhook?.filter.source ?? "",
  batch: webhook?.filter.batch ?? "",
  wave: webhook?.filter.wave ?? "",
  dailySummary: webhook?.dailySummary ?? false,
  original: webhook?.format === "original",
});

/** The request that the values mean. */
export const toWebhookBody = (values: WebhookFormValues) => ({
  url: values.url,
  description: values.description,
  events: values.scope === "all" ? null : eventTypes.filter((type) => values.events.includes(type)),
  filter: toFilter(values),
  // The fields of a chat are only shown for the URL of one.
  dailySummary: values.dailySummary && chatTargetOf(values.url) !== null,
  original: values.original && chatTargetOf(values.url) === null,
});

/** What the values change of a webhook, since others may have changed the rest. */
export function toWebhookChanges(webhook: WebhookRecord, values: WebhookFormValues): Partial<ReturnType<typeof toWebhookBody>> {
  const saved: Record<string, unknown> = toWebhookBody(toFormValues(webhook));
  const changed = Object.entries(toWebhookBody(values)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name]));
  return Object.fromEntries(changed);
}

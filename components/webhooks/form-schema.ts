import * as z from "zod";
import type { Items } from "@/components/ui/merge";
import { type ChatMessageKind, chatMessageKinds } from "@/contract/chat-messages";
import { type EventType, eventTypes } from "@/contract/event-types";
import { type ChatFormat, chatTargetOf, isChat } from "@/contract/webhook-targets";
import { createWebhookEndpoint, WebhookFilter, type WebhookRecord } from "@/contract/webhooks";
import { labels } from "./labels";

const { url, description, texts } = createWebhookEndpoint.body.shape;

const Values = z.object({
  url,
  description: description.unwrap(),
  scope: z.enum(["all", "chosen"]),
  events: z.array(z.enum(eventTypes)),
  tag: z.string(),
  source: z.string(),
  batch: z.string(),
  wave: z.string(),
  /** In the order of `chatMessageKinds`, whose names have dots. */
  texts: z.array(z.string()),
  dailySummary: z.boolean(),
  original: z.boolean(),
});
type Values = z.output<typeof Values>;

const filterFields = ["tag", "source", "batch", "wave"] as const;

const toFilter = (values: Values) =>
  Object.fromEntries(filterFields.map((field) => [field, values[field].trim()]).filter(([, value]) => value !== ""));

const toTexts = (values: Pick<Values, "texts">) =>
  Object.fromEntries(chatMessageKinds.map((kind, index) => [kind, values.texts[index]?.trim()]).filter(([, text]) => text));

/** The values of the form of a webhook. */
export const WebhookForm = Values.superRefine((values, context) => {
  if (values.scope === "chosen" && values.events.length === 0)
    context.addIssue({ code: "custom", path: ["events"], message: labels.form.eventsRequired });
  for (const { path, message } of WebhookFilter.safeParse(toFilter(values)).error?.issues ?? [])
    context.addIssue({ code: "custom", path: [String(path[0])], message });
  for (const { path, message } of texts.safeParse(toTexts(values)).error?.issues ?? [])
    context.addIssue({ code: "custom", path: ["texts", chatMessageKinds.indexOf(path[0] as ChatMessageKind)], message });
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
  texts: chatMessageKinds.map((kind) => webhook?.texts[kind] ?? ""),
  dailySummary: webhook?.dailySummary ?? false,
  original: webhook?.format === "original",
});

/** Returns the chat that a URL belongs to, or null. A URL that isn't changed isn't shown whole, so the webhook says it. */
export function chatOf(url: string, webhook: WebhookRecord | null): ChatFormat | null {
  if (webhook === null || url !== webhook.url) return chatTargetOf(url);
  return isChat(webhook.format) ? webhook.format : null;
}

/** The kinds of messages that a chat gets with these values. */
export function messageKinds({ scope, events, dailySummary }: Pick<Values, "scope" | "events" | "dailySummary">): ChatMessageKind[] {
  const isSent = (type: EventType) => scope === "all" || events.includes(type);
  const isOther = (type: EventType) => !chatMessageKinds.some((kind) => kind === type);
  return chatMessageKinds.filter((kind) => {
    if (kind === "summary") return dailySummary;
    if (kind === "other") return eventTypes.some((type) => isOther(type) && isSent(type));
    return isSent(kind === "send.failed" ? "send.finished" : kind);
  });
}

/** The request that the values mean, for a new webhook or one that exists. */
export function toWebhookBody(values: WebhookFormValues, webhook: WebhookRecord | null) {
  const chat = chatOf(values.url, webhook);
  return {
    url: values.url,
    description: values.description,
    events: values.scope === "all" ? null : eventTypes.filter((type) => values.events.includes(type)),
    filter: toFilter(values),
    // The fields of a chat are only shown for the URL of one.
    texts: chat === null ? {} : toTexts(values),
    dailySummary: values.dailySummary && chat !== null,
    original: values.original && chat === null,
  };
}

/** What the values change of a webhook, and what was read there, since others may have changed it too. */
export function toWebhookChanges(webhook: WebhookRecord, values: WebhookFormValues) {
  const saved: Record<string, unknown> = toWebhookBody(toFormValues(webhook), webhook);
  const changed = Object.entries(toWebhookBody(values, webhook)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name]),
  );
  const read: Record<string, unknown> = { ...webhook, original: webhook.format === "original" };
  return { ...Object.fromEntries(changed), expected: Object.fromEntries(changed.map(([name]) => [name, read[name]])) };
}

/** The settings of a webhook, which people change apart from each other, by the names of their fields. The texts have those of their kinds. */
export function toWebhookItems({ scope, events, texts, ...fields }: WebhookFormValues): Items<unknown> {
  const chosen = scope === "all" ? null : eventTypes.filter((type) => events.includes(type));
  return new Map<string, unknown>([
    ...Object.entries({ ...fields, events: chosen }),
    ...chatMessageKinds.map((kind, index) => [kind, texts[index] ?? ""] as const),
  ]);
}

/** The values of the form for the settings of a webhook. */
export function toWebhookValues(items: Items<unknown>): WebhookFormValues {
  const { events, ...others } = Object.fromEntries(items) as Omit<WebhookFormValues, "events"> & { events: EventType[] | null };
  const texts = Object.fromEntries(items) as Record<ChatMessageKind, string>;
  const fields = Object.fromEntries(Object.entries(others).filter(([key]) => key in Values.shape)) as typeof others;
  return { ...fields, scope: events === null ? "all" : "chosen", events: events ?? [], texts: chatMessageKinds.map((kind) => texts[kind]) };
}

import * as z from "zod";
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

/** What the values change of a webhook, since others may have changed the rest. */
export function toWebhookChanges(webhook: WebhookRecord, values: WebhookFormValues): Partial<ReturnType<typeof toWebhookBody>> {
  const saved: Record<string, unknown> = toWebhookBody(toFormValues(webhook), webhook);
  const changed = Object.entries(toWebhookBody(values, webhook)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name]),
  );
  return Object.fromEntries(changed);
}

import { Webhook } from "standardwebhooks";
import type { FeedEvent } from "@/contract/event-feed";
import { chatTargetOf, isChat } from "@/contract/webhook-targets";
import type { WebhookRecord } from "@/contract/webhooks";
import { env } from "@/lib/env";
import { checkUrl } from "@/lib/outgoing-request";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { withRecords } from "../events/event-records";
import { findEvent } from "../events/find-event";
import { chatMessage, chatUrl } from "./chat";
import { originalBody, originalHeaders } from "./original-format";
import type { WebhookRow } from "./record";
import { activeSecrets } from "./secrets";

type Format = WebhookRecord["format"];

/**
 * Returns a URL that someone entered as it is stored. Throws `invalid_input` if no events are sent to it, such as one in a private network, or if
 * a part of it is hidden as `shownUrl` hides it.
 */
export async function readTarget(text: string): Promise<string> {
  const url = normalizeUrl(text);
  const refuse = (message: string) => new ApiError("invalid_input", { fields: { url: [message] } });
  if (url.toLowerCase().includes(hiddenPart)) throw refuse("must be the whole URL: `…` is where Gatehouse hides a part of it");
  const failure = await checkUrl(url);
  if (failure !== null) throw refuse(failure.message);
  return url;
}

/** `…` in a normalized URL. */
const hiddenPart = "%e2%80%a6";

/** Returns a URL as browsers write it: with an IP address in its usual notation, for example. */
export const normalizeUrl = (text: string): string => URL.parse(text)?.href ?? text;

/** Returns how events are written for a URL. */
export const formatOf = (url: string, isOriginal: boolean): Format => chatTargetOf(url) ?? (isOriginal ? "original" : "standard");

/** Returns the body of the request for an event, or null if the format has none for it. */
export function payloadOf(
  { format, url, chat_texts: texts }: Pick<WebhookRow, "format" | "url" | "chat_texts">,
  event: FeedEvent,
): string | null {
  if (format === "original") return originalBody(event);
  return isChat(format) ? chatMessage({ format, url }, event, { texts, appUrl: env().APP_URL }) : JSON.stringify(event);
}

/** Returns the body of the request for an event as its record is now, or null if there is none. */
export async function currentPayload(ctx: Context, webhook: WebhookRow, id: string): Promise<string | null> {
  const event = await findEvent(ctx, id);
  const [record] = event === null ? [] : await withRecords(ctx, [event]);
  return record ? payloadOf(webhook, record) : null;
}

/** Where and how requests are sent. */
export type Receiver = { format: Format; url: string; secrets: readonly string[] };

/** Throws if the secrets can't be decrypted, because AUTH_SECRET has changed. */
export const receiverOf = (row: WebhookRow): Receiver => ({
  format: row.format,
  url: isChat(row.format) ? chatUrl(row.url) : row.url,
  secrets: isChat(row.format) ? [] : activeSecrets(row),
});

type SignedContent = { id: string; at: Date; payload: string };

/** The headers that prove that a request is from this installation, with all secrets, of which the receiver knows one. */
export function signatureHeaders({ format, secrets }: Receiver, { id, at, payload }: SignedContent): Record<string, string> {
  const [current = ""] = secrets;
  if (isChat(format)) return {};
  if (format === "original") return { "webhook-id": id, ...originalHeaders(current) };
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(" "),
  };
}

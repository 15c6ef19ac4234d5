import { Webhook } from "standardwebhooks";
import type { FeedEvent } from "@/contract/event-feed";
import type { WebhookRecord } from "@/contract/webhooks";
import { checkUrl } from "@/lib/outgoing-request";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { withRecords } from "../events/event-records";
import { findEvent } from "../events/find-event";

type Format = WebhookRecord["format"];

/** Throws `invalid_input` if no events are sent to a URL, such as one in a private network. */
export async function checkTarget(url: string): Promise<void> {
  const failure = await checkUrl(url);
  if (failure !== null) throw new ApiError("invalid_input", { fields: { url: [failure.message] } });
}

/** Returns how events are written for a URL. */
export const formatOf = (_url: string, isOriginal: boolean): Format => (isOriginal ? "original" : "standard");

/** Returns the body of the request for an event, or null if the format has none for it. */
export const payloadOf = (_format: Format, event: FeedEvent): string | null => JSON.stringify(event);

/** Returns the body of the request for an event as its record is now, or null if there is none. */
export async function currentPayload(ctx: Context, format: Format, id: string): Promise<string | null> {
  const event = await findEvent(ctx, id);
  const [record] = event === null ? [] : await withRecords(ctx, [event]);
  return record ? payloadOf(format, record) : null;
}

type SignedContent = { id: string; at: Date; payload: string };

/** The headers that prove that a request is from this installation, with all secrets, of which the receiver knows one. */
export function signatureHeaders(_format: Format, secrets: readonly string[], { id, at, payload }: SignedContent): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(" "),
  };
}

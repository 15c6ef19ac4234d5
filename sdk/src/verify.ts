import { GatehouseError } from "./errors.js";
import type { FeedEvent } from "./generated/types.js";

/** The headers of a request: of `fetch`, or of Node.js. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/**
 * Returns the event of a webhook, if it was signed with your secret within the last 5 minutes. Otherwise, throws a `GatehouseError` with the
 * name `webhook_not_verified`. `body` is the body as it came: JSON that is parsed and written again has another signature.
 */
export async function verifyWebhook(body: string | Uint8Array, headers: WebhookHeaders, secret: string): Promise<FeedEvent> {
  const { Webhook } = await import("standardwebhooks");
  // Throws for a secret that isn't one, which is a mistake in the program and not in the request.
  const webhook = new Webhook(secret);
  const entries = Symbol.iterator in headers ? [...(headers as Headers)] : Object.entries(headers);
  const single = entries.map(([name, value]): [string, string] => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(" ") : (value ?? ""),
  ]);
  try {
    const text = typeof body === "string" ? body : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
    return webhook.verify(text, Object.fromEntries(single)) as FeedEvent;
  } catch (cause) {
    throw new GatehouseError({ name: "webhook_not_verified", message: "This isn't a webhook that was signed with this secret.", cause });
  }
}

import { type ClientOptions, createSend } from "./client.js";
import { fillPath } from "./fill-path.js";
import { Follower, type FollowOptions } from "./follow.js";
import { EventsResource, Resources, WebhooksResource } from "./generated/calls.js";
import type { FeedEvent } from "./generated/types.js";
import { verifyWebhook, type WebhookHeaders } from "./verify.js";

/** The calls of `events`, and the feed to follow. */
export class EventsWithFeed extends EventsResource {
  /**
   * Follows what happens, in its order. Waits for new events, and for Gatehouse if it can't be reached. Ends when `signal` is aborted.
   *
   * Save `cursor` after each event that you have handled, and continue there with `after`: you miss none.
   */
  follow(options: FollowOptions = {}): Follower {
    return new Follower(this.request, options);
  }
}

/** The calls of `webhooks`, and the verification of what they send. */
export class WebhooksWithVerification extends WebhooksResource {
  /**
   * Returns the event of a webhook, if it was signed with your secret within the last 5 minutes. Otherwise, throws a `GatehouseError` with the
   * name `webhook_not_verified`. `body` is the body as it came: JSON that is parsed and written again has another signature.
   */
  verify(body: string | Uint8Array, headers: WebhookHeaders, secret: string): Promise<FeedEvent> {
    return verifyWebhook(body, headers, secret);
  }
}

/** The client for servers, with a secret key. */
export class Gatehouse extends Resources {
  override readonly events: EventsWithFeed;
  override readonly webhooks: WebhooksWithVerification;

  constructor(options: ClientOptions) {
    const send = createSend(options, { wrongKey: "pk_", rightClient: "GatehousePublic from @gatehouse/sdk/public", fillPath });
    super(send);
    this.events = new EventsWithFeed(send);
    this.webhooks = new WebhooksWithVerification(send);
  }
}

export type { Call, Result } from "./call.js";
export type { CallOptions, ClientOptions, RequestInfo, ResponseInfo, WriteOptions } from "./client.js";
export {
  type CallError,
  type CallErrorName,
  type CallName,
  type ClientErrorName,
  type ErrorName,
  type ErrorNamed,
  GatehouseError,
  isGatehouseError,
} from "./errors.js";
export type { FileContent } from "./files.js";
export type { Follower, FollowOptions } from "./follow.js";
export type * from "./generated/errors.js";
export type * from "./generated/types.js";
export type { List, Page } from "./list.js";
export { verifyWebhook, type WebhookHeaders } from "./verify.js";

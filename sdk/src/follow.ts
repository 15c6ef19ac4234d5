import type { SendRequest } from "./client.js";
import { isGatehouseError } from "./errors.js";
import type { EventType, FeedEvent } from "./generated/types.js";
import { retryDelay, sleep } from "./retries.js";

export type FollowOptions = {
  /** Only events after this `cursor` or the event with this ID. `now` skips all earlier events. Without it, the first event comes first. */
  after?: string | undefined;
  /** Only events of these types. */
  types?: readonly EventType[] | undefined;
  /** Ends the iteration when it is aborted. */
  signal?: AbortSignal | undefined;
};

/** How long the server waits for an event, in seconds, and a request for the server, in milliseconds. */
const waitSeconds = 25;
const timeoutMs = 40_000;
/** The longest wait that the server can ask for, in milliseconds. */
const longestDelay = 3_600_000;

/** The events as they happen. Iterate it. */
export class Follower implements AsyncIterable<FeedEvent> {
  readonly #send: SendRequest;
  readonly #options: FollowOptions;
  #cursor: string | null;

  constructor(send: SendRequest, options: FollowOptions) {
    this.#send = send;
    this.#options = options;
    this.#cursor = options.after ?? null;
  }

  /** Where the last event was. Save it once you have handled the event, and continue with it as `after`. `null` before the first request. */
  get cursor(): string | null {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<FeedEvent, void, undefined> {
    const { signal } = this.#options;
    let failures = 0;
    while (!signal?.aborted) {
      let page: { data: FeedEvent[]; cursor: string };
      try {
        page = await this.#read();
        failures = 0;
      } catch (error) {
        if (signal?.aborted) return;
        if (!isGatehouseError(error) || !error.isRetryable) throw error;
        await sleep(retryDelay(error.retryAfter, failures++, longestDelay) ?? longestDelay, signal).catch(() => {});
        continue;
      }
      for (const event of page.data) {
        if (signal?.aborted) return;
        this.#cursor = event.id;
        yield event;
      }
      this.#cursor = page.cursor;
    }
  }

  async #read(): Promise<{ data: FeedEvent[]; cursor: string }> {
    const { signal, types } = this.#options;
    const { body } = await this.#send({
      name: "events.readFeed",
      kind: "read",
      endpoint: "GET /events/feed",
      // The first answer says where "now" is, at once, so that nothing after it is missed when the next one fails.
      query: { wait: this.#cursor === "now" ? undefined : waitSeconds, types: types?.join(","), after: this.#cursor },
      // Failures are counted over all requests here.
      options: { signal, timeoutMs, maxRetries: 0 },
    });
    return body as unknown as { data: FeedEvent[]; cursor: string };
  }
}

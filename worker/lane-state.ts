import { idBefore } from "@/core/events/feed";
import type { DeliveryResult } from "@/core/webhooks/results";
import { currentTime } from "@/lib/clock";

/** How many requests to a webhook run at once, unless it asks for fewer or fails. */
const maxConcurrency = 10;

/** After so many failures in a row, only one request runs at a time, with pauses that double from the shortest to the longest, in milliseconds. */
const failuresUntilPause = 10;
const shortestPause = 1000;
const longestPause = 60_000;

/** How long a webhook that asked for fewer requests gets none, if it didn't say, in milliseconds. */
const slowPause = 5000;

/** How often a position is saved at which nothing was delivered, in milliseconds. */
const positionInterval = 60_000;

/** Keeps up to where a lane has read the feed, and up to where the results of everything that it read are saved. */
export function createFeedPlace(start: string) {
  let position = start;
  let saved = { position: start, at: performance.now() };
  /** The events whose results aren't saved. */
  const unfinished = new Set<string>();
  /** Where everything is done, or will be once the results of more events are saved. After `rewind`, events were added out of order. */
  const donePosition = (more: readonly string[] = []): string => {
    const isDone = new Set(more);
    let done = position;
    for (const event of unfinished) if (!isDone.has(event) && event <= done) done = idBefore(event);
    return done;
  };
  return {
    position: () => position,
    read(events: readonly string[], next: string) {
      for (const event of events) unfinished.add(event);
      position = next;
    },
    /** Continues at a position that is further: what it missed was skipped when it was resumed. */
    skipTo(next: string) {
      if (next <= position) return;
      unfinished.clear();
      position = next;
    },
    /** Reads again from the first of events that were read but aren't sent. */
    rewind(events: readonly string[]) {
      if (events.length === 0) return;
      position = donePosition();
      for (const event of events) unfinished.delete(event);
    },
    /** Removes events whose results were saved. */
    finish(events: readonly string[]) {
      for (const event of events) unfinished.delete(event);
    },
    donePosition,
    async saveIfOld(save: (position: string) => Promise<void>) {
      if (performance.now() - saved.at < positionInterval || donePosition() === saved.position) return;
      saved = { position: donePosition(), at: performance.now() };
      await save(saved.position);
    },
  };
}

/** Decides how many requests to a webhook run at once, and when none may start: it asked for fewer, or it fails. */
export function createPace(slowUntil: string | null) {
  let failures = 0;
  let pauses = 0;
  let concurrency = maxConcurrency;
  // Not in the time of day, because the clock can be set back.
  const endOf = (at: string | null) => (at === null ? 0 : performance.now() + Date.parse(at) - currentTime());
  let slowEnd = endOf(slowUntil);
  let pauseEnd = 0;
  const timeUntil = (end: number) => Math.max(0, end - performance.now());
  return {
    concurrency: () => concurrency,
    /** How long no request may start, in milliseconds. */
    pauseLeft: () => Math.max(timeUntil(slowEnd), timeUntil(pauseEnd)),
    /** Until when it asked for no requests, or null. */
    slowUntil: () => (timeUntil(slowEnd) > 0 ? new Date(currentTime() + timeUntil(slowEnd)) : null),
    /** Forgets failures, because someone changed or resumed the webhook. `slowUntil`: until when it still wants no requests. */
    reset(slowUntil: string | null) {
      failures = 0;
      pauses = 0;
      concurrency = maxConcurrency;
      slowEnd = endOf(slowUntil);
      pauseEnd = 0;
    },
    record({ outcome, retryAfterMs }: Pick<DeliveryResult, "outcome" | "retryAfterMs">) {
      if (outcome === "delivered") {
        failures = 0;
        pauses = 0;
        concurrency = Math.min(maxConcurrency, concurrency + 1);
        return;
      }
      failures++;
      if (outcome === "slow") slowEnd = Math.max(slowEnd, performance.now() + (retryAfterMs ?? slowPause));
      // Requests that were under way when a pause began say nothing more: all of them fail when a receiver restarts.
      if (failures >= failuresUntilPause && timeUntil(pauseEnd) === 0)
        pauseEnd = performance.now() + Math.min(shortestPause * 2 ** Math.min(pauses++, 10), longestPause);
      if (outcome === "slow" || failures >= failuresUntilPause) concurrency = 1;
    },
  };
}

import { setTimeout as sleep } from "node:timers/promises";

/** The part of the time since the first refusal that each pause takes: whatever the server's interval is, little of it is lost. */
const pauseShare = 0.15;

/** The shortest and the longest pause in milliseconds, for a rate, and for a quota of a day or a month. */
const pauseLimits = { rate: { min: 100, max: 3_600_000 }, quota: { min: 900_000, max: 3_600_000 } } as const;

/** How long an email is held back here. For longer pauses it is given back. */
const maxHold = 3000;

/**
 * Pauses between tries while a server refuses emails because of a limit: briefly at first, and longer the longer it lasts. Ends with an email
 * that the server accepts.
 */
export function createSendingPause() {
  let since: number | null = null;
  let endsAt = 0;
  /** Ends when the email is handled that is sent alone, to see whether the server takes emails again. */
  let probe: PromiseWithResolvers<void> | null = null;
  return {
    /**
     * Waits for the end of a pause, after which one email is sent before the others: call `endProbe` after each. Returns false if the end is
     * too far away, or `signal` was aborted.
     */
    async wait(signal?: AbortSignal): Promise<boolean> {
      for (;;) {
        if (signal?.aborted) return false;
        const rest = endsAt - performance.now();
        if (rest > maxHold) return false;
        if (rest > 0) await sleep(rest, undefined, signal && { signal }).catch(() => {});
        else if (probe !== null) await probe.promise;
        else break;
      }
      if (since !== null) probe = Promise.withResolvers();
      return true;
    },

    endProbe(): void {
      probe?.resolve();
      probe = null;
    },

    /** How long it still takes, in milliseconds. */
    remaining: (): number => Math.max(0, endsAt - performance.now()),

    /** How long the server has been refusing emails, in milliseconds. */
    lasted: (): number => (since === null ? 0 : performance.now() - since),

    /**
     * Starts a pause after a refusal of an email that was begun at `startedAt`. Returns how long emails should wait, in milliseconds, and
     * since when the server has been refusing them, or null if they wait here because it is short.
     */
    refused(
      kind: keyof typeof pauseLimits,
      { startedAt, asked }: { startedAt: number; asked: number },
    ): { wait: number; lasted: number } | null {
      const now = performance.now();
      since ??= now;
      const lasted = now - since;
      const { min, max } = pauseLimits[kind];
      const wait = Math.max(Math.min(Math.max(lasted * pauseShare, min), max), asked);
      if (wait > maxHold) return { wait, lasted };
      // Those that were sent before the pause began don't extend it.
      if (startedAt >= endsAt) endsAt = now + wait;
      return null;
    },

    /** Blocks this process only, for `wait` milliseconds. */
    block(wait: number): void {
      endsAt = Math.max(endsAt, performance.now() + wait);
    },

    /** The server accepted an email that was begun at `startedAt`. */
    accepted(startedAt: number): void {
      if (startedAt >= endsAt) since = null;
    },
  };
}

import { heartbeatSeconds } from "@/db/queue";

/** How long a confirmation applies, in milliseconds. Another worker gets the job no earlier than `heartbeatSeconds` after it. */
const confirmationTime = heartbeatSeconds * 500;

/** Whether this worker still has its job. */
export type Lease = {
  /** Returns whether the job is still this worker's. Asks the queue again if the last confirmation is too old. */
  isHeld(): Promise<boolean>;
  /** Aborted once the job may be another worker's. */
  lost: AbortSignal;
};

/**
 * Creates the lease of a job. `confirm` tells the queue that this worker has it, and returns false if it doesn't. Without an answer, the
 * lease is lost too: this process may have been suspended, and another worker may have the job.
 */
export function createLease(confirm: () => Promise<boolean>, signal: AbortSignal, clock: () => number = elapsed()): Lease {
  const loss = new AbortController();
  const lost = AbortSignal.any([signal, loss.signal]);
  let heldUntil = Number.NEGATIVE_INFINITY;
  let pending: Promise<void> | null = null;
  const renew = async () => {
    const startedAt = clock();
    const isConfirmed = await confirm().catch(() => false);
    if (isConfirmed) heldUntil = startedAt + confirmationTime;
    else loss.abort(new Error("The job may belong to another worker"));
  };
  return {
    lost,
    async isHeld() {
      while (!lost.aborted && clock() >= heldUntil) {
        pending ??= renew().finally(() => {
          pending = null;
        });
        await pending;
      }
      return !lost.aborted;
    },
  };
}

/** Returns a clock of milliseconds that continues while the machine is suspended, and never goes back. */
function elapsed(): () => number {
  let last = { monotonic: performance.now(), wall: Date.now() };
  let total = 0;
  return () => {
    const now = { monotonic: performance.now(), wall: Date.now() };
    total += Math.max(now.monotonic - last.monotonic, now.wall - last.wall);
    last = now;
    return total;
  };
}

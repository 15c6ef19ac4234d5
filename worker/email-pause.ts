import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/core/context";
import { getPause } from "@/core/projects/pause";
import { pollingIntervalSeconds } from "@/db/queue";
import type { StopSignals } from "./deliver";

const pollInterval = pollingIntervalSeconds * 1000;

/** How long a job waits at most, in milliseconds. This is less than the queue's timeout; the job is then retried immediately. */
const maxWait = 30 * 60_000;

/**
 * Runs `work` while email is not paused: waits until it is resumed, and aborts the `stopping` signal of `work` when it is paused again.
 * Throws if the job should be retried.
 */
export async function runUnlessEmailPaused(
  ctx: Context,
  signals: StopSignals,
  work: (signals: StopSignals) => Promise<void>,
): Promise<void> {
  await waitUntilResumed(ctx, AbortSignal.any([signals.stopping, signals.lost]));
  const finished = new AbortController();
  const paused = new AbortController();
  const watching = watchForPause(ctx, finished.signal, paused);
  try {
    await work({ ...signals, stopping: AbortSignal.any([signals.stopping, paused.signal]) });
  } finally {
    finished.abort();
    await watching;
  }
}

/** Waits before any delivery is taken, so a worker that dies here leaves the job unchanged. */
async function waitUntilResumed(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + maxWait; (await getPause(ctx, "email")) !== null; await sleep(pollInterval, undefined, { signal }))
    if (Date.now() > deadline) throw new Error("Email is still paused");
}

async function watchForPause(ctx: Context, finished: AbortSignal, paused: AbortController): Promise<void> {
  while (await sleep(pollInterval, true, { signal: finished, ref: false }).catch(() => false)) {
    // If the database is unavailable, the job continues and handles that itself.
    const pause = await getPause(ctx, "email").catch(() => null);
    if (pause !== null) return paused.abort(new Error("Email was paused"));
  }
}

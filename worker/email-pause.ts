import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/core/context";
import { getEmailPause } from "@/core/projects/pause";
import { pollingIntervalSeconds } from "@/db/queue";
import type { StopSignals } from "./deliver";

const pollInterval = pollingIntervalSeconds * 1000;

/** How long a job waits at most, in milliseconds. This is less than the queue's timeout; the job is then retried immediately. */
const maxWait = 30 * 60_000;

/** Urgent emails, such as confirmations, also go out while email is paused because the mail server refused too many others. */
type Job = { isUrgent?: boolean | undefined };

/**
 * Runs `work` while email is not paused: waits until it is resumed, and aborts the `stopping` signal of `work` when it is paused again.
 * Throws if the job should be retried.
 */
export async function runUnlessEmailPaused(
  ctx: Context,
  job: Job,
  signals: StopSignals,
  work: (signals: StopSignals) => Promise<void>,
): Promise<void> {
  await waitUntilResumed(ctx, job, AbortSignal.any([signals.stopping, signals.lost]));
  const finished = new AbortController();
  const paused = new AbortController();
  const watching = watchForPause(ctx, job, finished.signal, paused);
  try {
    await work({ ...signals, stopping: AbortSignal.any([signals.stopping, paused.signal]) });
  } finally {
    finished.abort();
    await watching;
  }
}

const isStopped = (job: Job, pause: Awaited<ReturnType<typeof getEmailPause>>): boolean =>
  pause === "staff" || (pause === "refusals" && !job.isUrgent);

/** Waits before any delivery is taken, so a worker that dies here leaves the job unchanged. */
async function waitUntilResumed(ctx: Context, job: Job, signal: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + maxWait; ; ) {
    const pause = await getEmailPause(ctx);
    if (!isStopped(job, pause)) return;
    await sleep(pollInterval, undefined, { signal });
    // Makes room for urgent emails, which have a higher priority.
    if (pause === "refusals" || Date.now() > deadline) throw new Error("Email is still paused");
  }
}

async function watchForPause(ctx: Context, job: Job, finished: AbortSignal, paused: AbortController): Promise<void> {
  while (await sleep(pollInterval, true, { signal: finished, ref: false }).catch(() => false)) {
    // If the database is unavailable, the job continues and handles that itself.
    const pause = await getEmailPause(ctx).catch(() => null);
    if (isStopped(job, pause)) return paused.abort(new Error("Email was paused"));
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/core/context";
import { getServerLimit } from "@/core/email-delivery/server-limit";
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

type Pause = Awaited<ReturnType<typeof getEmailPause>> | "limit";

/** Returns why emails wait: also for a limit of the mail server, which takes no email at all then. */
async function getPause(ctx: Context): Promise<{ pause: Pause; remaining: number }> {
  const pause = await getEmailPause(ctx);
  const limit = pause === null ? await getServerLimit(ctx) : null;
  return limit?.isPaused ? { pause: "limit", remaining: limit.remaining } : { pause, remaining: pollInterval };
}

const isStopped = (job: Job, pause: Pause): boolean => pause === "staff" || pause === "limit" || (pause === "refusals" && !job.isUrgent);

/** Waits before any delivery is taken, so a worker that dies here leaves the job unchanged. */
async function waitUntilResumed(ctx: Context, job: Job, signal: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + maxWait; ; ) {
    const { pause, remaining } = await getPause(ctx);
    if (!isStopped(job, pause)) return;
    await sleep(Math.min(pollInterval, remaining), undefined, { signal });
    // Makes room for urgent emails, which have a higher priority.
    if (pause === "refusals" || Date.now() > deadline) throw new Error("Email is still paused");
  }
}

async function watchForPause(ctx: Context, job: Job, finished: AbortSignal, paused: AbortController): Promise<void> {
  while (await sleep(pollInterval, true, { signal: finished, ref: false }).catch(() => false)) {
    // If the database is unavailable, the job continues and handles that itself.
    const { pause } = await getPause(ctx).catch(() => ({ pause: null }));
    if (isStopped(job, pause)) return paused.abort(new Error("Email was paused"));
  }
}

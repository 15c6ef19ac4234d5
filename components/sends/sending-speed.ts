import { useEffect, useState } from "react";
import type { SendRecord } from "@/contract/sends";

/** How many emails of a send were handled at a time, in epoch milliseconds. */
export type ProgressSample = { at: number; handled: number; waiting: number };

/** Over how many milliseconds the speed is measured, and the least that says something. */
const longest = 180_000;
const shortest = 5_000;

type SpeedCounts = Pick<SendRecord, "deliveries">;

/** Counts the emails of a send that the mail server has answered, and those that it hasn't. */
const progressSample = ({ deliveries }: SpeedCounts, at: number): ProgressSample => ({
  at,
  handled: deliveries.sent + deliveries.failed + deliveries.bounced,
  waiting: deliveries.queued + deliveries.sending + deliveries.retrying,
});

/** Adds a sample, and forgets those that are too old. Starts again if emails are retried. */
export function addSample(samples: readonly ProgressSample[], sample: ProgressSample): ProgressSample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.handled < last.handled) return [sample];
  return [...samples.filter(({ at }) => at >= sample.at - longest), sample];
}

export type SendingSpeed = { perMinute: number; secondsLeft: number };

/** Returns how fast emails were handled between the samples, and how long the others take. Null if that isn't known. */
export function sendingSpeed(samples: readonly ProgressSample[]): SendingSpeed | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < shortest || last.handled <= first.handled || last.waiting === 0) return null;
  const perMs = (last.handled - first.handled) / (last.at - first.at);
  return { perMinute: perMs * 60_000, secondsLeft: last.waiting / perMs / 1000 };
}

/** Measures the speed of a send while its page is open. Null while it waits, and until there is enough to tell. */
export function useSendingSpeed(send: SendRecord, fetchedAt: number): SendingSpeed | null {
  const [samples, setSamples] = useState<readonly ProgressSample[]>([]);
  useEffect(() => setSamples((earlier) => addSample(earlier, progressSample(send, fetchedAt))), [send, fetchedAt]);
  return send.completed || send.limitedUntil !== null ? null : sendingSpeed(samples);
}

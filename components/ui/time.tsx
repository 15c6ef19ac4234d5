"use client";

import { useSyncExternalStore } from "react";
import { absoluteTime, relativeTime } from "@/lib/dates";

const tick = 30_000;

/** The present to the half minute: every time on a page reads from the same one. */
const present = () => Math.floor(Date.now() / tick) * tick;

function everyTick(changed: () => void): () => void {
  const timer = setInterval(changed, tick);
  return () => clearInterval(timer);
}

type TimeProps = {
  /** An ISO 8601 time. */
  at: string;
  /** The IANA name of the zone that the whole time is shown in. */
  zone: string;
  className?: string;
};

/** The present, anew each half minute. */
export const usePresent = (): number => useSyncExternalStore(everyTick, present, present);

/** How long ago, with the whole time and its zone in the title. */
export function Time({ at, zone, className }: TimeProps) {
  const now = usePresent();
  const date = new Date(at);
  return (
    // The server's half minute may be over when the page is made alive.
    <time dateTime={at} title={absoluteTime(date, zone)} className={className} suppressHydrationWarning>
      {relativeTime(date, new Date(now), zone)}
    </time>
  );
}

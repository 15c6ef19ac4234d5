"use client";

import { createContext, use, useSyncExternalStore } from "react";
import { absoluteTime, relativeTime } from "@/lib/relative-time";

const tick = 30_000;

/** The present to the half minute: every time on a page reads from the same one. */
const present = () => Math.floor(Date.now() / tick) * tick;

function everyTick(changed: () => void): () => void {
  const timer = setInterval(changed, tick);
  return () => clearInterval(timer);
}

const RenderedAt = createContext<number | null>(null);

/** Tells the page when the server rendered it (in epoch milliseconds): until the page is alive that is its present, or it would not be the page that was sent. */
export const RenderedAtProvider = RenderedAt.Provider;

type TimeProps = {
  /** An ISO 8601 time. */
  at: string;
  /** The IANA name of the zone that the whole time is shown in. */
  zone: string;
  className?: string;
};

/** The present, anew each half minute. */
export function useNow(): number {
  const renderedAt = use(RenderedAt);
  return useSyncExternalStore(everyTick, present, () => renderedAt ?? present());
}

/** How long ago, with the whole time and its zone in the title. */
export function Time({ at, zone, className }: TimeProps) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={absoluteTime(date, zone)} className={className}>
      {relativeTime(date, new Date(now), zone)}
    </time>
  );
}

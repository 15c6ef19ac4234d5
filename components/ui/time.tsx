"use client";

import { createContext, use, useSyncExternalStore } from "react";
import { absoluteTime, relativeTime } from "@/lib/dates";

const refreshInterval = 30_000;

/** The current time, rounded down to half a minute, so that all times on a page are consistent. */
const getNow = () => Math.floor(Date.now() / refreshInterval) * refreshInterval;

function subscribeToClock(onChange: () => void): () => void {
  const timer = setInterval(onChange, refreshInterval);
  return () => clearInterval(timer);
}

const RenderedAt = createContext<number | null>(null);

/** Provides the time at which the server rendered the page, in epoch milliseconds. Hydration uses it, so that relative times match the HTML from the server. */
export const RenderedAtProvider = RenderedAt.Provider;

type TimeProps = {
  /** An ISO 8601 time. */
  at: string;
  /** IANA name of the time zone for the title. */
  zone: string;
  className?: string;
};

/** Returns the current time in epoch milliseconds, updated every half minute. */
export function useNow(): number {
  const renderedAt = use(RenderedAt);
  return useSyncExternalStore(subscribeToClock, getNow, () => renderedAt ?? getNow());
}

/** A relative time, with the absolute time and its zone in the title. */
export function Time({ at, zone, className }: TimeProps) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={absoluteTime(date, zone)} className={className}>
      {relativeTime(date, new Date(now), zone)}
    </time>
  );
}

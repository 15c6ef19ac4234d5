"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { setLive } from "@/components/live";
import { refetchWhere, untilSaved } from "@/components/use-api-mutation";
import { callUrl } from "@/contract/call";

const lostMessage = "What others change isn't shown at the moment. Reload the page to see it.";

/** The stream says that often at least that it is still there, with time to spare, in milliseconds. */
const silenceLimit = 40_000;
/** The shortest time between two refetches, and how much longer than a refetch it is, so that a busy page leaves the server idle. */
const spacing = { minMs: 1000, factor: 4 };
/** Milliseconds until the stream is opened again after failures in a row. */
const retryDelays = [1000, 3000, 10_000, 30_000] as const;
/** From so many failures in a row on, the page says that it misses changes. */
const toleratedFailures = 2;
/** Milliseconds until someone who may not read the stream tries again, because they can have signed in again. */
const refusedDelay = 60_000;
/** How long a page that isn't used is kept up to date, in milliseconds. Its requests would keep the session from ending. */
const unusedLimit = 3_600_000;
const uses = ["visibilitychange", "pointermove", "pointerdown", "keydown", "scroll"] as const;

/**
 * Refetches what the page shows when something changes, while it is visible and used. It reads the stream of events up to the first one, and
 * opens it again right before it refetches: so it misses nothing, and a launch doesn't send it each of its events. `onLost` is called when the
 * stream fails twice.
 */
export function LiveUpdates({ onLost }: { onLost: () => void }) {
  const client = useQueryClient();
  const [isLost, setLost] = useState(false);
  const reportLoss = useEffectEvent(onLost);
  useEffect(() => {
    const stop = new AbortController();
    const onFailures = (failures: number) => {
      setLost(failures > toleratedFailures);
      if (failures === toleratedFailures) reportLoss();
    };
    void follow(client, { onFailures, onUnused: () => setLost(true) }, stop.signal);
    return () => {
      stop.abort();
      setLive(false);
    };
  }, [client]);
  return (
    isLost && (
      <p role="status" className="border-b bg-sunken px-4 py-2 text-muted-foreground lg:px-8 print:hidden">
        {lostMessage}
      </p>
    )
  );
}

type Ending = { type: "event" | "hidden" | "lost" | "refused" } | { type: "closed"; position: string };

type Listeners = { onFailures: (failures: number) => void; onUnused: () => void };

async function follow(client: QueryClient, { onFailures, onUnused }: Listeners, stop: AbortSignal): Promise<void> {
  const isUsed = watchUse(stop);
  let failures = 0;
  let after = "now";
  let nextRefetch = 0;
  const onOpen = async () => {
    failures = 0;
    onFailures(0);
    setLive(true);
    // A stream that continues tells what happened since the last one.
    if (after === "now") nextRefetch = await refetchShown(client);
  };
  while (!stop.aborted) {
    await until(() => document.visibilityState !== "hidden", ["visibilitychange"], stop);
    if (!isUsed()) {
      setLive(false);
      onUnused();
      await until(isUsed, uses, stop);
      after = "now";
    }
    const ending = await readUntilEvent(after, onOpen, stop);
    if (stop.aborted) return;
    after = ending.type === "closed" ? ending.position : "now";
    if (ending.type === "event") await sleep(nextRefetch - Date.now(), stop);
    if (ending.type === "refused" || ending.type === "lost") setLive(false);
    if (ending.type === "refused") await sleep(refusedDelay, stop);
    if (ending.type !== "lost") continue;
    // Queries that are polled without the stream start it again.
    if (failures === 0) void refetchShown(client);
    const delay = retryDelays[Math.min(failures++, retryDelays.length - 1)] ?? 0;
    onFailures(failures);
    await sleep(delay * (0.75 + Math.random() / 2), stop);
  }
}

/** Reads the stream of events after a position until the first one, until it ends, or until the page is hidden. */
async function readUntilEvent(after: string, onOpen: () => Promise<void>, stop: AbortSignal): Promise<Ending> {
  const leaving = new AbortController();
  const onHidden = () => document.visibilityState === "hidden" && leaving.abort();
  document.addEventListener("visibilitychange", onHidden);
  const leave = () => leaving.abort();
  stop.addEventListener("abort", leave);
  let silence = setTimeout(leave, silenceLimit);
  try {
    const response = await fetch(callUrl("GET /events/stream", { query: { after } }), { cache: "no-store", signal: leaving.signal });
    // Status 204 asks readers to stop (HTML standard, section 9.2).
    if ([204, 401, 403].includes(response.status)) return { type: "refused" };
    if (!response.ok || !response.body) return { type: "lost" };
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let position = "";
    // A line can arrive in two parts.
    let lastText = "";
    for (;;) {
      const { done, value = "" } = await reader.read();
      if (done) return position ? { type: "closed", position } : { type: "lost" };
      clearTimeout(silence);
      silence = setTimeout(leave, silenceLimit);
      const isFirst = position === "";
      lastText = lastText.slice(-100) + value;
      position = [...lastText.matchAll(/^id: (.+)\n/gm)].at(-1)?.[1] ?? position;
      if (isFirst && position !== "") await onOpen();
      if (/^event: /m.test(lastText)) return { type: "event" };
    }
  } catch {
    return { type: document.visibilityState === "hidden" ? "hidden" : "lost" };
  } finally {
    clearTimeout(silence);
    leaving.abort();
    stop.removeEventListener("abort", leave);
    document.removeEventListener("visibilitychange", onHidden);
  }
}

/** Refetches what the page shows, after changes that are being saved. Returns when to do it again at the earliest. */
async function refetchShown(client: QueryClient): Promise<number> {
  await untilSaved(client);
  const start = Date.now();
  await refetchWhere(client, (endpoint) => endpoint.startsWith("GET "));
  return Date.now() + Math.max(spacing.minMs - (Date.now() - start), spacing.factor * (Date.now() - start));
}

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });

/** Returns a function that says whether the page was used lately. */
function watchUse(stop: AbortSignal): () => boolean {
  let lastUse = Date.now();
  const note = () => {
    lastUse = Date.now();
  };
  for (const type of uses) document.addEventListener(type, note, { capture: true, passive: true, signal: stop });
  return () => Date.now() - lastUse < unusedLimit;
}

/** Waits for one of these events of the document after which a condition is met, or until it is stopped. */
const until = (isMet: () => boolean, types: readonly string[], stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (!isMet() && !stop.aborted) return;
      for (const type of types) document.removeEventListener(type, check);
      stop.removeEventListener("abort", check);
      resolve();
    };
    for (const type of types) document.addEventListener(type, check);
    stop.addEventListener("abort", check);
    check();
  });

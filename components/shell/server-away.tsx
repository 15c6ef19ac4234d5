"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { LiveUpdates } from "./live-updates";

const labels = {
  title: "Connection to the server",
  away: "The server isn't answering. We keep trying, and what you've typed on this page is still here.",
  tryNow: "Try now",
};

/** How often the server is tried again, in milliseconds. */
const retryInterval = 3_000;

/** Whether the server answers, and not a proxy in front of it. */
async function isServerThere(): Promise<boolean> {
  try {
    const response = await fetch("/api/health/live", { cache: "no-store", signal: AbortSignal.timeout(10_000) });
    // A browser keeps the connection of an answer that isn't read.
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Shows that the server doesn't answer, and keeps the page: a link that would end in the browser's own error page waits for the
 * server. Once it answers, everything is fetched again. While it answers, the page shows what changes.
 */
export function ServerAway() {
  const client = useQueryClient();
  const [isAway, setAway] = useState(false);
  const [waitingUrl, setWaitingUrl] = useState<string | null>(null);
  const check = async () => {
    if (!(await isServerThere())) return setAway(true);
    // A request can also fail because something between the browser and the server answers in its place.
    if (!isAway) return;
    setAway(false);
    if (waitingUrl !== null) loadPage(waitingUrl);
    else await client.invalidateQueries();
  };
  const checkAgain = useEffectEvent(check);
  useEffect(() => {
    const onEvent = ({ type, ...event }: { type: string; action?: { type: string; error?: unknown } }) => {
      if (type === "updated" && event.action?.type === "failed" && event.action.error instanceof TypeError) void checkAgain();
    };
    const stops = [client.getQueryCache().subscribe(onEvent), client.getMutationCache().subscribe(onEvent)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  useCheckedPageLoads((url) => {
    setAway(true);
    setWaitingUrl(url);
  });
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(() => void checkAgain(), retryInterval);
    return () => clearInterval(timer);
  }, [isAway]);
  if (!isAway) return <LiveUpdates onLost={() => void check()} />;
  return (
    <section aria-label={labels.title} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b bg-sunken px-4 py-2 lg:px-8">
      <p role="status" className="flex min-w-0 items-start gap-2 font-medium">
        <CloudOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
        {labels.away}
      </p>
      <Button variant="outline" size="sm" className="ml-auto" onClick={() => void check()}>
        {labels.tryNow}
      </Button>
    </section>
  );
}

let isLoadingPage = false;

/** Leaves for another page without checking the server again. */
function loadPage(url: string): void {
  isLoadingPage = true;
  window.location.assign(url);
}

/**
 * Checks the server before a page is loaded as a whole, which is what the router does when it can't fetch a page. If the server doesn't answer,
 * the page stays, and `onAway` gets the URL. Browsers without the Navigation API load the page at once.
 */
function useCheckedPageLoads(onAway: (url: string) => void): void {
  const hold = useEffectEvent(async (url: string) => {
    if (await isServerThere()) loadPage(url);
    else onAway(url);
  });
  useEffect(() => {
    if (!("navigation" in window)) return;
    const { navigation } = window;
    const onNavigate = (event: NavigateEvent) => {
      const { cancelable, destination, downloadRequest, formData, navigationType } = event;
      const { origin, pathname } = new URL(destination.url);
      const isPage = origin === location.origin && !pathname.startsWith("/api/") && formData === null && downloadRequest === null;
      const isLoad = (navigationType === "push" || navigationType === "replace") && !destination.sameDocument;
      if (isLoadingPage || !cancelable || !isPage || !isLoad) return;
      event.preventDefault();
      // Later, because the router does it while React renders.
      setTimeout(() => void hold(destination.url));
    };
    navigation.addEventListener("navigate", onNavigate);
    return () => navigation.removeEventListener("navigate", onNavigate);
  }, []);
}

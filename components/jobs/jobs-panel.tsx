"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { JobsPanelItem } from "./jobs-panel-item";
import { labels } from "./labels";
import { jobQuery, openJobsQuery } from "./queries";
import { useJobsShownOnPage, useWatchedJobs, watchJob } from "./watched-jobs";

/** Shows running and recently ended jobs on every page: in the corner, and below the header on phones. */
export function JobsPanel() {
  const client = useQueryClient();
  const { data: openJobs } = useQuery(openJobsQuery);
  const watchedIds = useWatchedJobs();
  const idsShownOnPage = useJobsShownOnPage();
  useEffect(() => {
    for (const job of openJobs ?? []) {
      client.setQueryData(jobQuery(job.id).queryKey, (cached) => cached ?? job);
      watchJob(job.id);
    }
  }, [openJobs, client]);
  const panelIds = watchedIds.filter((id) => !idsShownOnPage.includes(id));
  return (
    <div
      ref={useToastOffset()}
      className="max-sm:sticky max-sm:top-14 max-sm:z-20 sm:fixed sm:right-4 sm:bottom-4 sm:z-20 sm:w-90 sm:in-[:has([aria-label=Selection])]:bottom-20"
    >
      {panelIds.length > 0 && (
        <section
          aria-label={labels.panel}
          className="max-h-32 overflow-y-auto border bg-popover text-popover-foreground max-sm:border-x-0 max-sm:border-t-0 sm:max-h-80 sm:rounded-lg sm:shadow"
        >
          <ul className="divide-y">
            {panelIds.map((id) => (
              <JobsPanelItem key={id} id={id} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Moves toasts above the panel, as both are shown in the same corner. */
function useToastOffset() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      // On phones the panel isn't in that corner.
      const isInCorner = entry !== undefined && getComputedStyle(entry.target).position === "fixed";
      const height = isInCorner ? (entry.borderBoxSize[0]?.blockSize ?? 0) : 0;
      root.style.setProperty("--below-toasts", height === 0 ? "0px" : `${height + 8}px`);
    });
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
      root.style.removeProperty("--below-toasts");
    };
  }, []);
  return element;
}

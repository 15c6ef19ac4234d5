"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { openJobsQuery, jobQuery } from "./queries";
import { JobItem } from "./job-item";
import { useJobsShownOnPage, useWatchedJobs, watchJob } from "./watched-jobs";

/** How far long work is, wherever in the dashboard one is: at the edge of the page, and on phones a bar below its header. */
export function JobsPanel() {
  const client = useQueryClient();
  const { data: open } = useQuery(openJobsQuery);
  const watched = useWatchedJobs();
  const elsewhere = useJobsShownOnPage();
  useEffect(() => {
    for (const task of open ?? []) {
      client.setQueryData(jobQuery(task.id).queryKey, (known) => known ?? task);
      watchJob(task.id);
    }
  }, [open, client]);
  const shown = watched.filter((id) => !elsewhere.includes(id));
  return (
    <div
      ref={useToastOffset()}
      className="max-sm:sticky max-sm:top-14 max-sm:z-20 sm:fixed sm:right-4 sm:bottom-4 sm:z-20 sm:w-90 sm:in-[:has([aria-label=Selection])]:bottom-20"
    >
      {shown.length > 0 && (
        <section
          aria-label="Long work"
          className="max-h-32 overflow-y-auto border bg-popover text-popover-foreground max-sm:border-x-0 max-sm:border-t-0 sm:max-h-80 sm:rounded-lg sm:shadow"
        >
          <ul className="divide-y">
            {shown.map((id) => (
              <JobItem key={id} id={id} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Toasts appear in the same corner, and must not cover it. */
function useToastOffset() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      // On phones it stands elsewhere.
      const isThere = entry !== undefined && getComputedStyle(entry.target).position === "fixed";
      const height = isThere ? (entry.borderBoxSize[0]?.blockSize ?? 0) : 0;
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

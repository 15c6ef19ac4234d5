"use client";

import type { MouseEvent, ReactNode } from "react";
import { cn } from "@/lib/cn";
import { routes } from "@/lib/routes";
import { type ActivityFilterValues, activityUrl, type SetActivityFilters } from "./filters";

type FilterLinkProps = { to: Partial<ActivityFilterValues>; setFilters: SetActivityFilters; mono?: boolean; children: ReactNode };

const opensNewTab = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** Adds a filter to the current ones. In a new tab, only this filter is set. */
export function FilterLink({ to, setFilters, mono = false, children }: FilterLinkProps) {
  return (
    <a
      href={activityUrl.filterHref(routes.activity, to)}
      onClick={(event) => {
        if (opensNewTab(event)) return;
        event.preventDefault();
        setFilters(to);
      }}
      className={cn(
        "-outline-offset-1 rounded-sm decoration-muted-foreground underline-offset-3 hover:underline",
        mono && "font-mono text-[13px]",
      )}
    >
      {children}
    </a>
  );
}

"use client";

import type { MouseEvent, ReactNode } from "react";
import { cn } from "@/lib/cn";
import { routes } from "@/lib/routes";
import { activityUrl, type ActivityFilterValues, type SetActivityFilters } from "./filters";

type FilterLinkProps = { to: Partial<ActivityFilterValues>; narrow: SetActivityFilters; mono?: boolean; title?: string; children: ReactNode };

const opensElsewhere = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** Narrows the list to what it names, beside what it is narrowed to already; opened in a tab of its own, to that alone. */
export function FilterLink({ to, narrow, mono = false, title, children }: FilterLinkProps) {
  return (
    <a
      href={activityUrl.filterHref(routes.activity, to)}
      title={title}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        narrow(to);
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

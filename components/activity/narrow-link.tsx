"use client";

import type { MouseEvent, ReactNode } from "react";
import { cn } from "@/lib/cn";
import { routes } from "@/lib/routes";
import { activity, type Filters, type Narrow } from "./filters";

type NarrowLinkProps = { to: Partial<Filters>; narrow: Narrow; mono?: boolean; title?: string; children: ReactNode };

const opensElsewhere = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** Narrows the list to what it names, beside what it is narrowed to already; opened in a tab of its own, to that alone. */
export function NarrowLink({ to, narrow, mono = false, title, children }: NarrowLinkProps) {
  return (
    <a
      href={activity.addressWith(routes.activity, to)}
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

"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

type THProps = {
  children: ReactNode;
  numeric?: boolean;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  /** How the list is sorted by the column. Undefined if it can't be. */
  sort?: "ascending" | "descending" | "none";
  onSort?: () => void;
  className?: string;
};

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

export function TH({ children, numeric = false, hideLabel = false, sort, onSort, className }: THProps) {
  const Icon = icons[sort ?? "none"];
  return (
    <th
      scope="col"
      aria-sort={sort}
      className={cn(
        "z-10 h-10 whitespace-nowrap border-b bg-background px-3 font-medium text-[13px] text-muted-foreground",
        "wide:sticky wide:top-(--sticky-top,0px) md:group-data-fitted/fitted:sticky md:group-data-fitted/fitted:top-(--sticky-top,0px)",
        numeric && "text-right",
        className,
      )}
    >
      {sort === undefined ? (
        <span className={cn(hideLabel && "sr-only")}>{children}</span>
      ) : (
        <button
          type="button"
          onClick={onSort}
          className={cn(
            "-mx-2 inline-flex h-7 items-center gap-1 rounded-md px-2 hover:bg-accent hover:text-foreground",
            numeric && "flex-row-reverse",
            sort !== "none" && "text-foreground",
          )}
        >
          {children}
          <Icon aria-hidden="true" className={cn("size-3.5", sort === "none" && "opacity-60")} />
        </button>
      )}
    </th>
  );
}

"use client";

import { Plus, X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";

type FilterTriggerProps = Omit<ComponentProps<"button">, "children" | "value"> & {
  /** Name of the filter, such as "Status". */
  label: string;
  /** The current value. Undefined if the filter isn't set. */
  value?: ReactNode;
};

/** The trigger of a filter popup. Dashed while the filter isn't set. */
export function FilterTrigger({ label, value, className, ...rest }: FilterTriggerProps) {
  const isSet = value !== undefined;
  return (
    <button
      type="button"
      {...rest}
      className={cn(
        "inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border px-3 text-[13px] hover:bg-accent data-popup-open:bg-accent pointer-coarse:h-9",
        isSet ? "bg-muted pr-8" : "border-input border-dashed text-muted-foreground",
        className,
      )}
    >
      {!isSet && <Plus aria-hidden="true" className="-ml-1 size-3.5 shrink-0" />}
      <span className="shrink-0">
        {label}
        {isSet && <span className="sr-only">: </span>}
      </span>
      {isSet && <span className="min-w-0 truncate font-medium">{value}</span>}
    </button>
  );
}

/** A filter above a list, with a button that clears it. */
export function FilterChip({ label, onClear, children }: { label: string; onClear?: (() => void) | undefined; children: ReactNode }) {
  return (
    <span className="relative inline-flex min-w-0">
      {children}
      {onClear && (
        <button
          type="button"
          aria-label={`Clear filter: ${label}`}
          onClick={onClear}
          className="absolute inset-y-0 right-0 grid w-7 place-items-center rounded-full text-muted-foreground hover:text-foreground"
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </span>
  );
}

"use client";

import { Progress as Base } from "@base-ui/react/progress";
import { cn } from "@/lib/cn";

type ProgressProps = {
  label: string;
  /** The completed part of `total`, or `null` while it isn't known. */
  value: number | null;
  total?: number;
  /** Text at the end. Defaults to "{value} of {total}". */
  valueText?: string | undefined;
  className?: string;
};

const numberFormat = new Intl.NumberFormat("en");

/** A progress bar with its numbers. */
export function Progress({ label, value, total = 100, valueText, className }: ProgressProps) {
  return (
    <Base.Root
      value={value}
      max={total}
      aria-label={label}
      getAriaValueText={() => (value === null ? "In progress" : `${numberFormat.format(value)} of ${numberFormat.format(total)}`)}
      className={cn("grid grid-cols-[1fr_auto] gap-x-4 gap-y-2", className)}
    >
      <span className="truncate font-medium text-[13px]">{label}</span>
      <span aria-hidden="true" className="text-[13px] text-muted-foreground">
        {valueText ?? (value === null ? "" : `${numberFormat.format(value)} of ${numberFormat.format(total)}`)}
      </span>
      <Base.Track className="col-span-2 h-1.5 overflow-hidden rounded-full bg-muted">
        <Base.Indicator className="h-full rounded-full bg-link transition-[width] data-indeterminate:w-full data-indeterminate:opacity-40 motion-safe:data-indeterminate:animate-pulse" />
      </Base.Track>
    </Base.Root>
  );
}

"use client";

import { Progress as Base } from "@base-ui/react/progress";
import { cn } from "@/lib/cn";

type ProgressProps = {
  label: string;
  /** What is done of `total`; `null` while that is not known. */
  value: number | null;
  total?: number;
  /** Stands at the end, where that is not both numbers. */
  valueText?: string | undefined;
  className?: string;
};

const whole = new Intl.NumberFormat("en");

/** How far a long act has come, in numbers and as a bar. */
export function Progress({ label, value, total = 100, valueText, className }: ProgressProps) {
  return (
    <Base.Root
      value={value}
      max={total}
      aria-label={label}
      getAriaValueText={() => (value === null ? "Under way" : `${whole.format(value)} of ${whole.format(total)}`)}
      className={cn("grid grid-cols-[1fr_auto] gap-x-4 gap-y-2", className)}
    >
      <span className="truncate font-medium text-[13px]">{label}</span>
      <span aria-hidden="true" className="text-[13px] text-muted-foreground">
        {valueText ?? (value === null ? "" : `${whole.format(value)} of ${whole.format(total)}`)}
      </span>
      <Base.Track className="col-span-2 h-1.5 overflow-hidden rounded-full bg-muted">
        <Base.Indicator className="h-full rounded-full bg-link transition-[width] data-indeterminate:w-full data-indeterminate:opacity-40 motion-safe:data-indeterminate:animate-pulse" />
      </Base.Track>
    </Base.Root>
  );
}

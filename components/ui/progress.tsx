"use client";

import { Progress as Base } from "@base-ui/react/progress";
import { cn } from "@/lib/cn";
import type { Tone } from "./status";

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
      getAriaValueText={() =>
        value === null ? (valueText ?? "In progress") : `${numberFormat.format(value)} of ${numberFormat.format(total)}`
      }
      className={cn("grid grid-cols-[1fr_auto] gap-x-4 gap-y-2", className)}
    >
      <span className="truncate font-medium text-2sm">{label}</span>
      <span aria-hidden="true" className="text-2sm text-muted-foreground">
        {valueText ?? (value === null ? "" : `${numberFormat.format(value)} of ${numberFormat.format(total)}`)}
      </span>
      <Base.Track className="col-span-2 h-1.5 overflow-hidden rounded-full bg-muted">
        <Base.Indicator className="h-full rounded-full bg-link transition-[width] data-indeterminate:w-full data-indeterminate:opacity-40 motion-safe:data-indeterminate:animate-pulse" />
      </Base.Track>
    </Base.Root>
  );
}

const fullFormat = new Intl.NumberFormat("en");
const compactFormat = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

const formatCount = (count: number) => (count < 100_000 ? fullFormat.format(count) : compactFormat.format(count));

type UsageBarProps = {
  used: number;
  total: number;
  /** The exact numbers, as a tooltip. */
  title: string;
  className?: string;
};

/** Shows "3 of 5" with a slim bar below. */
export function UsageBar({ used, total, title, className }: UsageBarProps) {
  const share = total === 0 ? 0 : Math.min(1, used / total);
  return (
    <span title={title} className={cn("grid gap-1", className)}>
      <span className="truncate leading-4">
        {formatCount(used)} <span className="text-muted-foreground">of {formatCount(total)}</span>
      </span>
      <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-foreground/10">
        {/* Small shares stay visible. */}
        <span
          data-figure=""
          className="block h-full rounded-full bg-link"
          style={{ width: used === 0 ? 0 : `max(3px, ${share * 100}%)` }}
        />
      </span>
    </span>
  );
}

export type BarSegment = { value: number; tone: Tone };

const fills: Readonly<Record<Tone, string>> = {
  positive: "bg-positive",
  warning: "bg-warning",
  negative: "bg-destructive",
  info: "bg-info",
  neutral: "bg-muted-foreground/50",
};

/** A bar divided into segments. Hidden from screen readers, so the numbers must also be in the text. */
export function StackedBar({ segments, total, className }: { segments: readonly BarSegment[]; total: number; className?: string }) {
  return (
    <span aria-hidden="true" className={cn("flex h-1.5 gap-px overflow-hidden rounded-full bg-muted", className)}>
      {segments
        .filter(({ value }) => value > 0)
        .map(({ value, tone }) => (
          // Small segments stay visible.
          <span
            key={tone}
            data-figure=""
            style={{ width: `${(value / total) * 100}%` }}
            className={cn("min-w-1 transition-[width]", fills[tone])}
          />
        ))}
    </span>
  );
}

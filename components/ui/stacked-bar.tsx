import { cn } from "@/lib/cn";
import type { Tone } from "./status";

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
          <span key={tone} style={{ width: `${(value / total) * 100}%` }} className={cn("min-w-1 transition-[width]", fills[tone])} />
        ))}
    </span>
  );
}

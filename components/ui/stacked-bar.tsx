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

/** How something divides, as a bar; the numbers stand beside it in words. What is not in a part is still to come. */
export function StackedBar({ segments, total, className }: { segments: readonly BarSegment[]; total: number; className?: string }) {
  return (
    <span aria-hidden="true" className={cn("flex h-1.5 gap-px overflow-hidden rounded-full bg-muted", className)}>
      {segments
        .filter(({ value }) => value > 0)
        .map(({ value, tone }) => (
          // However few they are, they are seen.
          <span key={tone} style={{ width: `${(value / total) * 100}%` }} className={cn("min-w-1 transition-[width]", fills[tone])} />
        ))}
    </span>
  );
}

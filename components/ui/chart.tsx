"use client";

import dynamic from "next/dynamic";
import { cn } from "@/lib/cn";
import { type Series, strokes } from "./chart-series";
import { ChartTable } from "./chart-table";
import { Skeleton } from "./skeleton";

// Most visits to a page look at its numbers, and what draws is larger than the rest of the page.
const Lines = dynamic(() => import("./chart-lines").then((lines) => lines.ChartLines), {
  ssr: false,
  loading: () => <Skeleton className="h-full rounded-lg" />,
});

type ChartProps = {
  /** What the chart shows, read aloud. */
  label: string;
  /** One or two of the same days. */
  series: readonly Series[];
  asTable?: boolean;
  className?: string;
};

/** Counts day by day as lines. The numbers are in a table behind it, for whoever cannot see it or would rather read. */
export function Chart({ label, series, asTable = false, className }: ChartProps) {
  return (
    <div className={cn("h-64", className)}>
      {!asTable && (
        <div aria-hidden="true" className="h-full">
          <Lines series={series} />
        </div>
      )}
      <ChartTable label={label} series={series} shown={asTable} />
    </div>
  );
}

/** The name of a line with its stroke, and how many there are in all. */
export function ChartLegend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1">
      {series.map(({ label, days }, place) => (
        <li key={label} className="flex items-center gap-2">
          <svg aria-hidden="true" width="20" height="2" className={strokes[place]?.className}>
            <line x2="20" y1="1" y2="1" stroke="currentColor" strokeWidth="2" strokeDasharray={strokes[place]?.dashes} />
          </svg>
          <span className="text-muted-foreground">{label}</span>
          <span className="font-medium">{days.reduce((sum, { count }) => sum + count, 0).toLocaleString("en")}</span>
        </li>
      ))}
    </ul>
  );
}

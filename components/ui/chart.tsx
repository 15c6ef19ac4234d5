"use client";

import { useState } from "react";
import { cn } from "@/lib/cn";
import { type Series, strokes } from "./chart-series";
import { StillLines } from "./chart-still";
import { ChartTable } from "./chart-table";
import { later, useLater } from "./later";

// What can be pointed at is larger than the rest of a page, and most visits only look.
const lines = later(() => import("./chart-lines").then(({ ChartLines }) => ChartLines));

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
      {!asTable && <Drawing series={series} />}
      <ChartTable label={label} series={series} shown={asTable} />
    </div>
  );
}

function Drawing({ series }: { series: readonly Series[] }) {
  const [isPointed, setIsPointed] = useState(false);
  const Lines = useLater(lines, isPointed, () => setIsPointed(false));
  return (
    <div data-slot="chart" aria-hidden="true" className="h-full" onPointerEnter={() => setIsPointed(true)}>
      {Lines ? <Lines series={series} /> : <StillLines series={series} />}
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

"use client";

import { useState } from "react";
import { cn } from "@/lib/cn";
import { type Series, seriesStyles } from "./chart-series";
import { StaticChart } from "./static-chart";
import { ChartTable } from "./chart-table";
import { lazy, useLazy } from "./lazy";

// What can be pointed at is larger than the rest of a page, and most visits only look.
const interactiveChart = lazy(() => import("./interactive-chart").then(({ InteractiveChart: ChartLines }) => ChartLines));

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
      {!asTable && <ChartLines series={series} />}
      <ChartTable label={label} series={series} isVisible={asTable} />
    </div>
  );
}

function ChartLines({ series }: { series: readonly Series[] }) {
  const [isPointed, setIsPointed] = useState(false);
  const Lines = useLazy(interactiveChart, isPointed, () => setIsPointed(false));
  return (
    <div data-slot="chart" aria-hidden="true" className="h-full" onPointerEnter={() => setIsPointed(true)}>
      {Lines ? <Lines series={series} /> : <StaticChart series={series} />}
    </div>
  );
}

/** The name of a line with its stroke, and how many there are in all. */
export function ChartLegend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1">
      {series.map(({ label, days }, place) => (
        <li key={label} className="flex items-center gap-2">
          <svg aria-hidden="true" width="20" height="2" className={seriesStyles[place]?.className}>
            <line x2="20" y1="1" y2="1" stroke="currentColor" strokeWidth="2" strokeDasharray={seriesStyles[place]?.dashes} />
          </svg>
          <span className="text-muted-foreground">{label}</span>
          <span className="font-medium">{days.reduce((sum, { count }) => sum + count, 0).toLocaleString("en")}</span>
        </li>
      ))}
    </ul>
  );
}

"use client";

import { useState } from "react";
import { cn } from "@/lib/cn";
import { type Series, seriesStyles } from "./chart-series";
import { ChartTable } from "./chart-table";
import { lazy, useLazy } from "./lazy";
import { StaticChart } from "./static-chart";

// Loaded when the pointer enters the chart, because the charting library is large and most visits don't need it.
const interactiveChart = lazy(() => import("./interactive-chart").then(({ InteractiveChart: ChartLines }) => ChartLines));

type ChartProps = {
  /** Description of the chart for screen readers. */
  label: string;
  /** One or two series with the same dates. */
  series: readonly Series[];
  asTable?: boolean;
  className?: string;
};

/** A line chart of counts per day. A table with the same data is there for screen readers, or visible with `asTable`. */
export function Chart({ label, series, asTable = false, className }: ChartProps) {
  return (
    <div className={cn("h-64", className)}>
      {!asTable && <ChartLines series={series} />}
      <ChartTable label={label} series={series} isVisible={asTable} />
    </div>
  );
}

function ChartLines({ series }: { series: readonly Series[] }) {
  const [isInteractive, setInteractive] = useState(false);
  const Interactive = useLazy(interactiveChart, isInteractive, () => setInteractive(false));
  return (
    <div data-slot="chart" aria-hidden="true" className="h-full" onPointerEnter={() => setInteractive(true)}>
      {Interactive ? <Interactive series={series} /> : <StaticChart series={series} />}
    </div>
  );
}

/** The label, the line style and the total of each series. */
export function ChartLegend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1">
      {series.map(({ label, days }, index) => (
        <li key={label} className="flex items-center gap-2">
          <svg aria-hidden="true" width="20" height="2" className={seriesStyles[index]?.className}>
            <line x2="20" y1="1" y2="1" stroke="currentColor" strokeWidth="2" strokeDasharray={seriesStyles[index]?.dashes} />
          </svg>
          <span className="text-muted-foreground">{label}</span>
          <span className="font-medium">{days.reduce((sum, { count }) => sum + count, 0).toLocaleString("en")}</span>
        </li>
      ))}
    </ul>
  );
}

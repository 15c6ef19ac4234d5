"use client";

import { startTransition, useLayoutEffect, useRef, useState } from "react";
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from "recharts";
import { getCountTicks, chartMargins, maxDateLabels, narrowChartWidth } from "./chart-layout";
import { getMaxCount, type Series, seriesStyles } from "./chart-series";
import { formatAxisCount, formatDay, formatAxisDate, getDateTicks } from "./chart-format";

type Row = { day: string; counts: number[] };

const toRows = (series: readonly Series[]): Row[] =>
  (series[0]?.days ?? []).map(({ date }, place) => ({ day: date, counts: series.map(({ days }) => days[place]?.count ?? 0) }));

const tick = { fill: "var(--muted-foreground)", fontSize: 12 };

/** The lines of a chart for whoever points at them; loaded apart from the page, and drawn where `StillLines` drew. */
export function InteractiveChart({ series }: { series: readonly Series[] }) {
  const rows = toRows(series);
  const { box, width, height } = useElementSize();
  const counts = getCountTicks(getMaxCount(series));
  return (
    <div ref={box} className="h-full">
      {width > 0 && (
        <LineChart width={width} height={height} data={rows} accessibilityLayer={false} margin={{ ...chartMargins, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis
            dataKey="day"
            ticks={getDateTicks(
              rows.map(({ day }) => day),
              width < narrowChartWidth ? maxDateLabels.narrow : maxDateLabels.wide,
            )}
            tickFormatter={(day: string) => formatAxisDate(day, rows.length)}
            tick={tick}
            tickLine={false}
            axisLine={false}
            tickMargin={8}
            height={chartMargins.bottom}
            interval={0}
          />
          <YAxis
            width={chartMargins.left}
            ticks={counts}
            tickFormatter={formatAxisCount}
            tick={tick}
            tickLine={false}
            axisLine={false}
            interval={0}
            domain={[0, counts.at(-1) ?? 1]}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--input)" }}
            content={({ active, payload }) => {
              const row: Row | undefined = payload?.[0]?.payload;
              return active && row ? <ChartTooltip row={row} series={series} /> : null;
            }}
          />
          {series.map(({ label }, place) => (
            <Line
              key={label}
              name={label}
              dataKey={({ counts }: Row) => counts[place]}
              stroke={seriesStyles[place]?.color}
              strokeDasharray={seriesStyles[place]?.dashes}
              strokeWidth={1.75}
              type="linear"
              dot={rows.length < 3}
              activeDot={{ r: 3, strokeWidth: 0 }}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      )}
    </div>
  );
}

/** The size of an element, in pixels. A drawing that follows it is made in pieces, between which the page answers. */
function useElementSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // At once, so that the first drawing is in the same frame as the one it replaces.
    setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(() => startTransition(() => setSize({ width: element.clientWidth, height: element.clientHeight })));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, ...size };
}

function ChartTooltip({ row, series }: { row: Row; series: readonly Series[] }) {
  return (
    <div className="rounded-md border bg-popover px-3 py-2 text-[13px] text-popover-foreground shadow">
      <p className="mb-1 font-medium">{formatDay(row.day)}</p>
      {series.map(({ label }, place) => (
        <p key={label} className="flex items-center gap-2">
          <span className={`size-2 rounded-full bg-current ${seriesStyles[place]?.className}`} />
          <span className="text-muted-foreground">{label}</span>
          <span className="ml-auto pl-4 font-medium">{(row.counts[place] ?? 0).toLocaleString("en")}</span>
        </p>
      ))}
    </div>
  );
}

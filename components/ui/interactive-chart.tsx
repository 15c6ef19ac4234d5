"use client";

import { startTransition, useLayoutEffect, useRef, useState } from "react";
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from "recharts";
import { formatAxisCount, formatAxisDate, formatChartDate, getDateTicks } from "./chart-format";
import { chartMargins, getCountTicks, maxDateLabels, narrowChartWidth } from "./chart-layout";
import { getMaxCount, type Series, seriesStyles } from "./chart-series";

type Row = { date: string; counts: number[] };

const toRows = (series: readonly Series[]): Row[] =>
  (series[0]?.days ?? []).map(({ date }, index) => ({ date, counts: series.map(({ days }) => days[index]?.count ?? 0) }));

const tickStyle = { fill: "var(--muted-foreground)", fontSize: 12 };

/** A chart with a tooltip. Loaded on demand, and drawn exactly over `StaticChart`. */
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
            dataKey="date"
            ticks={getDateTicks(
              rows.map(({ date }) => date),
              width < narrowChartWidth ? maxDateLabels.narrow : maxDateLabels.wide,
            )}
            tickFormatter={(date: string) => formatAxisDate(date, rows.length)}
            tick={tickStyle}
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
            tick={tickStyle}
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
          {series.map(({ label }, index) => (
            <Line
              key={label}
              name={label}
              dataKey={({ counts }: Row) => counts[index]}
              stroke={seriesStyles[index]?.color}
              strokeDasharray={seriesStyles[index]?.dashes}
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

/** The size of an element, in pixels. Resizes are transitions, so that redrawing doesn't block the page. */
function useElementSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Synchronously, so that the first drawing replaces the static chart in the same frame.
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
      <p className="mb-1 font-medium">{formatChartDate(row.date)}</p>
      {series.map(({ label }, index) => (
        <p key={label} className="flex items-center gap-2">
          <span className={`size-2 rounded-full bg-current ${seriesStyles[index]?.className}`} />
          <span className="text-muted-foreground">{label}</span>
          <span className="ml-auto pl-4 font-medium">{(row.counts[index] ?? 0).toLocaleString("en")}</span>
        </p>
      ))}
    </div>
  );
}

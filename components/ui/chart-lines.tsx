"use client";

import { startTransition, useEffect, useRef, useState } from "react";
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from "recharts";
import { type Series, strokes } from "./chart-series";
import { countTick, dayWords, tickOf, ticksOf } from "./chart-words";

type Row = { day: string; counts: number[] };

const rowsOf = (series: readonly Series[]): Row[] =>
  (series[0]?.days ?? []).map(({ day }, place) => ({ day, counts: series.map(({ days }) => days[place]?.count ?? 0) }));

const tick = { fill: "var(--muted-foreground)", fontSize: 12 };

/** The lines of a chart; loaded apart from the page. */
export function ChartLines({ series }: { series: readonly Series[] }) {
  const rows = rowsOf(series);
  const { box, width } = useWidth();
  const isEmpty = rows.every(({ counts }) => counts.every((count) => count === 0));
  return (
    <div ref={box} className="h-full">
      {width > 0 && (
        <LineChart width={width} height={256} data={rows} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis
            dataKey="day"
            ticks={ticksOf(
              rows.map(({ day }) => day),
              7,
            )}
            tickFormatter={(day: string) => tickOf(day, rows.length)}
            tick={tick}
            tickLine={false}
            axisLine={false}
            tickMargin={8}
            minTickGap={16}
            interval="preserveEnd"
          />
          <YAxis
            width={40}
            allowDecimals={false}
            tickFormatter={countTick}
            tick={tick}
            tickLine={false}
            axisLine={false}
            domain={[0, isEmpty ? 4 : "auto"]}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--input)" }}
            content={({ active, payload }) => {
              const row: Row | undefined = payload?.[0]?.payload;
              return active && row ? <Pointed row={row} series={series} /> : null;
            }}
          />
          {series.map(({ label }, place) => (
            <Line
              key={label}
              name={label}
              dataKey={({ counts }: Row) => counts[place]}
              stroke={strokes[place]?.color}
              strokeDasharray={strokes[place]?.dashes}
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

/** How wide an element is, in pixels; 0 until that is known. A drawing that follows it is made in pieces, between which the page answers. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => startTransition(() => setWidth(Math.floor(entry?.contentRect.width ?? 0))));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

function Pointed({ row, series }: { row: Row; series: readonly Series[] }) {
  return (
    <div className="rounded-md border bg-popover px-3 py-2 text-[13px] text-popover-foreground shadow">
      <p className="mb-1 font-medium">{dayWords(row.day)}</p>
      {series.map(({ label }, place) => (
        <p key={label} className="flex items-center gap-2">
          <span className={`size-2 rounded-full bg-current ${strokes[place]?.className}`} />
          <span className="text-muted-foreground">{label}</span>
          <span className="ml-auto pl-4 font-medium">{(row.counts[place] ?? 0).toLocaleString("en")}</span>
        </p>
      ))}
    </div>
  );
}

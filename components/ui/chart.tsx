"use client";

import { type CSSProperties, type KeyboardEvent, memo, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { formatAxisCount, formatAxisDate, formatChartDate, getCountTicks, getDateTicks } from "./chart-axis";

/** A line of a chart: its label, and the count for each date (`2026-11-21`). */
export type Series = { label: string; days: readonly { date: string; count: number }[] };

/** The styles of the first and the second line. */
const seriesStyles: readonly { color: string; className: string; dashes?: string }[] = [
  { color: "var(--chart-1)", className: "text-chart-1" },
  { color: "var(--chart-2)", className: "text-chart-2", dashes: "5 3" },
];

/** Distance between the plot area and the edges of a chart, in pixels. The axes are in the margins. */
const margins = { top: 8, right: 24, bottom: 30, left: 40 };

/** Maximum number of labels on the date axis, by the width of the chart. */
const dateLabelSets = [
  { maxLabels: 4, className: "@md:hidden" },
  { maxLabels: 7, className: "@max-md:hidden" },
] as const;

type ChartProps = {
  /** Description of the chart for screen readers. */
  label: string;
  /** One or two series with the same dates. */
  series: readonly Series[];
  asTable?: boolean;
  className?: string;
};

/**
 * A line chart of counts per day. The pointer or the arrow keys choose a day, whose counts are shown.
 * A table with the same data is there for screen readers, or visible with `asTable`.
 */
export function Chart({ label, series, asTable = false, className }: ChartProps) {
  return (
    <div className={cn("h-64", className)}>
      {!asTable && <ChartPlot label={label} series={series} />}
      <ChartTable label={label} series={series} isVisible={asTable} />
    </div>
  );
}

/** The axes and lines with the chosen day. To assistive technology it is a slider whose values are the days. */
function ChartPlot({ label, series }: { label: string; series: readonly Series[] }) {
  const plot = useRef<HTMLDivElement>(null);
  const [chosenDay, setChosenDay] = useState<number | null>(null);
  const dates = (series[0]?.days ?? []).map(({ date }) => date);
  const lastDay = Math.max(0, dates.length - 1);
  // The chart may show fewer days than before.
  const day = Math.min(chosenDay ?? lastDay, lastDay);
  const chooseDay = (next: number) => setChosenDay(Math.min(Math.max(next, 0), lastDay));
  const followPointer = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 1 } = plot.current?.getBoundingClientRect() ?? {};
    chooseDay(Math.round(((clientX - left) / width) * lastDay));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = getDayForKey(event.key, day, lastDay);
    if (next === undefined) return;
    event.preventDefault();
    if (next === null) setChosenDay(null);
    else chooseDay(next);
  };
  return (
    <div
      data-slot="chart"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={lastDay}
      aria-valuenow={day}
      aria-valuetext={`${formatChartDate(dates[day] ?? "")}: ${series.map((line) => `${line.label} ${formatCount(line, day)}`).join(", ")}`}
      onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && chooseDay(day)}
      onBlur={() => setChosenDay(null)}
      onPointerDown={followPointer}
      onPointerMove={followPointer}
      // A touch ends by leaving. The day stays chosen until another element is touched.
      onPointerLeave={({ pointerType }) => pointerType !== "touch" && setChosenDay(null)}
      onKeyDown={onKeyDown}
      className="@container relative h-full touch-pan-y rounded-sm text-muted-foreground text-xs"
    >
      <div ref={plot} className="absolute" style={margins}>
        <ChartLines series={series} />
        {chosenDay !== null && dates.length > 0 && <ChosenDay series={series} day={day} />}
      </div>
    </div>
  );
}

/** The day that a key chooses, null for none, or undefined if the key has no meaning here. */
function getDayForKey(key: string, day: number, lastDay: number): number | null | undefined {
  const pageStep = Math.max(1, Math.round(lastDay / 10));
  const days: Readonly<Record<string, number | null>> = {
    ArrowLeft: day - 1,
    ArrowDown: day - 1,
    ArrowRight: day + 1,
    ArrowUp: day + 1,
    PageDown: day - pageStep,
    PageUp: day + pageStep,
    Home: 0,
    End: lastDay,
    Escape: null,
  };
  return days[key];
}

const formatCount = ({ days }: Series, day: number): string => (days[day]?.count ?? 0).toLocaleString("en");

/** The counts to label, and the one at the top of the axis. */
function getCountAxis(series: readonly Series[]): { counts: number[]; maxTick: number } {
  const counts = getCountTicks(series.reduce((max, { days }) => days.reduce((dayMax, { count }) => Math.max(dayMax, count), max), 0));
  return { counts, maxTick: counts.at(-1) ?? 1 };
}

/** How far a day is from the left edge, in percent. A single day is centered. */
const toLeft = (day: number, dayCount: number): number => (dayCount === 1 ? 50 : (day / (dayCount - 1)) * 100);

/** The axes and lines, scaled by CSS so that the server can render them. */
const ChartLines = memo(({ series }: { series: readonly Series[] }) => {
  const dates = (series[0]?.days ?? []).map(({ date }) => date);
  const { counts, maxTick } = getCountAxis(series);
  const lastDay = Math.max(1, dates.length - 1);
  const toX = (day: number) => (dates.length === 1 ? 0.5 : day);
  return (
    <>
      {counts.map((count) => (
        <span
          key={count}
          className="absolute right-full mr-2 translate-y-1/2 whitespace-nowrap leading-none"
          style={{ bottom: `${(count / maxTick) * 100}%` }}
        >
          {formatAxisCount(count)}
        </span>
      ))}
      {dateLabelSets.map(({ maxLabels, className }) => (
        <div key={maxLabels} className={cn("absolute inset-x-0 top-full", className)}>
          {getDateTicks(dates, maxLabels).map((date) => (
            <span
              key={date}
              className="-translate-x-1/2 absolute top-2.75 whitespace-nowrap leading-4"
              style={{ left: `${toLeft(dates.indexOf(date), dates.length)}%` }}
            >
              {formatAxisDate(date, dates.length)}
            </span>
          ))}
        </div>
      ))}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${lastDay} ${maxTick}`}
        preserveAspectRatio="none"
        fill="none"
        className="absolute size-full overflow-visible *:[vector-effect:non-scaling-stroke]"
      >
        {counts.map((count) => (
          <line key={count} x2={lastDay} y1={count} y2={count} stroke="var(--border)" />
        ))}
        {series.map(({ label, days }, line) => (
          <path
            key={label}
            d={days.map(({ count }, day) => `${day === 0 ? "M" : "L"}${toX(day)} ${maxTick - count}`).join("")}
            stroke={seriesStyles[line]?.color}
            strokeDasharray={seriesStyles[line]?.dashes}
            strokeWidth="1.75"
            strokeLinejoin="round"
          />
        ))}
        {dates.length < 3 &&
          series.flatMap(({ label, days }, line) =>
            days.map(({ date, count }, day) => (
              <path
                key={`${label} ${date}`}
                d={`M${toX(day)} ${maxTick - count}h0`}
                stroke={seriesStyles[line]?.color}
                strokeWidth="6"
                strokeLinecap="round"
              />
            )),
          )}
      </svg>
    </>
  );
});

/** Beside the line on wide charts. */
const getBoxPosition = (left: number): CSSProperties & Record<`--${string}`, string> => ({
  left: `${left}%`,
  "--chosen-day": `${left}%`,
  "--beside-line": left > 50 ? "calc(-100% - 10px)" : "10px",
});

/** A vertical line through a day, a dot on each series, and a box with the counts. */
function ChosenDay({ series, day }: { series: readonly Series[]; day: number }) {
  const left = toLeft(day, series[0]?.days.length ?? 0);
  const { maxTick } = getCountAxis(series);
  return (
    <div className="pointer-events-none">
      <div className="-translate-x-1/2 absolute inset-y-0 w-px bg-input" style={{ left: `${left}%` }} />
      {series.map(({ label, days }, line) => (
        <span
          key={label}
          className={cn("-translate-x-1/2 absolute size-1.5 translate-y-1/2 rounded-full bg-current", seriesStyles[line]?.className)}
          style={{ left: `${left}%`, bottom: `${((days[day]?.count ?? 0) / maxTick) * 100}%` }}
        />
      ))}
      {/* On narrow charts the box moves less than the line, so that it stays inside. */}
      <div
        className="-translate-x-(--chosen-day) absolute top-0 z-10 w-max rounded-md border bg-popover px-3 py-2 text-2sm text-popover-foreground shadow @md:translate-x-(--beside-line)"
        style={getBoxPosition(left)}
      >
        <p className="mb-1 whitespace-nowrap font-medium">{formatChartDate(series[0]?.days[day]?.date ?? "")}</p>
        {series.map((line, index) => (
          <p key={line.label} className="flex items-center gap-2">
            <span className={cn("size-2 rounded-full bg-current", seriesStyles[index]?.className)} />
            <span className="text-muted-foreground">{line.label}</span>
            <span className="ml-auto pl-4 font-medium">{formatCount(line, day)}</span>
          </p>
        ))}
      </div>
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

/** The data of a chart as a table, latest date first. Unless `isVisible`, it is for screen readers only. */
function ChartTable({ label, series, isVisible }: { label: string; series: readonly Series[]; isVisible: boolean }) {
  const indexes = [...(series[0]?.days ?? []).keys()].reverse();
  return (
    <ScrollArea label={label} isVisible={isVisible}>
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <HeaderCell>Date</HeaderCell>
            {series.map((line) => (
              <HeaderCell key={line.label} numeric>
                {line.label}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {indexes.map((index) => {
            const date = series[0]?.days[index]?.date ?? "";
            return (
              <tr key={date}>
                <th scope="row" className="h-8 border-b px-3 font-normal">
                  <time dateTime={date}>{formatChartDate(date)}</time>
                </th>
                {series.map((line) => (
                  <td key={line.label} className="h-8 border-b px-3 text-right">
                    {formatCount(line, index)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function ScrollArea({ label, isVisible, children }: { label: string; isVisible: boolean; children: ReactNode }) {
  if (!isVisible) return <div className="sr-only">{children}</div>;
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="-outline-offset-2 h-full overflow-y-auto rounded-lg border"
    >
      {children}
    </section>
  );
}

const HeaderCell = ({ numeric = false, children }: { numeric?: boolean; children: ReactNode }) => (
  <th
    scope="col"
    className={cn("sticky top-0 h-9 border-b bg-card px-3 font-medium text-2sm text-muted-foreground", numeric && "text-right")}
  >
    {children}
  </th>
);

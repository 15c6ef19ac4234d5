"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { cn } from "@/lib/cn";
import { Button } from "./button";
import { Card } from "./card";
import { Chart, ChartLegend, type Series } from "./chart";
import { QueryError } from "./errors";
import { Skeleton } from "./loading";

type Query = Pick<UseQueryResult, "data" | "error" | "isError" | "isFetching" | "isPlaceholderData" | "refetch">;

type PeriodSwitchProps<Period extends string> = {
  label: string;
  value: Period;
  options: readonly { value: Period; label: string }[];
  onChange: (value: Period) => void;
};

type ChartCardProps<Period extends string> = {
  title: string;
  /** Description of the chart for screen readers. */
  label: string;
  /** Without it, the chart always shows the same period. */
  period?: PeriodSwitchProps<Period>;
  /** The queries that load the data of the chart. */
  queries: readonly Query[];
  /** One or two series with the same dates. Undefined until all queries have data. */
  series: readonly Series[] | undefined;
  /** Shown instead of a chart whose counts are all 0. */
  emptyText?: string;
  size: keyof typeof sizes;
};

/** The chart, and the chart with its legend. */
const sizes = {
  medium: { chart: "h-48", content: "h-58", error: "h-58 py-4" },
  large: { chart: "h-64", content: "h-74", error: "h-74 py-8" },
};

/** A card with a chart of counts per day, which can be shown as a table, and buttons that choose the period. */
export function ChartCard<Period extends string>({ title, period, ...content }: ChartCardProps<Period>) {
  return (
    <Card title={title} action={period && <PeriodSwitch {...period} />}>
      <ChartCardContent {...content} />
    </Card>
  );
}

/** Buttons of which one is pressed. */
export function PeriodSwitch<Period extends string>({ label, value, options, onChange }: PeriodSwitchProps<Period>) {
  return (
    <fieldset aria-label={label} className="flex gap-1">
      {options.map((option) => (
        <Button
          key={option.value}
          variant="ghost"
          size="sm"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cn(option.value === value ? "bg-accent" : "text-muted-foreground")}
        >
          {option.label}
        </Button>
      ))}
    </fieldset>
  );
}

function ChartCardContent({ label, queries, series, emptyText, size }: Omit<ChartCardProps<string>, "title" | "period">) {
  const [asTable, setAsTable] = useState(false);
  const failed = queries.find(({ isError, data }) => isError && data === undefined);
  const refetch = () => queries.map((query) => query.refetch());
  if (failed) return <QueryError query={{ ...failed, refetch }} className={sizes[size].error} />;
  if (series === undefined) return <Skeleton className={cn("rounded-lg", sizes[size].content)} />;
  if (emptyText !== undefined && series.every(({ days }) => days.every(({ count }) => count === 0)))
    return <p className={cn("grid place-items-center text-muted-foreground", sizes[size].content)}>{emptyText}</p>;
  const isBusy = queries.some(({ isPlaceholderData }) => isPlaceholderData);
  return (
    <div aria-busy={isBusy} className={cn("transition-opacity", isBusy && "opacity-60")}>
      <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ChartLegend series={series} />
        <Button variant="outline" size="sm" onClick={() => setAsTable(!asTable)}>
          {asTable ? "View as chart" : "View as table"}
        </Button>
      </div>
      <Chart label={label} series={series} asTable={asTable} className={sizes[size].chart} />
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Chart, ChartLegend } from "@/components/ui/chart";
import type { Series } from "@/components/ui/chart-series";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { Span } from "@/contract/daily-stats";
import { spans } from "@/contract/enums";
import { cn } from "@/lib/cn";
import { chartSpanParser } from "./chart-span";
import { overviewLabels, spanLabels } from "./labels";
import { claimStatsQuery, leadStatsQuery } from "./queries";

const { growth: labels } = overviewLabels;

/** Sign-ups and claims per day. The URL owns the time range. */
export function GrowthChart() {
  const [span, setSpan] = useQueryState("span", chartSpanParser);
  const [asTable, setAsTable] = useState(false);
  return (
    <Card title={labels.title} action={<SpanToggle span={span} onSpanChange={(next) => void setSpan(next)} />}>
      <GrowthLines span={span} asTable={asTable} onAsTableChange={setAsTable} />
    </Card>
  );
}

function SpanToggle({ span, onSpanChange }: { span: Span; onSpanChange: (span: Span) => void }) {
  return (
    <fieldset aria-label={labels.span} className="flex gap-1">
      {spans.map((option) => (
        <Button
          key={option}
          variant="ghost"
          size="sm"
          aria-pressed={option === span}
          onClick={() => onSpanChange(option)}
          className={cn(option === span ? "bg-accent" : "text-muted-foreground")}
        >
          {spanLabels[option].button}
        </Button>
      ))}
    </fieldset>
  );
}

type GrowthLinesProps = { span: Span; asTable: boolean; onAsTableChange: (asTable: boolean) => void };

function GrowthLines({ span, asTable, onAsTableChange }: GrowthLinesProps) {
  const [leads, claims] = [useQuery(leadStatsQuery(span)), useQuery(claimStatsQuery(span))];
  const failed = [leads, claims].find(({ isError, data }) => isError && data === undefined);
  if (failed) {
    const { message, requestId } = describeError(failed.error);
    const retry = () => void Promise.all([leads.refetch(), claims.refetch()]);
    return <ErrorState message={message} requestId={requestId} onRetry={retry} pending={failed.isFetching} className="h-74 py-8" />;
  }
  if (leads.data === undefined || claims.data === undefined) return <Skeleton className="h-74 rounded-lg" />;
  const isBusy = leads.isPlaceholderData || claims.isPlaceholderData;
  const series = alignSeries(leads.data.days, claims.data.days);
  return (
    <div aria-busy={isBusy} className={cn("transition-opacity", isBusy && "opacity-60")}>
      <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ChartLegend series={series} />
        <Button variant="outline" size="sm" onClick={() => onAsTableChange(!asTable)}>
          {asTable ? labels.viewAsChart : labels.viewAsTable}
        </Button>
      </div>
      <Chart label={spanLabels[span].chart} series={series} asTable={asTable} />
    </div>
  );
}

/** Puts both lines on the same days. They can start on different days, or end on different days when requested around midnight. */
function alignSeries(leads: Series["days"], claims: Series["days"]): Series[] {
  const [longer, shorter] = leads.length >= claims.length ? [leads, claims] : [claims, leads];
  const counts = new Map(shorter.map(({ date, count }) => [date, count]));
  const filled = longer.map(({ date }) => ({ date, count: counts.get(date) ?? 0 }));
  const [signUpDays, claimDays] = longer === leads ? [leads, filled] : [filled, claims];
  return [
    { label: labels.signUps, days: signUpDays },
    { label: labels.claims, days: claimDays },
  ];
}

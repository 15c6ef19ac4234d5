"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Chart, ChartLegend } from "@/components/ui/chart";
import type { Series } from "@/components/ui/chart-series";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/components/ui/error-message";
import { Skeleton } from "@/components/ui/skeleton";
import type { Span } from "@/contract/daily-stats";
import { spans } from "@/contract/kinds";
import { cn } from "@/lib/cn";
import { claimStatsQuery, leadStatsQuery } from "./queries";
import { chartSpanParser as spanInAddress } from "./chart-span";

const spanWords: Readonly<Record<Span, { label: string; said: string }>> = {
  "30": { label: "30 days", said: "the last 30 days" },
  "90": { label: "90 days", said: "the last 90 days" },
  all: { label: "All time", said: "all days" },
};

/** Sign-ups and claims, day by day. The address owns the stretch of time. */
export function GrowthChart() {
  const [span, setSpan] = useQueryState("span", spanInAddress);
  const [asTable, setAsTable] = useState(false);
  return (
    <Card title="Sign-ups and claims" action={<SpanToggle span={span} onSpan={(next) => void setSpan(next)} />}>
      <GrowthLines span={span} asTable={asTable} onAsTable={setAsTable} />
    </Card>
  );
}

function SpanToggle({ span, onSpan }: { span: Span; onSpan: (span: Span) => void }) {
  return (
    <fieldset aria-label="Stretch of time" className="flex gap-1">
      {spans.map((each) => (
        <Button
          key={each}
          variant="ghost"
          size="sm"
          aria-pressed={each === span}
          onClick={() => onSpan(each)}
          className={cn(each === span ? "bg-accent" : "text-muted-foreground")}
        >
          {spanWords[each].label}
        </Button>
      ))}
    </fieldset>
  );
}

type LinesProps = { span: Span; asTable: boolean; onAsTable: (asTable: boolean) => void };

function GrowthLines({ span, asTable, onAsTable }: LinesProps) {
  const [leads, claims] = [useQuery(leadStatsQuery(span)), useQuery(claimStatsQuery(span))];
  const failed = [leads, claims].find(({ isError, data }) => isError && data === undefined);
  if (failed) {
    const { message, requestId } = describeError(failed.error);
    const retry = () => void Promise.all([leads.refetch(), claims.refetch()]);
    return <ErrorState message={message} requestId={requestId} onRetry={retry} pending={failed.isFetching} className="h-74 py-8" />;
  }
  if (leads.data === undefined || claims.data === undefined) return <Skeleton className="h-74 rounded-lg" />;
  const busy = leads.isPlaceholderData || claims.isPlaceholderData;
  const series = alignSeries(leads.data.days, claims.data.days);
  return (
    <div aria-busy={busy} className={cn("transition-opacity", busy && "opacity-60")}>
      <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ChartLegend series={series} />
        <Button variant="outline" size="sm" onClick={() => onAsTable(!asTable)}>
          {asTable ? "Show as chart" : "Show as table"}
        </Button>
      </div>
      <Chart label={`Sign-ups and claims of ${spanWords[span].said}`} series={series} asTable={asTable} />
    </div>
  );
}

/** Both lines over the same days: the first sign-up and the first claim may lie apart, and midnight may come between the two answers. */
function alignSeries(leads: Series["days"], claims: Series["days"]): Series[] {
  const [longer, shorter] = leads.length >= claims.length ? [leads, claims] : [claims, leads];
  const counts = new Map(shorter.map(({ date, count }) => [date, count]));
  const filled = longer.map(({ date }) => ({ date, count: counts.get(date) ?? 0 }));
  const [first, second] = longer === leads ? [leads, filled] : [filled, claims];
  return [
    { label: "Sign-ups", days: first },
    { label: "Claims", days: second },
  ];
}

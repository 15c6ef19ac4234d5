"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Chart, ChartLegend } from "@/components/ui/chart";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { Span } from "@/contract/daily-stats";
import { spans } from "@/contract/enums";
import { cn } from "@/lib/cn";
import { labels } from "./labels";
import { batchClaimStatsQuery } from "./queries";

const { chart } = labels;

const periodParser = parseAsStringLiteral(spans).withDefault("all");

/** A chart of the claims per day. The URL holds the time period. */
export function BatchClaimsChart({ batch }: { batch: string }) {
  const [span, setSpan] = useQueryState("span", periodParser);
  return (
    <Card title={chart.title} action={<PeriodSwitch span={span} onSpanChange={(next) => void setSpan(next)} />}>
      <ClaimsChart batch={batch} span={span} />
    </Card>
  );
}

function PeriodSwitch({ span, onSpanChange }: { span: Span; onSpanChange: (span: Span) => void }) {
  return (
    <fieldset aria-label={chart.period} className="flex gap-1">
      {spans.map((option) => (
        <Button
          key={option}
          variant="ghost"
          size="sm"
          aria-pressed={option === span}
          onClick={() => onSpanChange(option)}
          className={cn(option === span ? "bg-accent" : "text-muted-foreground")}
        >
          {chart.periods[option]}
        </Button>
      ))}
    </fieldset>
  );
}

function ClaimsChart({ batch, span }: { batch: string; span: Span }) {
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery(batchClaimStatsQuery(batch, span));
  const [asTable, setAsTable] = useState(false);
  if (data === undefined && isError) {
    const { message, requestId } = describeError(error);
    return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} className="h-58 py-4" />;
  }
  if (data === undefined) return <Skeleton className="h-58 rounded-lg" />;
  if (data.days.every(({ count }) => count === 0))
    return <p className="grid h-58 place-items-center text-muted-foreground">{span === "all" ? chart.noClaims : chart.noClaimsInPeriod}</p>;
  const series = [{ label: chart.series, days: data.days }];
  return (
    <div aria-busy={isPlaceholderData} className={cn("transition-opacity", isPlaceholderData && "opacity-60")}>
      <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ChartLegend series={series} />
        <Button variant="outline" size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? chart.showChart : chart.showTable}
        </Button>
      </div>
      <Chart label={chart.label} series={series} asTable={asTable} className="h-48" />
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Chart, ChartLegend } from "@/components/ui/chart";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/components/ui/error-message";
import { Skeleton } from "@/components/ui/skeleton";
import type { Span } from "@/contract/daily-stats";
import { spans } from "@/contract/kinds";
import { cn } from "@/lib/cn";
import { batchClaimStatsQuery } from "./queries";

const periodLabels: Readonly<Record<Span, string>> = { "30": "30 days", "90": "90 days", all: "All time" };

const periodParser = parseAsStringLiteral(spans).withDefault("all");

/** How many claimed codes of a batch on each day. The address owns the stretch of time. */
export function BatchClaimsChart({ batch }: { batch: string }) {
  const [span, setSpan] = useQueryState("span", periodParser);
  return (
    <Card title="Claims over time" action={<PeriodSwitch span={span} onSpanChange={(next) => void setSpan(next)} />}>
      <ClaimsChart batch={batch} span={span} />
    </Card>
  );
}

function PeriodSwitch({ span, onSpanChange: onSpan }: { span: Span; onSpanChange: (span: Span) => void }) {
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
          {periodLabels[each]}
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
    return (
      <p className="grid h-58 place-items-center text-muted-foreground">
        {span === "all" ? "Nobody has claimed one yet." : "Nobody claimed one then."}
      </p>
    );
  const series = [{ label: "Claims", days: data.days }];
  return (
    <div aria-busy={isPlaceholderData} className={cn("transition-opacity", isPlaceholderData && "opacity-60")}>
      <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ChartLegend series={series} />
        <Button variant="outline" size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? "Show as chart" : "Show as table"}
        </Button>
      </div>
      <Chart label="Claims of this batch" series={series} asTable={asTable} className="h-48" />
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { overviewLabels } from "./labels";
import { type OverviewStat, overviewStats } from "./overview-stats";
import { overviewQuery } from "./queries";

/** The numbers of leads, codes and claims, each linked to its list. */
export function StatTiles() {
  const { data, error, isError, isFetching, refetch } = useQuery(overviewQuery);
  if (isError && data === undefined) {
    const { message, requestId } = describeError(error);
    return (
      <Card>
        <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} className="py-6" />
      </Card>
    );
  }
  if (data === undefined) return <Skeleton className="h-97 rounded-lg lg:h-48.5" />;
  return (
    <ul
      aria-label={overviewLabels.stats.title}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-border lg:grid-cols-4"
    >
      {overviewStats(data).map((stat) => (
        <StatTile key={stat.label} stat={stat} />
      ))}
    </ul>
  );
}

function StatTile({ stat: { label, count, hint, href } }: { stat: OverviewStat }) {
  return (
    <li>
      <Link href={href} prefetch={false} className="-outline-offset-2 grid h-24 content-center bg-card px-4 hover:bg-accent sm:px-6">
        <span className="truncate text-[13px] text-muted-foreground">{label}</span>
        <span className="flex items-baseline gap-2 truncate">
          <span className="font-semibold text-2xl leading-9 tracking-tight">{count.toLocaleString("en")}</span>
          {hint && <span className="truncate text-[13px] text-muted-foreground max-sm:sr-only">{hint}</span>}
        </span>
      </Link>
    </li>
  );
}

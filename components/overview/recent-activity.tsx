"use client";

import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { Sentence } from "@/components/activity/sentence";
import { Who } from "@/components/activity/who";
import { useVisitor } from "@/components/shell/visitor";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { failureOf } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { EventRecord } from "@/contract/events";
import { routes } from "@/lib/routes";
import { recentEvents } from "./queries";

/** The latest of what happened. */
export function RecentActivity() {
  return (
    <Card title="Recent activity" action={<TextLink href={routes.activity}>All activity</TextLink>}>
      <Latest />
    </Card>
  );
}

function Latest() {
  const { data, error, isError, isFetching, refetch } = useQuery(recentEvents);
  const { timeZone } = useVisitor().project;
  if (isError) {
    const { message, requestId } = failureOf(error);
    return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} className="h-100" />;
  }
  if (data === undefined) return <Skeleton className="h-100 rounded-lg" />;
  if (data.items.length === 0)
    return <EmptyState icon={Activity} title="Nothing has happened yet" text="Whatever staff, keys and customers do will stand here." />;
  return (
    <ul className="-my-2 divide-y">
      {data.items.map((event) => (
        <Line key={event.id} event={event} zone={timeZone} />
      ))}
    </ul>
  );
}

function Line({ event, zone }: { event: EventRecord; zone: string }) {
  return (
    <li className="grid gap-x-4 py-2.5 sm:grid-cols-[14rem_1fr_auto]">
      <Who actor={event.actor} named={(name) => <span className="font-medium">{name}</span>} />
      <span className="min-w-0 break-words max-sm:pl-6">
        <Sentence event={event} />
      </span>
      <Time at={event.at} zone={zone} className="text-muted-foreground max-sm:pl-6 sm:text-right" />
    </li>
  );
}

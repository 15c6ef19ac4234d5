"use client";

import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { Actor } from "@/components/activity/actor";
import { EventSentence } from "@/components/activity/event-sentence";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { EventRecord } from "@/contract/events";
import { routes } from "@/lib/routes";
import { overviewLabels } from "./labels";
import { recentEventsQuery } from "./queries";

const { activity: labels } = overviewLabels;

/** The latest events. */
export function RecentActivity() {
  return (
    <Card title={labels.title} action={<TextLink href={routes.activity}>{labels.viewAll}</TextLink>}>
      <EventList />
    </Card>
  );
}

function EventList() {
  const { data, error, isError, isFetching, refetch } = useQuery(recentEventsQuery);
  const { timeZone } = useSession().project;
  if (isError) {
    const { message, requestId } = describeError(error);
    return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} className="h-100" />;
  }
  if (data === undefined) return <Skeleton className="h-100 rounded-lg" />;
  if (data.items.length === 0) return <EmptyState icon={Activity} title={labels.emptyTitle} description={labels.emptyDescription} />;
  return (
    <ul className="-my-2 divide-y">
      {data.items.map((event) => (
        <EventItem key={event.id} event={event} zone={timeZone} />
      ))}
    </ul>
  );
}

function EventItem({ event, zone }: { event: EventRecord; zone: string }) {
  return (
    <li className="grid gap-x-4 py-2.5 sm:grid-cols-[14rem_1fr_auto]">
      <Actor actor={event.actor} renderName={(name) => <span className="font-medium">{name}</span>} />
      <span className="min-w-0 break-words max-sm:pl-6">
        <EventSentence event={event} />
      </span>
      <Time at={event.at} zone={zone} className="text-muted-foreground max-sm:pl-6 sm:text-right" />
    </li>
  );
}

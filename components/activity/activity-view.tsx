"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { PageHeader } from "@/components/layout/page-header";
import { useVisitor } from "@/components/shell/visitor";
import { buttonStyle } from "@/components/ui/button";
import { Pager } from "@/components/ui/pager";
import { addressOf } from "@/contract/call";
import { listEvents } from "@/contract/events";
import { cn } from "@/lib/cn";
import { countOf } from "@/lib/counts";
import { ActivityFilters } from "./activity-filters";
import { ActivityTable } from "./activity-table";
import { narrowing } from "./filters";
import { activityQuery, eventsPage } from "./queries";
import { useFilters } from "./use-filters";

/** What happened, newest first. The address owns what it is narrowed to, and its page. */
export function ActivityView() {
  const { timeZone: zone } = useVisitor().project;
  const { filters, trail, isNarrowed, narrow, clear, go } = useFilters();
  const events = useQuery(eventsPage(activityQuery(filters, trail, zone)));
  const { data, isPlaceholderData } = events;
  const actorName = data?.items.find(({ actor }) => actor.id === filters.actor)?.actor.name ?? undefined;
  const next = data?.next ?? null;
  return (
    <>
      <PageHeader
        title="Activity"
        count={data && countOf(data.total)}
        action={
          <a
            href={addressOf(listEvents, { query: { ...narrowing(filters, zone), format: "csv" } })}
            download
            className={cn(buttonStyle({ variant: "outline" }))}
          >
            <Download aria-hidden="true" /> Export CSV
          </a>
        }
      />
      <ActivityFilters
        filters={filters}
        narrow={narrow}
        clear={clear}
        isNarrowed={isNarrowed}
        zone={zone}
        actorName={isPlaceholderData ? undefined : actorName}
      />
      <ActivityTable events={events} zone={zone} narrow={narrow} onClear={isNarrowed || trail.length > 0 ? clear : undefined} />
      <Pager
        onPrevious={trail.length > 0 ? () => go(trail.slice(0, -1)) : undefined}
        onNext={next === null ? undefined : () => go([...trail, next])}
        pending={isPlaceholderData}
      />
    </>
  );
}

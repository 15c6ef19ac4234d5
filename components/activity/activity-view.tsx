"use client";

import { Activity } from "lucide-react";
import { useMemo } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { ListTable } from "@/components/list/list-table";
import { useList } from "@/components/list/use-list";
import { ButtonLink } from "@/components/ui/button";
import { callUrl } from "@/contract/call";
import type { EventRecord } from "@/contract/events";
import { formatTotal } from "@/lib/plural";
import { routes } from "@/lib/routes";
import { ActivityFilters } from "./activity-filters";
import { activityColumns } from "./columns";
import { EventDetails } from "./event-details";
import { eventSentence } from "./event-sentence";
import { activityUrl } from "./filters";
import { activityLabels } from "./labels";
import { eventsQuery } from "./queries";

const emptyState = {
  icon: Activity,
  title: activityLabels.emptyTitle,
  description: activityLabels.emptyDescription,
  action: <ButtonLink href={routes.docs}>{activityLabels.emptyAction}</ButtonLink>,
};

const getEventId = ({ id }: EventRecord) => id;

/** The list of events, newest first. */
export function ActivityView() {
  const list = useList(activityUrl, eventsQuery);
  const { page, filters, setFilters, filterQuery, total, zone } = list;
  const columns = useMemo(() => activityColumns(zone, setFilters), [zone, setFilters]);
  const actorName = page.isPlaceholderData ? undefined : page.data?.items.find(({ actor }) => actor.id === filters.actor)?.actor.name;
  return (
    <>
      <PageHeader
        title={activityLabels.title}
        count={total && formatTotal(total)}
        action={<ExportLink href={callUrl("GET /events", { query: { ...filterQuery, format: "csv" } })} />}
      />
      <ActivityFilters list={list} actorName={actorName ?? undefined} />
      <ListTable
        list={list}
        label={activityLabels.title}
        columns={columns}
        getRowId={getEventId}
        getRowName={eventSentence}
        rowOpening={{ details: (event) => <EventDetails event={event} zone={zone} /> }}
        emptyState={emptyState}
      />
    </>
  );
}

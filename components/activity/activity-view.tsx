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
import { countOf } from "@/lib/counts";
import { routes } from "@/lib/routes";
import { ActivityFilters } from "./activity-filters";
import { activityColumns } from "./columns";
import { EventDetails } from "./event-details";
import { activityUrl } from "./filters";
import { eventsQuery } from "./queries";
import { eventSentence } from "./event-sentences";

const nothing = {
  icon: Activity,
  title: "Nothing has happened yet",
  text: "Whatever staff, keys and customers do will stand here, newest first.",
  action: <ButtonLink href={routes.docs}>Generate codes by the API</ButtonLink>,
};

const idOf = ({ id }: EventRecord) => id;

/** What happened, newest first. */
export function ActivityView() {
  const list = useList(activityUrl, eventsQuery);
  const { page, filters, setFilters, filterQuery, total, zone } = list;
  const columns = useMemo(() => activityColumns(zone, setFilters), [zone, setFilters]);
  const actorName = page.isPlaceholderData ? undefined : page.data?.items.find(({ actor }) => actor.id === filters.actor)?.actor.name;
  return (
    <>
      <PageHeader
        title="Activity"
        count={total && countOf(total)}
        action={<ExportLink href={callUrl("GET /events", { query: { ...filterQuery, format: "csv" } })} />}
      />
      <ActivityFilters list={list} actorName={actorName ?? undefined} />
      <ListTable
        list={list}
        label="Activity"
        columns={columns}
        getRowId={idOf}
        getRowName={eventSentence}
        rowOpening={{ details: (event) => <EventDetails event={event} zone={zone} /> }}
        emptyState={nothing}
      />
    </>
  );
}

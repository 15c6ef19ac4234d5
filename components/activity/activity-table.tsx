"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { failureOf } from "@/components/ui/failure";
import { moveByRow } from "@/components/ui/row-keys";
import { FullRow, SkeletonRows, Table, TBody, THead } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import type { Page } from "@/contract/call";
import type { EventRecord } from "@/contract/events";
import { cn } from "@/lib/cn";
import { routes } from "@/lib/routes";
import { EventRow } from "./event-row";
import type { Narrow } from "./use-filters";

const columns = 6;

type ActivityTableProps = {
  events: UseQueryResult<Page<EventRecord>>;
  zone: string;
  narrow: Narrow;
  /** Takes off what narrows the list; left out where nothing does. */
  onClear: (() => void) | undefined;
};

export function ActivityTable({ events, ...rest }: ActivityTableProps) {
  const busy = events.isPlaceholderData;
  return (
    <Table label="Activity" busy={events.isFetching} className={cn("transition-opacity", busy && "opacity-60")}>
      <THead>
        <TH quiet className="w-12">
          Details
        </TH>
        <TH className="w-36">When</TH>
        <TH className="w-60">Who</TH>
        <TH>What</TH>
        <TH className="w-52">Code</TH>
        <TH className="w-60">Lead</TH>
      </THead>
      <TBody onKeyDown={moveByRow}>
        <Rows events={events} {...rest} />
      </TBody>
    </Table>
  );
}

function Rows({ events, zone, narrow, onClear }: ActivityTableProps) {
  const [opened, setOpened] = useState<string | null>(null);
  if (events.isError) return <Failed events={events} onClear={onClear} />;
  if (events.data === undefined) return <SkeletonRows columns={columns} rows={12} />;
  if (events.data.items.length === 0) return <Empty onClear={onClear} />;
  return events.data.items.map((event) => (
    <EventRow
      key={event.id}
      event={event}
      zone={zone}
      narrow={narrow}
      open={opened === event.id}
      onToggle={() => setOpened(opened === event.id ? null : event.id)}
    />
  ));
}

function Failed({ events, onClear }: Pick<ActivityTableProps, "events" | "onClear">) {
  const { message, fields, requestId } = failureOf(events.error);
  return (
    <FullRow columns={columns}>
      {fields && onClear ? (
        // The address names what is no code, no address or no place in the list; asking again would not help.
        <EmptyState icon={Activity} title="These filters are not understood" action={<ClearFilters onClear={onClear} />} />
      ) : (
        <ErrorState message={message} requestId={requestId} onRetry={() => void events.refetch()} pending={events.isFetching} />
      )}
    </FullRow>
  );
}

function Empty({ onClear }: Pick<ActivityTableProps, "onClear">) {
  return (
    <FullRow columns={columns}>
      {onClear ? (
        <EmptyState icon={Activity} title="Nothing matches" action={<ClearFilters onClear={onClear} />} />
      ) : (
        <EmptyState
          icon={Activity}
          title="Nothing has happened yet"
          text="Whatever staff, keys and customers do will stand here, newest first."
          action={<ButtonLink href={routes.docs}>Generate codes by the API</ButtonLink>}
        />
      )}
    </FullRow>
  );
}

function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="outline" onClick={onClear}>
      Clear filters
    </Button>
  );
}

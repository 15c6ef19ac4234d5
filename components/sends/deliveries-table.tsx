"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Send } from "lucide-react";
import { useMemo, useState } from "react";
import { FilterBar } from "@/components/list/filters";
import { ListTable } from "@/components/list/list-table";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import type { useList } from "@/components/list/use-list";
import { useSelection } from "@/components/list/use-selection";
import { useCan } from "@/components/shell/use-can";
import type { DeliveryRecord } from "@/contract/deliveries";
import { deliveryStatuses } from "@/contract/kinds";
import type { SendRecord } from "@/contract/sends";
import { deliveryColumns } from "./delivery-columns";
import { DeliveryDetails } from "./delivery-details";
import type { deliveriesUrlState } from "./filters";
import { cachedDeliveries } from "./queries";
import { retrySelection } from "./retry-selection";
import { RetryDialog } from "./send-actions";
import { deliveryStatusLabels } from "./labels";

type DeliveriesList = ReturnType<
  typeof useList<typeof deliveriesUrlState.filters, ReturnType<typeof deliveriesUrlState.toFilterQuery>, never, DeliveryRecord, readonly unknown[]>
>;

const deliveryId = ({ id }: DeliveryRecord) => id;
const deliveryEmail = ({ email }: DeliveryRecord) => email;
const statusOptions = deliveryStatuses.map((value) => ({ value, label: deliveryStatusLabels[value].label }));
const emptyState = { icon: Send, title: "Nobody got this", text: "Everybody who was named was left out." };

type DeliveriesTableProps = { send: SendRecord; list: DeliveriesList; outbox: string };

/** To whom it was sent, one by one, and how that went. */
export function DeliveriesTable({ send, list, outbox }: DeliveriesTableProps) {
  const { filters, filterQuery, setFilters, setSearch, total, zone } = list;
  const client = useQueryClient();
  const selection = useSelection({ filterQuery, total });
  const [asked, setAsked] = useState(false);
  const mayRetry = useCan("POST /sends/retry") && send.deliveries.failed > 0;
  const columns = useMemo(() => deliveryColumns(send.kind, zone), [send.kind, zone]);
  const retry = retrySelection(send, filters, selection.value, cachedDeliveries(client, send.id));
  return (
    <>
      <FilterBar list={list}>
        <SearchField label="Search addresses" value={filters.q} onChange={(q) => setSearch({ q })} />
        <MenuFilter label="Status" value={filters.status} options={statusOptions} anyLabel="Any" onChange={(status) => setFilters({ status })} />
      </FilterBar>
      <ListTable
        list={list}
        label="Messages"
        columns={columns}
        getRowId={deliveryId}
        getRowName={deliveryEmail}
        rowOpening={{ details: (delivery) => <DeliveryDetails delivery={delivery} zone={zone} outbox={outbox} /> }}
        selection={mayRetry ? selection : undefined}
        actions={[{ label: "Retry the failed", icon: RotateCcw, disabled: retry.count === 0, onSelect: () => setAsked(true) }]}
        emptyState={emptyState}
      />
      <RetryDialog open={asked} onClose={() => setAsked(false)} {...retry} />
    </>
  );
}

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Send } from "lucide-react";
import { useMemo, useState } from "react";
import { FilterBar } from "@/components/list/filter-bar";
import { ListTable } from "@/components/list/list-table";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import type { useList } from "@/components/list/use-list";
import { useSelection } from "@/components/list/use-selection";
import { useCan } from "@/components/shell/use-can";
import type { DeliveryRecord } from "@/contract/deliveries";
import { deliveryStatuses } from "@/contract/enums";
import type { SendRecord } from "@/contract/sends";
import { deliveryColumns } from "./delivery-columns";
import { DeliveryDetails } from "./delivery-details";
import type { deliveriesUrlState } from "./filters";
import { deliveryStatusLabels, labels } from "./labels";
import { cachedDeliveries } from "./queries";
import { retrySelection } from "./retry-selection";
import { RetryDialog } from "./send-actions";

const { deliveries: deliveryLabels } = labels;

type DeliveriesList = ReturnType<
  typeof useList<
    typeof deliveriesUrlState.filters,
    ReturnType<typeof deliveriesUrlState.toFilterQuery>,
    never,
    DeliveryRecord,
    readonly unknown[]
  >
>;

const deliveryId = ({ id }: DeliveryRecord) => id;
const deliveryEmail = ({ email }: DeliveryRecord) => email;
const statusOptions = deliveryStatuses.map((value) => ({ value, label: deliveryStatusLabels[value].label }));
const emptyState = { icon: Send, ...deliveryLabels.empty };

type DeliveriesTableProps = { send: SendRecord; list: DeliveriesList; outbox: string };

/** The emails of a send with their status. */
export function DeliveriesTable({ send, list, outbox }: DeliveriesTableProps) {
  const { filters, filterQuery, setFilters, setSearch, total, zone } = list;
  const client = useQueryClient();
  const selection = useSelection({ filterQuery, total });
  const [isRetryOpen, setRetryOpen] = useState(false);
  const canRetry = useCan("POST /sends/:id/retry") && send.deliveries.failed > 0;
  const columns = useMemo(() => deliveryColumns(send.kind, zone), [send.kind, zone]);
  const retry = retrySelection(send, filters, selection.value, cachedDeliveries(client, send.id));
  return (
    <>
      <FilterBar list={list}>
        <SearchField label={deliveryLabels.search} value={filters.q} onChange={(q) => setSearch({ q })} />
        <MenuFilter
          label={deliveryLabels.status}
          value={filters.status}
          options={statusOptions}
          anyLabel={labels.any}
          onChange={(status) => setFilters({ status })}
        />
      </FilterBar>
      <ListTable
        list={list}
        label={deliveryLabels.title}
        columns={columns}
        getRowId={deliveryId}
        getRowName={deliveryEmail}
        rowOpening={{ details: (delivery) => <DeliveryDetails delivery={delivery} zone={zone} outbox={outbox} /> }}
        selection={canRetry ? selection : undefined}
        actions={[{ label: labels.actions.retry, icon: RotateCcw, disabled: retry.count === 0, onSelect: () => setRetryOpen(true) }]}
        emptyState={emptyState}
      />
      <RetryDialog open={isRetryOpen} onClose={() => setRetryOpen(false)} {...retry} />
    </>
  );
}

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Send } from "lucide-react";
import { useMemo, useState } from "react";
import { Filters } from "@/components/list/filters";
import { ListTable } from "@/components/list/list-table";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import type { useList } from "@/components/list/use-list";
import { useSelection } from "@/components/list/use-selection";
import { useMay } from "@/components/shell/use-may";
import type { DeliveryRecord } from "@/contract/deliveries";
import { deliveryStatuses } from "@/contract/kinds";
import type { SendRecord } from "@/contract/sends";
import { deliveryColumns } from "./delivery-columns";
import { DeliveryDetails } from "./delivery-details";
import type { deliveries } from "./filters";
import { knownDeliveries } from "./queries";
import { retryOf } from "./retry";
import { RetryDialog } from "./send-acts";
import { deliveryWords } from "./words";

type List = ReturnType<
  typeof useList<typeof deliveries.filters, ReturnType<typeof deliveries.narrowing>, never, DeliveryRecord, readonly unknown[]>
>;

const idOf = ({ id }: DeliveryRecord) => id;
const nameOf = ({ email }: DeliveryRecord) => email;
const statuses = deliveryStatuses.map((value) => ({ value, label: deliveryWords[value].word }));
const nothing = { icon: Send, title: "Nobody got this", text: "Everybody who was named was left out." };

type DeliveriesTableProps = { send: SendRecord; list: List; outbox: string };

/** To whom it was sent, one by one, and how that went. */
export function DeliveriesTable({ send, list, outbox }: DeliveriesTableProps) {
  const { filters, narrowing, narrow, search, total, zone } = list;
  const client = useQueryClient();
  const selection = useSelection({ narrowing, total });
  const [asked, setAsked] = useState(false);
  const mayRetry = useMay("POST /sends/retry") && send.deliveries.failed > 0;
  const columns = useMemo(() => deliveryColumns(send.kind, zone), [send.kind, zone]);
  const retry = retryOf(send, filters, selection.value, knownDeliveries(client, send.id));
  return (
    <>
      <Filters list={list}>
        <SearchField label="Search addresses" value={filters.q} onChange={(q) => search({ q })} />
        <MenuFilter label="Status" value={filters.status} choices={statuses} everything="Any" onChange={(status) => narrow({ status })} />
      </Filters>
      <ListTable
        list={list}
        label="Messages"
        columns={columns}
        rowId={idOf}
        nameOf={nameOf}
        opens={{ details: (delivery) => <DeliveryDetails delivery={delivery} zone={zone} outbox={outbox} /> }}
        selection={mayRetry ? selection : undefined}
        acts={[{ label: "Retry the failed", icon: RotateCcw, disabled: retry.count === 0, onSelect: () => setAsked(true) }]}
        nothing={nothing}
      />
      <RetryDialog open={asked} onClose={() => setAsked(false)} {...retry} />
    </>
  );
}

"use client";

import { Webhook } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { type Column, linkColumn, statusColumn, timeColumn } from "@/components/list/columns";
import { FilterBar } from "@/components/list/filters";
import { ListFilters } from "@/components/list/list-filters";
import { ListTable } from "@/components/list/table";
import { useList } from "@/components/list/use-list";
import { TableCard } from "@/components/ui/card";
import { lazyDialog } from "@/components/ui/lazy";
import type { WebhookDeliveryRecord, WebhookRecord } from "@/contract/webhooks";
import { codePath, leadPath } from "@/lib/routes";
import { webhookDeliveriesList } from "./definition";
import { deliveryRefetchInterval } from "./delivery-query";
import { deliveryTitle, describeDelivery, formatMilliseconds, labels } from "./labels";

const { deliveries: copy } = labels;
const { columns: headers } = copy;

const DeliveryDialog = lazyDialog(() => import("./delivery-dialog").then((module) => module.DeliveryDialog));

/** How often new deliveries are loaded while none is pending, in milliseconds. */
const idleInterval = 5000;

/** What was sent to a webhook. The URL says which delivery is open. */
export function WebhookDeliveries({ webhook }: { webhook: WebhookRecord }) {
  const list = useList(webhookDeliveriesList, {
    input: { query: { webhook: webhook.id } },
    getRefetchInterval: (items) => deliveryRefetchInterval(items) || idleInterval,
  });
  const [event, setEvent] = useQueryState("delivery", parseAsString);
  return (
    <TableCard title={copy.title} description={copy.description}>
      <div className="pt-2">
        <FilterBar list={list}>
          <ListFilters list={list} />
        </FilterBar>
      </div>
      <ListTable
        list={list}
        label={copy.title}
        columns={deliveryColumns}
        getRowId={({ event: id }) => id}
        getRowName={deliveryTitle}
        rowOpening={{ openDialog: ({ event: id }) => void setEvent(id) }}
        emptyState={{ icon: Webhook, title: copy.empty, description: copy.emptyDescription }}
      />
      <DeliveryDialog webhook={webhook} event={event} open={event !== null} onClose={() => setEvent(null)} />
    </TableCard>
  );
}

const deliveryColumns: readonly Column<WebhookDeliveryRecord>[] = [
  {
    id: "type",
    header: headers.type,
    mono: true,
    cell: (delivery) => (
      <>
        {deliveryTitle(delivery)}
        {/* Where there is no room for the next column. */}
        <span className="wrap-anywhere @min-[42rem]:hidden block text-muted-foreground">{delivery.code ?? delivery.email}</span>
      </>
    ),
  },
  linkColumn({ id: "about", header: headers.about, width: "w-64", minTableWidth: "md" }, ({ email, code }) => {
    if (code !== null) return { href: codePath(code), text: code, mono: true };
    return email === null ? null : { href: leadPath(email), text: email, mono: true };
  }),
  statusColumn({ id: "status", header: headers.status, width: "w-28" }, describeDelivery),
  {
    id: "attempts",
    header: headers.attempts,
    numeric: true,
    width: "w-24",
    minTableWidth: "lg",
    cell: ({ attempts }) => attempts.length.toLocaleString("en"),
  },
  {
    id: "latency",
    header: headers.latency,
    numeric: true,
    width: "w-24",
    minTableWidth: "lg",
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last && formatMilliseconds(last.milliseconds);
    },
  },
  timeColumn({ id: "created", header: headers.created, width: "w-32" }, ({ createdAt }) => createdAt),
];

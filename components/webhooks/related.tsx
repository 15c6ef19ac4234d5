"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { apiInfiniteQuery, apiQuery } from "@/components/api-query";
import { ProjectTime } from "@/components/list/columns";
import { Card } from "@/components/ui/card";
import { CellLink } from "@/components/ui/link";
import { LoadMoreList } from "@/components/ui/query-state";
import { Status } from "@/components/ui/status";
import { webhookName } from "@/contract/webhook-targets";
import type { WebhookDeliveryRecord } from "@/contract/webhooks";
import { webhookPath, withQuery } from "@/lib/routes";
import { deliveryTitle, describeDelivery, labels } from "./labels";

const { related: copy } = labels;

/** How many deliveries the pages of leads and codes load at a time. */
const pageSize = "10";

type About = { email: string } | { code: string };

/** Which events about a lead or a code were sent to which webhooks. Renders nothing if the project has no webhooks. */
export function WebhookDeliveriesAbout(about: About) {
  const { data: webhooks = [] } = useQuery(apiQuery("GET /webhooks"));
  if (webhooks.length === 0) return null;
  return <Deliveries about={about} names={new Map(webhooks.map((webhook) => [webhook.id, webhookName(webhook)]))} />;
}

function Deliveries({ about, names }: { about: About; names: ReadonlyMap<string, string> }) {
  const query = useInfiniteQuery(apiInfiniteQuery("GET /webhooks/deliveries", { query: { ...about, limit: pageSize, count: "capped" } }));
  return (
    <Card title={copy.title} description={copy.description}>
      <LoadMoreList
        query={query}
        label={copy.title}
        emptyText={copy.empty}
        loadMoreLabel={copy.loadMore}
        getId={({ webhook, event }) => `${webhook} ${event}`}
      >
        {(delivery) => <DeliveryItem delivery={delivery} webhook={names.get(delivery.webhook) ?? ""} />}
      </LoadMoreList>
    </Card>
  );
}

function DeliveryItem({ delivery, webhook }: { delivery: WebhookDeliveryRecord; webhook: string }) {
  const { label, tone } = describeDelivery(delivery);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2">
      <span translate="no" className="min-w-0 flex-1 basis-40 font-mono text-2sm">
        <CellLink href={withQuery(webhookPath(delivery.webhook), { delivery: delivery.event })}>{deliveryTitle(delivery)}</CellLink>
      </span>
      <span className="wrap-anywhere min-w-0 flex-1 basis-32 text-muted-foreground">
        <bdi>{webhook}</bdi>
      </span>
      <Status tone={tone}>{label}</Status>
      <span className="w-28 text-muted-foreground sm:text-right">
        <ProjectTime at={delivery.createdAt} />
      </span>
    </div>
  );
}

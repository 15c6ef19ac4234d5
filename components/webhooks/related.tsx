"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { apiInfiniteQuery } from "@/components/api-query";
import { ProjectTime } from "@/components/list/columns";
import { Card } from "@/components/ui/card";
import { CellLink } from "@/components/ui/link";
import { LoadMoreList } from "@/components/ui/query-state";
import { Status } from "@/components/ui/status";
import type { WebhookDeliveryRecord } from "@/contract/webhooks";
import { webhookPath, withQuery } from "@/lib/routes";
import { deliveriesAboutParams } from "./definition";
import { deliveryTitle, describeDelivery, labels } from "./labels";

const { related: copy } = labels;

type About = { email: string } | { code: string };

/** Which events about a lead or a code were sent to which webhooks. Renders nothing if none was. */
export function WebhookDeliveriesAbout(about: About) {
  const query = useInfiniteQuery(apiInfiniteQuery("GET /webhooks/deliveries", { query: deliveriesAboutParams(about) }));
  if (!query.data?.pages.some(({ items }) => items.length > 0)) return null;
  return (
    <Card title={copy.title} description={copy.description}>
      <LoadMoreList query={query} label={copy.title} loadMoreLabel={copy.loadMore} getId={({ webhook, event }) => `${webhook} ${event}`}>
        {(delivery) => <DeliveryItem delivery={delivery} />}
      </LoadMoreList>
    </Card>
  );
}

function DeliveryItem({ delivery }: { delivery: WebhookDeliveryRecord }) {
  const { label, tone } = describeDelivery(delivery);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2">
      <span translate="no" className="min-w-0 flex-1 basis-40 font-mono text-2sm">
        <CellLink href={withQuery(webhookPath(delivery.webhook), { delivery: delivery.event })}>{deliveryTitle(delivery)}</CellLink>
      </span>
      <span className="wrap-anywhere min-w-0 flex-1 basis-32 text-muted-foreground">
        <bdi>{delivery.webhookName}</bdi>
      </span>
      <Status tone={tone}>{label}</Status>
      <span className="w-28 text-muted-foreground sm:text-right">
        <ProjectTime at={delivery.createdAt} />
      </span>
    </div>
  );
}

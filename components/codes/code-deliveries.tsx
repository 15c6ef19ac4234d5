"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { DeliveryStatus } from "@/components/sends/delivery-status";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { CellLink } from "@/components/ui/cell-link";
import { LoadMoreList } from "@/components/ui/load-more-list";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { DeliveryRecord } from "@/contract/deliveries";
import { leadPath, routes, sendPath, withQuery } from "@/lib/routes";
import { labels } from "./labels";
import { codeDeliveriesQuery } from "./queries";

/** The emails that carried the code, and their status. */
export function CodeDeliveries({ code }: { code: string }) {
  const query = useInfiniteQuery(codeDeliveriesQuery(code));
  const hasDeliveries = query.data !== undefined && query.data.pages[0]?.items.length !== 0;
  return (
    <Card
      title={labels.deliveries.title}
      action={hasDeliveries && <TextLink href={withQuery(routes.sends, { code })}>{labels.deliveries.viewAll}</TextLink>}
    >
      <LoadMoreList
        query={query}
        label={labels.deliveries.title}
        emptyText={labels.deliveries.empty}
        loadMoreLabel={labels.loadMore}
        getId={({ id }) => id}
      >
        {(delivery) => <DeliveryItem delivery={delivery} />}
      </LoadMoreList>
    </Card>
  );
}

function DeliveryItem({ delivery }: { delivery: DeliveryRecord }) {
  const zone = useSession().project.timeZone;
  const { email, error, send, createdAt, status } = delivery;
  return (
    <div className="grid gap-y-0.5 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
        <span className="min-w-0 flex-1 basis-48 font-mono text-[13px]">
          <CellLink href={leadPath(email)} title={email}>
            {email}
          </CellLink>
        </span>
        <DeliveryStatus delivery={delivery} zone={zone} />
        <span className="w-28 text-muted-foreground sm:text-right">
          <CellLink href={sendPath(send)}>
            <Time at={createdAt} zone={zone} />
          </CellLink>
        </span>
      </div>
      {error !== null && (status === "failed" || status === "retrying") && (
        <p className="break-words text-[13px] text-muted-foreground">{error}</p>
      )}
    </div>
  );
}

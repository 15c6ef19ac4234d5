"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { DeliveryStatus } from "@/components/sends/delivery-status";
import { useVisitor } from "@/components/shell/visitor";
import { Card } from "@/components/ui/card";
import { CellLink } from "@/components/ui/cell-link";
import { GrowingList } from "@/components/ui/growing-list";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { DeliveryRecord } from "@/contract/deliveries";
import { leadPage, narrowed, routes, sendPage } from "@/lib/routes";
import { codeDeliveriesQuery } from "./queries";

/** To whom a code was sent, and how that went. */
export function CodeDeliveries({ code }: { code: string }) {
  const query = useInfiniteQuery(codeDeliveriesQuery(code));
  const isAny = query.data !== undefined && query.data.pages[0]?.items.length !== 0;
  return (
    <Card title="Messages" action={isAny && <TextLink href={narrowed(routes.sends, { code })}>Its sends</TextLink>}>
      <GrowingList query={query} label="Messages" empty="It was sent to nobody." more="Show older" idOf={({ id }) => id}>
        {(delivery) => <DeliveryItem delivery={delivery} />}
      </GrowingList>
    </Card>
  );
}

function DeliveryItem({ delivery }: { delivery: DeliveryRecord }) {
  const zone = useVisitor().project.timeZone;
  const { email, error, send, createdAt, status } = delivery;
  return (
    <div className="grid gap-y-0.5 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
        <span className="min-w-0 flex-1 basis-48 font-mono text-[13px]">
          <CellLink href={leadPage(email)} title={email}>
            {email}
          </CellLink>
        </span>
        <DeliveryStatus delivery={delivery} zone={zone} />
        <span className="w-28 text-muted-foreground sm:text-right">
          <CellLink href={sendPage(send)}>
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

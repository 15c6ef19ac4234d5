import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { deliveriesUrlState } from "@/components/sends/filters";
import { deliveriesQuery, sendQuery } from "@/components/sends/queries";
import { SendView } from "@/components/sends/send-view";
import { listDeliveriesEndpoint } from "@/contract/deliveries";
import { leastRole } from "@/contract/endpoint";
import { findSendEndpoint } from "@/contract/sends";
import { deliveriesOf } from "@/core/sends/deliveries";
import { get } from "@/core/sends/list";
import { env } from "@/lib/env";
import { found, staffPage } from "@/server/page";
import { seed, seeded, seedPage } from "@/server/query-client";

export const metadata = { title: "Send" };

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export default async function SendPage({ params, searchParams }: Props) {
  const { ctx, project } = await staffPage(leastRole(findSendEndpoint));
  const { id } = findSendEndpoint.params?.safeParse(await params).data ?? notFound();
  const query = deliveriesUrlState.queryOf(await deliveriesUrlState.readAddress(searchParams), project.timeZone);
  const send = await found(get(ctx, id));
  const messages = await seedPage(listDeliveriesEndpoint, deliveriesQuery(id, query), query, (asked) => deliveriesOf(ctx, id, asked));
  return (
    <HydrationBoundary state={seeded(seed(findSendEndpoint, sendQuery(id), send), messages)}>
      <SendView id={id} outbox={`${env().DATA_DIR}/outbox`} />
    </HydrationBoundary>
  );
}

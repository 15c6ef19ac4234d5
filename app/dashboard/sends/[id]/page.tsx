import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { deliveriesList } from "@/components/sends/definition";
import { SendView } from "@/components/sends/detail";
import { listSendDeliveriesEndpoint } from "@/contract/deliveries";
import { getSendEndpoint } from "@/contract/sends";
import { getTransportStatus } from "@/core/email-delivery/transport";
import { listSendDeliveries } from "@/core/sends/deliveries";
import { getSend } from "@/core/sends/list";
import { findSavedFiles, outboxFolder } from "@/core/sends/saved-files";
import { dehydrateQueries, seedPage, seedQuery } from "@/server/query-client";
import { orNotFound } from "@/server/staff-page";
import { staffPage } from "../../staff-page";

export const metadata = { title: "Send" };

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export default staffPage(getSendEndpoint, async ({ ctx, project }, { params, searchParams }: Props) => {
  const { id } = getSendEndpoint.params?.safeParse(await params).data ?? notFound();
  const query = deliveriesList.toPageQuery(await deliveriesList.readUrl(searchParams), project.timeZone);
  const send = await orNotFound(getSend(ctx, id));
  const deliveries = await seedPage(listSendDeliveriesEndpoint, { params: { id }, query }, (pageQuery) =>
    listSendDeliveries(ctx, id, pageQuery),
  );
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(getSendEndpoint, { params: { id } }, send), deliveries)}>
      <SendView
        id={id}
        outbox={outboxFolder()}
        savedFiles={await findSavedFiles(ctx, id)}
        isConnected={(await getTransportStatus(ctx)) === "connected"}
      />
    </HydrationBoundary>
  );
});

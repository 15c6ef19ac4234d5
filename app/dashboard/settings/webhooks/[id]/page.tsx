import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { webhookDeliveriesList } from "@/components/webhooks/definition";
import { WebhookView } from "@/components/webhooks/detail";
import { getWebhookEndpoint, listWebhookDeliveriesEndpoint } from "@/contract/webhooks";
import { listWebhookDeliveries } from "@/core/webhooks/deliveries";
import { getWebhook } from "@/core/webhooks/record";
import { dehydrateQueries, seedPage, seedQuery } from "@/server/query-client";
import { orNotFound } from "@/server/staff-page";
import { staffPage } from "../../../staff-page";

export const metadata = { title: "Webhook" };

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export default staffPage(getWebhookEndpoint, async ({ ctx, project }, { params, searchParams }: Props) => {
  const { id } = getWebhookEndpoint.params?.safeParse(await params).data ?? notFound();
  const webhook = await orNotFound(getWebhook(ctx, id));
  const query = { ...webhookDeliveriesList.toPageQuery(await webhookDeliveriesList.readUrl(searchParams), project.timeZone), webhook: id };
  const deliveries = await seedPage(listWebhookDeliveriesEndpoint, { query }, (pageQuery) => listWebhookDeliveries(ctx, pageQuery));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(getWebhookEndpoint, { params: { id } }, webhook), deliveries)}>
      <WebhookView id={id} />
    </HydrationBoundary>
  );
});

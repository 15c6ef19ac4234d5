import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { timelinePageParams } from "@/components/leads/definition";
import { LeadView } from "@/components/leads/detail";
import { suppressionParams } from "@/components/suppressions/definition";
import { deliveriesAboutParams } from "@/components/webhooks/definition";
import { getLeadEndpoint, getWaitlistPositionEndpoint } from "@/contract/leads";
import { listLeadTimelineEndpoint } from "@/contract/messages";
import { normalizeEmail } from "@/contract/normalize";
import { listSuppressionsEndpoint } from "@/contract/suppressions";
import { listWebhookDeliveriesEndpoint } from "@/contract/webhooks";
import { getLead } from "@/core/leads/record";
import { listLeadTimeline } from "@/core/leads/timeline";
import { getLeadPosition } from "@/core/leads/waitlist";
import { listSuppressions } from "@/core/suppressions/list";
import { listWebhookDeliveries } from "@/core/webhooks/deliveries";
import { pageUrl } from "@/lib/env";
import { routes } from "@/lib/routes";
import { dehydrateQueries, seedPage, seedQuery, toInfiniteQuery } from "@/server/query-client";
import { orNotFound } from "@/server/staff-page";
import { staffPage } from "../../staff-page";

type Props = { params: Promise<{ email: string }> };

// Next decodes the params of generateMetadata, but not those of the page.
export const generateMetadata = async ({ params }: Props) => ({ title: (await params).email });

export default staffPage(getLeadEndpoint, async ({ ctx, project }, { params }: Props) => {
  const email = normalizeEmail(decodeURIComponent((await params).email)) ?? notFound();
  const lead = await orNotFound(getLead(ctx, email));
  const position = await getLeadPosition(ctx, email);
  const suppression = await seedPage(listSuppressionsEndpoint, { query: suppressionParams(email) }, (query) =>
    listSuppressions(ctx, query),
  );
  const timeline = await seedPage(listLeadTimelineEndpoint, { params: { email }, query: timelinePageParams }, (query) =>
    listLeadTimeline(ctx, email, query),
  );
  const webhookDeliveries = await seedPage(listWebhookDeliveriesEndpoint, { query: deliveriesAboutParams({ email }) }, (query) =>
    listWebhookDeliveries(ctx, query),
  );
  const seeds = [
    seedQuery(getLeadEndpoint, { params: { email } }, lead),
    seedQuery(getWaitlistPositionEndpoint, { params: { email } }, position),
    toInfiniteQuery(timeline),
    toInfiniteQuery(webhookDeliveries),
    suppression,
  ];
  return (
    <HydrationBoundary state={dehydrateQueries(...seeds)}>
      <LeadView email={email} referralPageUrl={project.referralPageUrl ?? pageUrl(routes.join)} />
    </HydrationBoundary>
  );
});

import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { LeadView } from "@/components/leads/lead-view";
import { leadQuery, leadPositionQuery, timelinePageParams, leadTimelineQuery } from "@/components/leads/queries";
import { ofAddress, suppressionOf } from "@/components/suppressions/queries";
import { leastRole } from "@/contract/endpoint";
import { findLeadEndpoint } from "@/contract/leads";
import { findPlaceEndpoint } from "@/contract/place";
import { listSuppressionsEndpoint } from "@/contract/suppressions";
import { normaliseEmail } from "@/contract/text";
import { listTimelineEndpoint } from "@/contract/timeline";
import { get } from "@/core/leads/find";
import { place } from "@/core/leads/place";
import { timeline } from "@/core/leads/timeline";
import { list } from "@/core/suppressions/list";
import { pageAddress } from "@/lib/env";
import { routes } from "@/lib/routes";
import { found, staffPage } from "@/server/page";
import { firstOf, seed, seeded, seedPage } from "@/server/query-client";

type Props = { params: Promise<{ email: string }> };

// Next gives what it reads from the address decoded here, and encoded to the page.
export const generateMetadata = async ({ params }: Props) => ({ title: (await params).email });

export default async function LeadPage({ params }: Props) {
  const { ctx } = await staffPage(leastRole(findLeadEndpoint));
  const email = normaliseEmail(decodeURIComponent((await params).email)) ?? notFound();
  const lead = await found(get(ctx, email));
  const standing = await place(ctx, email);
  const suppressed = await seedPage(listSuppressionsEndpoint, suppressionOf(email), ofAddress(email), (query) => list(ctx, query));
  const history = await seedPage(listTimelineEndpoint, leadTimelineQuery(email), timelinePageParams(""), (query) => timeline(ctx, email, query));
  const seeds = [
    seed(findLeadEndpoint, leadQuery(email), lead),
    seed(findPlaceEndpoint, leadPositionQuery(email), standing),
    firstOf(history, ""),
    suppressed,
  ];
  return (
    <HydrationBoundary state={seeded(...seeds)}>
      <LeadView email={email} joinUrl={pageAddress(routes.join)} />
    </HydrationBoundary>
  );
}

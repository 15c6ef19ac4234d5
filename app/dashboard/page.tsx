import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { latestSendsParams, loadChartSpan, recentEventsParams } from "@/components/overview/url";
import { OverviewView } from "@/components/overview/view";
import { getClaimStatsEndpoint } from "@/contract/claims";
import { listEventsEndpoint } from "@/contract/events";
import type { Span } from "@/contract/fields";
import { getLeadStatsEndpoint } from "@/contract/leads";
import { getOverviewEndpoint } from "@/contract/overview";
import { listSendsEndpoint } from "@/contract/sends";
import { getWaitlistFunnelEndpoint } from "@/contract/waitlist";
import { getClaimStats } from "@/core/claims/list";
import type { Context } from "@/core/context";
import { getTransportStatus } from "@/core/email-delivery/transport";
import { listEvents } from "@/core/events/list";
import { getLeadStats } from "@/core/leads/list";
import { getOverview, getSetupProgress } from "@/core/overview";
import { listSends } from "@/core/sends/list";
import { getWaitlistFunnel } from "@/core/stats/funnel";
import { dehydrateQueries, seedPage, seedQuery } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Overview" };

export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ ctx }, { span }] = [await requireStaffPage(), await loadChartSpan(searchParams)];
  const [{ claims: share, isDismissed, ...progress }, transport, state] = await Promise.all([
    getSetupProgress(ctx),
    getTransportStatus(ctx),
    loadOverview(ctx, span),
  ]);
  return (
    <HydrationBoundary state={state}>
      <OverviewView completed={{ ...progress, email: transport !== "saved_to_file", share }} isChecklistDismissed={isDismissed} />
    </HydrationBoundary>
  );
}

/** Loads the data of all cards on the overview. */
async function loadOverview(ctx: Context, span: Span) {
  const [overview, funnel, leads, claims, sends, events] = await Promise.all([
    getOverview(ctx),
    getWaitlistFunnel(ctx),
    getLeadStats(ctx, { span }),
    getClaimStats(ctx, { span }),
    seedPage(listSendsEndpoint, { query: latestSendsParams }, (query) => listSends(ctx, query)),
    seedPage(listEventsEndpoint, { query: recentEventsParams }, (query) => listEvents(ctx, query)),
  ]);
  return dehydrateQueries(
    seedQuery(getOverviewEndpoint, {}, overview),
    seedQuery(getWaitlistFunnelEndpoint, {}, funnel),
    seedQuery(getLeadStatsEndpoint, { query: { span } }, leads),
    seedQuery(getClaimStatsEndpoint, { query: { span } }, claims),
    sends,
    events,
  );
}

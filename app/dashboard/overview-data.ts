import { claimStatsQuery, latestSendsParams, leadStatsQuery, recentEventsQuery, recentEventsParams, overviewQuery } from "@/components/overview/queries";
import { sendsQuery } from "@/components/sends/queries";
import { getClaimStatsEndpoint } from "@/contract/claims";
import type { Span } from "@/contract/daily-stats";
import { listEventsEndpoint } from "@/contract/events";
import { getLeadStatsEndpoint } from "@/contract/leads";
import { getOverviewEndpoint } from "@/contract/overview";
import { listSendsEndpoint } from "@/contract/sends";
import { getClaimStats as daysOfClaims } from "@/core/claims/stats";
import type { Context } from "@/core/context";
import { listEvents as listOfEvents } from "@/core/events/list";
import { getLeadStats as daysOfLeads } from "@/core/leads/stats";
import { getOverview } from "@/core/overview";
import { listSends as listOfSends } from "@/core/sends/list";
import { seedQuery, dehydrateQueries, seedPage } from "@/server/query-client";

/** What the cards of the overview show first. */
export async function loadOverview(ctx: Context, span: Span) {
  const [stands, leads, claims, sends, events] = await Promise.all([
    getOverview(ctx),
    daysOfLeads(ctx, { span }),
    daysOfClaims(ctx, { span }),
    seedPage(listSendsEndpoint, sendsQuery(latestSendsParams), latestSendsParams, (query) => listOfSends(ctx, query)),
    seedPage(listEventsEndpoint, recentEventsQuery, recentEventsParams, (query) => listOfEvents(ctx, query)),
  ]);
  return dehydrateQueries(
    seedQuery(getOverviewEndpoint, overviewQuery, stands),
    seedQuery(getLeadStatsEndpoint, leadStatsQuery(span), leads),
    seedQuery(getClaimStatsEndpoint, claimStatsQuery(span), claims),
    sends,
    events,
  );
}

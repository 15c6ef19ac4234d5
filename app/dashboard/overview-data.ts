import { claimStatsQuery, latestSendsParams, leadStatsQuery, overviewQuery, recentEventsParams, recentEventsQuery } from "@/components/overview/api";
import { sendsQuery } from "@/components/sends/api";
import { getClaimStatsEndpoint } from "@/contract/claims";
import { listEventsEndpoint } from "@/contract/events";
import type { Span } from "@/contract/fields";
import { getLeadStatsEndpoint } from "@/contract/leads";
import { getOverviewEndpoint } from "@/contract/overview";
import { listSendsEndpoint } from "@/contract/sends";
import { getClaimStats } from "@/core/claims/list";
import type { Context } from "@/core/context";
import { listEvents } from "@/core/events/list";
import { getLeadStats } from "@/core/leads/stats";
import { getOverview } from "@/core/overview";
import { listSends } from "@/core/sends/list";
import { dehydrateQueries, seedPage, seedQuery } from "@/server/query-client";

/** Loads the data of all cards on the overview. */
export async function loadOverview(ctx: Context, span: Span) {
  const [overview, leads, claims, sends, events] = await Promise.all([
    getOverview(ctx),
    getLeadStats(ctx, { span }),
    getClaimStats(ctx, { span }),
    seedPage(listSendsEndpoint, sendsQuery(latestSendsParams), latestSendsParams, (query) => listSends(ctx, query)),
    seedPage(listEventsEndpoint, recentEventsQuery, recentEventsParams, (query) => listEvents(ctx, query)),
  ]);
  return dehydrateQueries(
    seedQuery(getOverviewEndpoint, overviewQuery, overview),
    seedQuery(getLeadStatsEndpoint, leadStatsQuery(span), leads),
    seedQuery(getClaimStatsEndpoint, claimStatsQuery(span), claims),
    sends,
    events,
  );
}

import { claimDays, lastSendsQuery, leadDays, recentEvents, recentQuery, standing } from "@/components/overview/queries";
import { sendsQuery } from "@/components/sends/queries";
import { getClaimStatsEndpoint } from "@/contract/claims";
import type { Span } from "@/contract/daily-stats";
import { listEventsEndpoint } from "@/contract/events";
import { countLeadsByDayEndpoint } from "@/contract/leads";
import { getOverviewEndpoint } from "@/contract/overview";
import { listSendsEndpoint } from "@/contract/sends";
import { getClaimStats as daysOfClaims } from "@/core/claims/stats";
import type { Context } from "@/core/context";
import { list as listOfEvents } from "@/core/events/list";
import { days as daysOfLeads } from "@/core/leads/days";
import { overview } from "@/core/overview";
import { list as listOfSends } from "@/core/sends/list";
import { seed, seeded, seedPage } from "@/server/query-client";

/** What the cards of the overview show first. */
export async function readOverview(ctx: Context, span: Span) {
  const [stands, leads, claims, sends, events] = await Promise.all([
    overview(ctx),
    daysOfLeads(ctx, { span }),
    daysOfClaims(ctx, { span }),
    seedPage(listSendsEndpoint, sendsQuery(lastSendsQuery), lastSendsQuery, (query) => listOfSends(ctx, query)),
    seedPage(listEventsEndpoint, recentEvents, recentQuery, (query) => listOfEvents(ctx, query)),
  ]);
  return seeded(
    seed(getOverviewEndpoint, standing, stands),
    seed(countLeadsByDayEndpoint, leadDays(span), leads),
    seed(getClaimStatsEndpoint, claimDays(span), claims),
    sends,
    events,
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { leadsQuery } from "@/components/leads/api";
import { leadsUrlState } from "@/components/leads/filters";
import { LeadsView } from "@/components/leads/list";
import { requiredRole } from "@/contract/endpoint";
import { listLeadsEndpoint } from "@/contract/leads";
import { listLeads } from "@/core/leads/list";
import { dehydrateQueries, seedPage } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Leads" };

export default async function LeadsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await requireStaffPage(requiredRole(listLeadsEndpoint));
  const query = leadsUrlState.toPageQuery(await leadsUrlState.readUrl(searchParams), project.timeZone);
  return (
    <HydrationBoundary
      state={dehydrateQueries(await seedPage(listLeadsEndpoint, leadsQuery(query), query, (pageQuery) => listLeads(ctx, pageQuery)))}
    >
      <LeadsView />
    </HydrationBoundary>
  );
}

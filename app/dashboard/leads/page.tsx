import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { leadsUrlState } from "@/components/leads/filters";
import { LeadsView } from "@/components/leads/leads-view";
import { leadsQuery } from "@/components/leads/queries";
import { leastRole } from "@/contract/endpoint";
import { listLeadsEndpoint } from "@/contract/leads";
import { list } from "@/core/leads/list";
import { staffPage } from "@/server/page";
import { seeded, seedPage } from "@/server/query-client";

export const metadata = { title: "Leads" };

export default async function LeadsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await staffPage(leastRole(listLeadsEndpoint));
  const query = leadsUrlState.queryOf(await leadsUrlState.readAddress(searchParams), project.timeZone);
  return (
    <HydrationBoundary state={seeded(await seedPage(listLeadsEndpoint, leadsQuery(query), query, (asked) => list(ctx, asked)))}>
      <LeadsView />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { leads } from "@/components/leads/filters";
import { LeadsView } from "@/components/leads/leads-view";
import { leadsPage } from "@/components/leads/queries";
import { leastRole } from "@/contract/endpoint";
import { listLeadsEndpoint } from "@/contract/leads";
import { list } from "@/core/leads/list";
import { staffPage } from "@/server/page";
import { seeded, seedPage } from "@/server/query-client";

export const metadata = { title: "Leads" };

export default async function LeadsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await staffPage(leastRole(listLeadsEndpoint));
  const query = leads.queryOf(await leads.readAddress(searchParams), project.timeZone);
  return (
    <HydrationBoundary state={seeded(await seedPage(listLeadsEndpoint, leadsPage(query), query, (asked) => list(ctx, asked)))}>
      <LeadsView />
    </HydrationBoundary>
  );
}

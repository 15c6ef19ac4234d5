import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { ClaimsView } from "@/components/claims/claims-view";
import { claims } from "@/components/claims/filters";
import { claimsPage } from "@/components/claims/queries";
import { listClaimsEndpoint } from "@/contract/claims";
import { leastRole } from "@/contract/endpoint";
import { list } from "@/core/claims/list";
import { staffPage } from "@/server/page";
import { seeded, seedPage } from "@/server/query-client";

export const metadata = { title: "Claims" };

export default async function ClaimsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await staffPage(leastRole(listClaimsEndpoint));
  const query = claims.queryOf(await claims.readAddress(searchParams), project.timeZone);
  return (
    <HydrationBoundary state={seeded(await seedPage(listClaimsEndpoint, claimsPage(query), query, (asked) => list(ctx, asked)))}>
      <ClaimsView />
    </HydrationBoundary>
  );
}

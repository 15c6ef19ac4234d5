import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { ClaimsView } from "@/components/claims/claims-view";
import { claimsUrlState } from "@/components/claims/filters";
import { claimsQuery } from "@/components/claims/queries";
import { listClaimsEndpoint } from "@/contract/claims";
import { leastRole } from "@/contract/endpoint";
import { listClaims } from "@/core/claims/list";
import { staffPage } from "@/server/page";
import { seeded, seedPage } from "@/server/query-client";

export const metadata = { title: "Claims" };

export default async function ClaimsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await staffPage(leastRole(listClaimsEndpoint));
  const query = claimsUrlState.queryOf(await claimsUrlState.readAddress(searchParams), project.timeZone);
  return (
    <HydrationBoundary state={seeded(await seedPage(listClaimsEndpoint, claimsQuery(query), query, (asked) => listClaims(ctx, asked)))}>
      <ClaimsView />
    </HydrationBoundary>
  );
}

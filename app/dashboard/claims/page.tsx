import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { ClaimsView } from "@/components/claims/claims-view";
import { claimsUrlState } from "@/components/claims/filters";
import { claimsQuery } from "@/components/claims/queries";
import { listClaimsEndpoint } from "@/contract/claims";
import { requiredRole } from "@/contract/endpoint";
import { listClaims } from "@/core/claims/list";
import { dehydrateQueries, seedPage } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Claims" };

export default async function ClaimsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await requireStaffPage(requiredRole(listClaimsEndpoint));
  const query = claimsUrlState.toPageQuery(await claimsUrlState.readUrl(searchParams), project.timeZone);
  return (
    <HydrationBoundary
      state={dehydrateQueries(await seedPage(listClaimsEndpoint, claimsQuery(query), query, (pageQuery) => listClaims(ctx, pageQuery)))}
    >
      <ClaimsView />
    </HydrationBoundary>
  );
}

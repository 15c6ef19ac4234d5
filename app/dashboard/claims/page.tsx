import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { claimsQuery } from "@/components/claims/api";
import { claimsUrlState } from "@/components/claims/filters";
import { ClaimsView } from "@/components/claims/list";
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

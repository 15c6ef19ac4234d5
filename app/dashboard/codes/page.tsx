import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { CodesView } from "@/components/codes/codes-view";
import { codesUrlState } from "@/components/codes/filters";
import { codesQuery } from "@/components/codes/queries";
import { listCodesEndpoint } from "@/contract/codes";
import { requiredRole } from "@/contract/endpoint";
import { listCodes } from "@/core/codes/list";
import { dehydrateQueries, seedPage } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Codes" };

export default async function CodesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await requireStaffPage(requiredRole(listCodesEndpoint));
  const query = codesUrlState.toPageQuery(await codesUrlState.readUrl(searchParams), project.timeZone);
  return (
    <HydrationBoundary
      state={dehydrateQueries(await seedPage(listCodesEndpoint, codesQuery(query), query, (pageQuery) => listCodes(ctx, pageQuery)))}
    >
      <CodesView />
    </HydrationBoundary>
  );
}

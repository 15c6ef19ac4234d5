import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { sendsQuery } from "@/components/sends/api";
import { sendsUrlState } from "@/components/sends/filters";
import { SendsView } from "@/components/sends/list";
import { requiredRole } from "@/contract/endpoint";
import { listSendsEndpoint } from "@/contract/sends";
import { listSends } from "@/core/sends/list";
import { dehydrateQueries, seedPage } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Sends" };

export default async function SendsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await requireStaffPage(requiredRole(listSendsEndpoint));
  const query = sendsUrlState.toPageQuery(await sendsUrlState.readUrl(searchParams), project.timeZone);
  return (
    <HydrationBoundary
      state={dehydrateQueries(await seedPage(listSendsEndpoint, sendsQuery(query), query, (pageQuery) => listSends(ctx, pageQuery)))}
    >
      <SendsView />
    </HydrationBoundary>
  );
}

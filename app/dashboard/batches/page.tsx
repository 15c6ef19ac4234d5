import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { BatchesView } from "@/components/batches/batches-view";
import { batchesUrlState } from "@/components/batches/filters";
import { batchesQuery } from "@/components/batches/queries";
import { listBatchesEndpoint } from "@/contract/batches";
import { requiredRole } from "@/contract/endpoint";
import { listBatches } from "@/core/batches/list";
import { dehydrateQueries, seedPage } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Batches" };

export default async function BatchesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await requireStaffPage(requiredRole(listBatchesEndpoint));
  const query = batchesUrlState.toPageQuery(await batchesUrlState.readUrl(searchParams), project.timeZone);
  return (
    <HydrationBoundary
      state={dehydrateQueries(await seedPage(listBatchesEndpoint, batchesQuery(query), query, (pageQuery) => listBatches(ctx, pageQuery)))}
    >
      <BatchesView />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { BatchesView } from "@/components/batches/batches-view";
import { batchesUrlState } from "@/components/batches/filters";
import { batchesQuery } from "@/components/batches/queries";
import { listBatchesEndpoint } from "@/contract/batches";
import { leastRole } from "@/contract/endpoint";
import { listBatches } from "@/core/batches/list";
import { staffPage } from "@/server/page";
import { seeded, seedPage } from "@/server/query-client";

export const metadata = { title: "Batches" };

export default async function BatchesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await staffPage(leastRole(listBatchesEndpoint));
  const query = batchesUrlState.queryOf(await batchesUrlState.readAddress(searchParams), project.timeZone);
  return (
    <HydrationBoundary state={seeded(await seedPage(listBatchesEndpoint, batchesQuery(query), query, (asked) => listBatches(ctx, asked)))}>
      <BatchesView />
    </HydrationBoundary>
  );
}

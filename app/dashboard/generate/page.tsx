import { HydrationBoundary } from "@tanstack/react-query";
import { GenerateView } from "@/components/generate/generate-view";
import { formatsQuery } from "@/components/generate/queries";
import { createBatchEndpoint } from "@/contract/batches";
import { requiredRole } from "@/contract/endpoint";
import { listFormatsEndpoint } from "@/contract/formats";
import { listFormats } from "@/core/codes/capacity";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Generate codes" };

export default async function GeneratePage() {
  const { ctx } = await requireStaffPage(requiredRole(createBatchEndpoint));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listFormatsEndpoint, formatsQuery, await listFormats(ctx)))}>
      <GenerateView />
    </HydrationBoundary>
  );
}

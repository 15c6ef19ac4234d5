import { HydrationBoundary } from "@tanstack/react-query";
import { GenerateView } from "@/components/generate/generate-view";
import { formatsQuery } from "@/components/generate/queries";
import { createBatchEndpoint } from "@/contract/batches";
import { requiredRole } from "@/contract/endpoint";
import { listFormatsEndpoint } from "@/contract/formats";
import { listFormats as list } from "@/core/codes/capacity";
import { requireStaffPage } from "@/server/staff-page";
import { seedQuery, dehydrateQueries } from "@/server/query-client";

export const metadata = { title: "Generate codes" };

export default async function GeneratePage() {
  const { ctx } = await requireStaffPage(requiredRole(createBatchEndpoint));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listFormatsEndpoint, formatsQuery, await list(ctx)))}>
      <GenerateView />
    </HydrationBoundary>
  );
}

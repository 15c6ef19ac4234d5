import { HydrationBoundary } from "@tanstack/react-query";
import { GenerateView } from "@/components/generate/generate-view";
import { formatsQuery } from "@/components/generate/queries";
import { createBatchEndpoint } from "@/contract/batches";
import { leastRole } from "@/contract/endpoint";
import { listFormatsEndpoint } from "@/contract/formats";
import { listFormats as list } from "@/core/codes/capacity";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Generate codes" };

export default async function GeneratePage() {
  const { ctx } = await staffPage(leastRole(createBatchEndpoint));
  return (
    <HydrationBoundary state={seeded(seed(listFormatsEndpoint, formatsQuery, await list(ctx)))}>
      <GenerateView />
    </HydrationBoundary>
  );
}

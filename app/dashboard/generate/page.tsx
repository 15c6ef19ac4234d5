import { HydrationBoundary } from "@tanstack/react-query";
import { GenerateView } from "@/components/generate/generate-view";
import { formats } from "@/components/generate/queries";
import { makeBatchEndpoint } from "@/contract/batches";
import { leastRole } from "@/contract/endpoint";
import { listFormatsEndpoint } from "@/contract/formats";
import { listFormats as list } from "@/core/codes/room";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Generate codes" };

export default async function GeneratePage() {
  const { ctx } = await staffPage(leastRole(makeBatchEndpoint));
  return (
    <HydrationBoundary state={seeded(seed(listFormatsEndpoint, formats, await list(ctx)))}>
      <GenerateView />
    </HydrationBoundary>
  );
}

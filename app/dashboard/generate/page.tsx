import { HydrationBoundary } from "@tanstack/react-query";
import { GenerateView } from "@/components/generate/generate-view";
import { formats } from "@/components/generate/queries";
import { makeBatch } from "@/contract/batches";
import { leastRole } from "@/contract/endpoint";
import { listFormats } from "@/contract/formats";
import { listFormats as list } from "@/core/codes/room";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Generate codes" };

export default async function GeneratePage() {
  const { ctx } = await staffPage(leastRole(makeBatch));
  return (
    <HydrationBoundary state={seeded(seed(listFormats, formats, await list(ctx)))}>
      <GenerateView />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { WaveView } from "@/components/waves/detail";
import { getWaveEndpoint } from "@/contract/waves";
import { getWave } from "@/core/waves/record";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { orNotFound } from "@/server/staff-page";
import { staffPage } from "../../staff-page";

export const metadata = { title: "Wave" };

export default staffPage(getWaveEndpoint, async ({ ctx }, { params }: { params: Promise<{ id: string }> }) => {
  const { id } = getWaveEndpoint.params?.safeParse(await params).data ?? notFound();
  const wave = await orNotFound(getWave(ctx, id));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(getWaveEndpoint, { params: { id } }, wave))}>
      <WaveView id={id} />
    </HydrationBoundary>
  );
});

import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { BatchView } from "@/components/batches/detail";
import { batchCodesList } from "@/components/codes/definition";
import { BatchCodes } from "@/components/codes/list";
import { getBatchEndpoint } from "@/contract/batches";
import { listCodesEndpoint } from "@/contract/codes";
import { Id } from "@/contract/fields";
import { getBatch } from "@/core/batches/record";
import { listCodes } from "@/core/codes/list";
import { dehydrateQueries, seedPage, seedQuery } from "@/server/query-client";
import { orNotFound } from "@/server/staff-page";
import { staffPage } from "../../staff-page";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export const metadata = { title: "Batch" };

export default staffPage(getBatchEndpoint, async ({ ctx, project }, { params, searchParams }: Props) => {
  const id = Id.safeParse((await params).id).data ?? notFound();
  const batch = await orNotFound(getBatch(ctx, id));
  const query = { ...batchCodesList.toPageQuery(await batchCodesList.readUrl(searchParams), project.timeZone), batch: id };
  const page = await seedPage(listCodesEndpoint, { query }, (pageQuery) => listCodes(ctx, pageQuery));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(getBatchEndpoint, { params: { batch: id } }, batch), page)}>
      <BatchView id={id}>
        <BatchCodes batch={id} />
      </BatchView>
    </HydrationBoundary>
  );
});

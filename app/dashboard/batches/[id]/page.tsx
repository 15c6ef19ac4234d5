import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { BatchView } from "@/components/batches/batch-view";
import { batchOf } from "@/components/batches/queries";
import { codesOf } from "@/components/codes/filters";
import { codesPage } from "@/components/codes/queries";
import { findBatchEndpoint } from "@/contract/batches";
import { listCodesEndpoint } from "@/contract/codes";
import { leastRole } from "@/contract/endpoint";
import { Id } from "@/contract/fields";
import { get } from "@/core/batches/find";
import { list } from "@/core/codes/list";
import { found, staffPage } from "@/server/page";
import { seed, seeded, seedPage } from "@/server/query-client";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export const metadata = { title: "Batch" };

export default async function BatchPage({ params, searchParams }: Props) {
  const { ctx, project } = await staffPage(leastRole(findBatchEndpoint));
  const id = Id.safeParse((await params).id).data ?? notFound();
  const [codes, batch] = [codesOf(id), await found(get(ctx, id))];
  const query = codes.queryOf(await codes.readAddress(searchParams), project.timeZone);
  const page = await seedPage(listCodesEndpoint, codesPage(query), query, (asked) => list(ctx, asked));
  return (
    <HydrationBoundary state={seeded(seed(findBatchEndpoint, batchOf(id), batch), page)}>
      <BatchView id={id} />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { ImportView } from "@/components/imports/detail";
import { getImportEndpoint } from "@/contract/imports";
import { getImport } from "@/core/imports/record";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { orNotFound } from "@/server/staff-page";
import { staffPage } from "../../staff-page";

export const metadata = { title: "Import" };

export default staffPage(getImportEndpoint, async ({ ctx }, { params }: { params: Promise<{ id: string }> }) => {
  const { id } = getImportEndpoint.params?.safeParse(await params).data ?? notFound();
  const record = await orNotFound(getImport(ctx, id));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(getImportEndpoint, { params: { id } }, record))}>
      <ImportView id={id} />
    </HydrationBoundary>
  );
});

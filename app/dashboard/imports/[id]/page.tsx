import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { importQuery } from "@/components/imports/api";
import { ImportView } from "@/components/imports/detail";
import { requiredRole } from "@/contract/endpoint";
import { getImportEndpoint } from "@/contract/imports";
import { getImport } from "@/core/imports/record";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { orNotFound, requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Import" };

export default async function ImportPage({ params }: { params: Promise<{ id: string }> }) {
  const { ctx } = await requireStaffPage(requiredRole(getImportEndpoint));
  const { id } = getImportEndpoint.params?.safeParse(await params).data ?? notFound();
  const record = await orNotFound(getImport(ctx, id));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(getImportEndpoint, importQuery(id), record))}>
      <ImportView id={id} />
    </HydrationBoundary>
  );
}

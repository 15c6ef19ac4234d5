import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { CodesView } from "@/components/codes/codes-view";
import { codesUrlState } from "@/components/codes/filters";
import { codesQuery } from "@/components/codes/queries";
import { listCodesEndpoint } from "@/contract/codes";
import { leastRole } from "@/contract/endpoint";
import { listCodes } from "@/core/codes/list";
import { staffPage } from "@/server/page";
import { seeded, seedPage } from "@/server/query-client";

export const metadata = { title: "Codes" };

export default async function CodesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await staffPage(leastRole(listCodesEndpoint));
  const query = codesUrlState.queryOf(await codesUrlState.readAddress(searchParams), project.timeZone);
  return (
    <HydrationBoundary state={seeded(await seedPage(listCodesEndpoint, codesQuery(query), query, (asked) => listCodes(ctx, asked)))}>
      <CodesView />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { suppressionsQuery } from "@/components/suppressions/api";
import { suppressionsUrl } from "@/components/suppressions/filters";
import { SuppressionsView } from "@/components/suppressions/list";
import { requiredRole } from "@/contract/endpoint";
import { listSuppressionsEndpoint } from "@/contract/suppressions";
import { listSuppressions } from "@/core/suppressions/list";
import { dehydrateQueries, seedPage } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Suppressions" };

export default async function SuppressionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await requireStaffPage(requiredRole(listSuppressionsEndpoint));
  const query = suppressionsUrl.toPageQuery(await suppressionsUrl.readUrl(searchParams), project.timeZone);
  return (
    <HydrationBoundary
      state={dehydrateQueries(
        await seedPage(listSuppressionsEndpoint, suppressionsQuery(query), query, (parsed) => listSuppressions(ctx, parsed)),
      )}
    >
      <SuppressionsView />
    </HydrationBoundary>
  );
}

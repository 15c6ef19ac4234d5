import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { suppressions } from "@/components/suppressions/filters";
import { suppressionsPage } from "@/components/suppressions/queries";
import { SuppressionsView } from "@/components/suppressions/suppressions-view";
import { leastRole } from "@/contract/endpoint";
import { listSuppressionsEndpoint } from "@/contract/suppressions";
import { list } from "@/core/suppressions/list";
import { staffPage } from "@/server/page";
import { seeded, seedPage } from "@/server/query-client";

export const metadata = { title: "Suppressions" };

export default async function SuppressionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await staffPage(leastRole(listSuppressionsEndpoint));
  const query = suppressions.queryOf(await suppressions.readAddress(searchParams), project.timeZone);
  return (
    <HydrationBoundary
      state={seeded(await seedPage(listSuppressionsEndpoint, suppressionsPage(query), query, (asked) => list(ctx, asked)))}
    >
      <SuppressionsView />
    </HydrationBoundary>
  );
}

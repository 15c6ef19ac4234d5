import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { sendsUrlState } from "@/components/sends/filters";
import { sendsQuery } from "@/components/sends/queries";
import { SendsView } from "@/components/sends/sends-view";
import { leastRole } from "@/contract/endpoint";
import { listSendsEndpoint } from "@/contract/sends";
import { list } from "@/core/sends/list";
import { staffPage } from "@/server/page";
import { seeded, seedPage } from "@/server/query-client";

export const metadata = { title: "Sends" };

export default async function SendsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await staffPage(leastRole(listSendsEndpoint));
  const query = sendsUrlState.queryOf(await sendsUrlState.readAddress(searchParams), project.timeZone);
  return (
    <HydrationBoundary state={seeded(await seedPage(listSendsEndpoint, sendsQuery(query), query, (asked) => list(ctx, asked)))}>
      <SendsView />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import { EmbedView } from "@/components/embed/view";
import { keysQuery } from "@/components/keys/api";
import { requiredRole } from "@/contract/endpoint";
import { listKeysEndpoint } from "@/contract/keys";
import { listKeys } from "@/core/keys/keys";
import { pageUrl } from "@/lib/env";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Embed" };

export default async function EmbedPage() {
  const { ctx } = await requireStaffPage(requiredRole(listKeysEndpoint));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listKeysEndpoint, keysQuery, await listKeys(ctx)))}>
      <EmbedView baseUrl={pageUrl("")} />
    </HydrationBoundary>
  );
}

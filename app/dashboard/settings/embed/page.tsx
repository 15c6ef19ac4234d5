import { HydrationBoundary } from "@tanstack/react-query";
import { EmbedView } from "@/components/embed/embed-view";
import { keys } from "@/components/keys/queries";
import { requiredRole } from "@/contract/endpoint";
import { listKeysEndpoint } from "@/contract/keys";
import * as made from "@/core/keys/keys";
import { pageUrl } from "@/lib/env";
import { requireStaffPage } from "@/server/staff-page";
import { seedQuery, dehydrateQueries } from "@/server/query-client";

export const metadata = { title: "Embed" };

export default async function EmbedPage() {
  const { ctx } = await requireStaffPage(requiredRole(listKeysEndpoint));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listKeysEndpoint, keys, await made.listKeys(ctx)))}>
      <EmbedView base={pageUrl("")} />
    </HydrationBoundary>
  );
}

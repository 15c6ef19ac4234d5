import { HydrationBoundary } from "@tanstack/react-query";
import { KeysView } from "@/components/keys/keys-view";
import { keys } from "@/components/keys/queries";
import { requiredRole } from "@/contract/endpoint";
import { listKeysEndpoint } from "@/contract/keys";
import { listKeys } from "@/core/keys/keys";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "API keys" };

export default async function KeysPage() {
  const { ctx } = await requireStaffPage(requiredRole(listKeysEndpoint));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listKeysEndpoint, keys, await listKeys(ctx)))}>
      <KeysView />
    </HydrationBoundary>
  );
}

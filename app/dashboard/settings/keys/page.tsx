import { HydrationBoundary } from "@tanstack/react-query";
import { KeysView } from "@/components/keys/keys-view";
import { keys } from "@/components/keys/queries";
import { requiredRole } from "@/contract/endpoint";
import { listKeysEndpoint } from "@/contract/keys";
import * as made from "@/core/keys/keys";
import { requireStaffPage } from "@/server/staff-page";
import { seedQuery, dehydrateQueries } from "@/server/query-client";

export const metadata = { title: "Keys" };

export default async function KeysPage() {
  const { ctx } = await requireStaffPage(requiredRole(listKeysEndpoint));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listKeysEndpoint, keys, await made.listKeys(ctx)))}>
      <KeysView />
    </HydrationBoundary>
  );
}

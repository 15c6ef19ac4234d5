import { HydrationBoundary } from "@tanstack/react-query";
import { KeysView } from "@/components/keys/keys-view";
import { keys } from "@/components/keys/queries";
import { leastRole } from "@/contract/endpoint";
import { listKeysEndpoint } from "@/contract/keys";
import * as made from "@/core/keys/keys";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Keys" };

export default async function KeysPage() {
  const { ctx } = await staffPage(leastRole(listKeysEndpoint));
  return (
    <HydrationBoundary state={seeded(seed(listKeysEndpoint, keys, await made.listKeys(ctx)))}>
      <KeysView />
    </HydrationBoundary>
  );
}

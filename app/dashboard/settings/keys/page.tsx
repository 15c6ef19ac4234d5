import { HydrationBoundary } from "@tanstack/react-query";
import { KeysView } from "@/components/keys/keys-view";
import { keys } from "@/components/keys/queries";
import { leastRole } from "@/contract/endpoint";
import { listKeys } from "@/contract/keys";
import * as made from "@/core/keys/keys";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Keys" };

export default async function KeysPage() {
  const { ctx } = await staffPage(leastRole(listKeys));
  return (
    <HydrationBoundary state={seeded(seed(listKeys, keys, await made.listKeys(ctx)))}>
      <KeysView />
    </HydrationBoundary>
  );
}

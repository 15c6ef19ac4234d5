import { HydrationBoundary } from "@tanstack/react-query";
import { EmbedView } from "@/components/embed/embed-view";
import { keys } from "@/components/keys/queries";
import { leastRole } from "@/contract/endpoint";
import { listKeysEndpoint } from "@/contract/keys";
import * as made from "@/core/keys/keys";
import { pageAddress } from "@/lib/env";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Embed" };

export default async function EmbedPage() {
  const { ctx } = await staffPage(leastRole(listKeysEndpoint));
  return (
    <HydrationBoundary state={seeded(seed(listKeysEndpoint, keys, await made.listKeys(ctx)))}>
      <EmbedView base={pageAddress("")} />
    </HydrationBoundary>
  );
}

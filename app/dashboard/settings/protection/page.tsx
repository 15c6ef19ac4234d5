import { HydrationBoundary } from "@tanstack/react-query";
import { ProtectionView } from "@/components/abuse-protection/protection-view";
import { blockList, protection } from "@/components/abuse-protection/queries";
import { findBlockListEndpoint } from "@/contract/block-list";
import { leastRole } from "@/contract/endpoint";
import { findProtectionEndpoint } from "@/contract/protection-state";
import * as listed from "@/core/abuse-protection/block-list";
import { findProtection as state } from "@/core/abuse-protection/state";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Protection" };

export default async function ProtectionPage() {
  const { ctx } = await staffPage(leastRole(findProtectionEndpoint));
  const [rates, entries] = await Promise.all([state(ctx), listed.findBlockList(ctx)]);
  return (
    <HydrationBoundary state={seeded(seed(findProtectionEndpoint, protection, rates), seed(findBlockListEndpoint, blockList, entries))}>
      <ProtectionView />
    </HydrationBoundary>
  );
}

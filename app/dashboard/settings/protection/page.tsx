import { HydrationBoundary } from "@tanstack/react-query";
import { ProtectionView } from "@/components/protection/protection-view";
import { blockList, protection } from "@/components/protection/queries";
import { findBlockList } from "@/contract/block-list";
import { leastRole } from "@/contract/endpoint";
import { findProtection } from "@/contract/protection-state";
import * as listed from "@/core/protection/block-list";
import { findProtection as state } from "@/core/protection/state";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Protection" };

export default async function ProtectionPage() {
  const { ctx } = await staffPage(leastRole(findProtection));
  const [rates, entries] = await Promise.all([state(ctx), listed.findBlockList(ctx)]);
  return (
    <HydrationBoundary state={seeded(seed(findProtection, protection, rates), seed(findBlockList, blockList, entries))}>
      <ProtectionView />
    </HydrationBoundary>
  );
}

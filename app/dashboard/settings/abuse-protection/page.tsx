import { HydrationBoundary } from "@tanstack/react-query";
import { AbuseProtectionView } from "@/components/abuse-protection/abuse-protection-view";
import { blockListQuery, abuseProtectionQuery } from "@/components/abuse-protection/queries";
import { getBlockListEndpoint } from "@/contract/block-list";
import { requiredRole } from "@/contract/endpoint";
import { getAbuseProtectionEndpoint } from "@/contract/abuse-protection-status";
import * as listed from "@/core/abuse-protection/block-list";
import { getAbuseProtection as state } from "@/core/abuse-protection/status";
import { requireStaffPage } from "@/server/staff-page";
import { seedQuery, dehydrateQueries } from "@/server/query-client";

export const metadata = { title: "Protection" };

export default async function AbuseProtectionPage() {
  const { ctx } = await requireStaffPage(requiredRole(getAbuseProtectionEndpoint));
  const [rates, entries] = await Promise.all([state(ctx), listed.getBlockList(ctx)]);
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(getAbuseProtectionEndpoint, abuseProtectionQuery, rates), seedQuery(getBlockListEndpoint, blockListQuery, entries))}>
      <AbuseProtectionView />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import { AbuseProtectionView } from "@/components/settings/abuse-protection-view";
import { getAbuseProtectionEndpoint, getBlockListEndpoint } from "@/contract/abuse-protection-settings";
import { getBlockList } from "@/core/abuse-protection/block-list";
import { getAbuseProtection } from "@/core/abuse-protection/status";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { staffPage } from "../../staff-page";

export const metadata = { title: "Abuse protection" };

export default staffPage(getAbuseProtectionEndpoint, async ({ ctx }) => {
  const [status, blockList] = await Promise.all([getAbuseProtection(ctx), getBlockList(ctx)]);
  return (
    <HydrationBoundary
      state={dehydrateQueries(seedQuery(getAbuseProtectionEndpoint, {}, status), seedQuery(getBlockListEndpoint, {}, blockList))}
    >
      <AbuseProtectionView />
    </HydrationBoundary>
  );
});

import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { loadChartSpan } from "@/components/overview/api";
import { OverviewView } from "@/components/overview/view";
import { getTransportStatus } from "@/core/email-delivery/transport";
import { getSetupProgress } from "@/core/overview";
import { requireStaffPage } from "@/server/staff-page";
import { loadOverview } from "./overview-data";

export const metadata = { title: "Overview" };

export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ ctx }, { span }] = [await requireStaffPage(), await loadChartSpan(searchParams)];
  const [{ claims: share, ...progress }, transport, state] = await Promise.all([
    getSetupProgress(ctx),
    getTransportStatus(ctx),
    loadOverview(ctx, span),
  ]);
  return (
    <HydrationBoundary state={state}>
      <OverviewView completed={{ ...progress, email: transport !== "saved_to_file", share }} />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { OverviewView } from "@/components/overview/overview-view";
import { readSpan } from "@/components/overview/span";
import { mailStanding } from "@/core/email-delivery/way";
import { begun } from "@/core/overview";
import { staffPage } from "@/server/page";
import { readOverview } from "./reads";

export const metadata = { title: "Overview" };

export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ ctx }, { span }] = [await staffPage(), await readSpan(searchParams)];
  const [{ claims: share, ...done }, mail, state] = await Promise.all([begun(ctx), mailStanding(ctx), readOverview(ctx, span)]);
  return (
    <HydrationBoundary state={state}>
      <OverviewView done={{ ...done, mail: mail !== "kept", share }} />
    </HydrationBoundary>
  );
}

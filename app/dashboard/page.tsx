import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { OverviewView } from "@/components/overview/overview-view";
import { readSpan } from "@/components/overview/span";
import { begun } from "@/core/overview";
import { env } from "@/lib/env";
import { staffPage } from "@/server/page";
import { readOverview } from "./reads";

export const metadata = { title: "Overview" };

export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ ctx }, { span }] = [await staffPage(), await readSpan(searchParams)];
  const mail = env().SMTP_URL !== undefined;
  const [{ claims: share, ...done }, state] = await Promise.all([begun(ctx), readOverview(ctx, span, mail)]);
  return (
    <HydrationBoundary state={state}>
      <OverviewView done={{ ...done, mail, share }} />
    </HydrationBoundary>
  );
}

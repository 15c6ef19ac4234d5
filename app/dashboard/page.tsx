import { HydrationBoundary } from "@tanstack/react-query";
import { OverviewView } from "@/components/overview/overview-view";
import { recentEvents, recentQuery } from "@/components/overview/queries";
import { listEvents } from "@/contract/events";
import { list } from "@/core/events/list";
import { begun } from "@/core/overview";
import { env } from "@/lib/env";
import { staffPage } from "@/server/page";
import { seeded, seedPage } from "@/server/query-client";

export const metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { ctx } = await staffPage();
  const [done, events] = await Promise.all([begun(ctx), seedPage(listEvents, recentEvents, recentQuery, (query) => list(ctx, query))]);
  return (
    <HydrationBoundary state={seeded(events)}>
      <OverviewView done={{ ...done, mail: env().SMTP_URL !== undefined }} />
    </HydrationBoundary>
  );
}

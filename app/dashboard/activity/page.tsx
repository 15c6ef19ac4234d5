import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { ActivityView } from "@/components/activity/activity-view";
import { activity } from "@/components/activity/filters";
import { eventsPage } from "@/components/activity/queries";
import { leastRole } from "@/contract/endpoint";
import { listEventsEndpoint } from "@/contract/events";
import { list } from "@/core/events/list";
import { staffPage } from "@/server/page";
import { seeded, seedPage } from "@/server/query-client";

export const metadata = { title: "Activity" };

export default async function ActivityPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await staffPage(leastRole(listEventsEndpoint));
  const query = activity.queryOf(await activity.readAddress(searchParams), project.timeZone);
  return (
    <HydrationBoundary state={seeded(await seedPage(listEventsEndpoint, eventsPage(query), query, (asked) => list(ctx, asked)))}>
      <ActivityView />
    </HydrationBoundary>
  );
}

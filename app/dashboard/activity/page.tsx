import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { ActivityView } from "@/components/activity/activity-view";
import { activityUrl } from "@/components/activity/filters";
import { eventsQuery } from "@/components/activity/queries";
import { requiredRole } from "@/contract/endpoint";
import { listEventsEndpoint } from "@/contract/events";
import { listEvents } from "@/core/events/list";
import { dehydrateQueries, seedPage } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Activity" };

export default async function ActivityPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { ctx, project } = await requireStaffPage(requiredRole(listEventsEndpoint));
  const query = activityUrl.toPageQuery(await activityUrl.readUrl(searchParams), project.timeZone);
  return (
    <HydrationBoundary
      state={dehydrateQueries(await seedPage(listEventsEndpoint, eventsQuery(query), query, (parsed) => listEvents(ctx, parsed)))}
    >
      <ActivityView />
    </HydrationBoundary>
  );
}

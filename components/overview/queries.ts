import { queryOptions } from "@tanstack/react-query";
import { callPage } from "@/contract/call";
import { listEvents } from "@/contract/events";

export const recentQuery = { limit: "10", count: "capped" } as const;

/** The latest events. */
export const recentEvents = queryOptions({
  queryKey: ["events", recentQuery],
  queryFn: ({ signal }) => callPage(listEvents, { query: recentQuery, signal }),
});

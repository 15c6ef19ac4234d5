import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, callPage } from "@/contract/call";
import type { Span } from "@/contract/daily-stats";

export const recentEventsParams = { limit: "10", count: "capped" } as const;
export const latestSendsParams = { limit: "5", count: "capped" } as const;

/** The latest events. */
export const recentEventsQuery = queryOptions({
  queryKey: ["events", recentEventsParams],
  queryFn: ({ signal }) => callPage("GET /events", { query: recentEventsParams, signal }),
});

/** How often the numbers are asked for, in milliseconds: soon where they lag behind, since they are counted anew once somebody asks. */
const fastRefreshInterval = 5_000;
const refreshInterval = 30_000;

type AgedQuery = { state: { data: { asOf: string } | undefined; dataUpdatedAt: number } };

const nextRefresh = ({ state: { data, dataUpdatedAt } }: AgedQuery): number =>
  data !== undefined && dataUpdatedAt - Date.parse(data.asOf) > 2 * fastRefreshInterval ? fastRefreshInterval : refreshInterval;

/** How the project stands. */
export const overviewQuery = queryOptions({
  queryKey: ["overview"],
  queryFn: ({ signal }) => call("GET /overview", { signal }),
  refetchInterval: nextRefresh,
});

/** The sign-ups of each day. */
export const leadStatsQuery = (span: Span) =>
  queryOptions({
    queryKey: ["leads", "days", span],
    queryFn: ({ signal }) => call("GET /leads/days", { query: { span }, signal }),
    placeholderData: keepPreviousData,
  });

/** The claims of each day. */
export const claimStatsQuery = (span: Span) =>
  queryOptions({
    queryKey: ["claims", "days", span],
    queryFn: ({ signal }) => call("GET /claims/stats", { query: { span }, signal }),
    placeholderData: keepPreviousData,
  });

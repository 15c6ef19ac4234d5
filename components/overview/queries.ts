import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, callPage } from "@/contract/call";
import type { Span } from "@/contract/daily-stats";

export const recentQuery = { limit: "10", count: "capped" } as const;
export const lastSendsQuery = { limit: "5", count: "capped" } as const;

/** The latest events. */
export const recentEvents = queryOptions({
  queryKey: ["events", recentQuery],
  queryFn: ({ signal }) => callPage("GET /events", { query: recentQuery, signal }),
});

/** How often the numbers are asked for, in milliseconds: soon where they lag behind, since they are counted anew once somebody asks. */
const soon = 5_000;
const later = 30_000;

type Aged = { state: { data: { asOf: string } | undefined; dataUpdatedAt: number } };

const nextLook = ({ state: { data, dataUpdatedAt } }: Aged): number =>
  data !== undefined && dataUpdatedAt - Date.parse(data.asOf) > 2 * soon ? soon : later;

/** How the project stands. */
export const standing = queryOptions({
  queryKey: ["overview"],
  queryFn: ({ signal }) => call("GET /overview", { signal }),
  refetchInterval: nextLook,
});

/** The sign-ups of each day. */
export const leadDays = (span: Span) =>
  queryOptions({
    queryKey: ["leads", "days", span],
    queryFn: ({ signal }) => call("GET /leads/days", { query: { span }, signal }),
    placeholderData: keepPreviousData,
  });

/** The claims of each day. */
export const claimDays = (span: Span) =>
  queryOptions({
    queryKey: ["claims", "days", span],
    queryFn: ({ signal }) => call("GET /claims/days", { query: { span }, signal }),
    placeholderData: keepPreviousData,
  });

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, callPage } from "@/contract/call";
import { countClaimsByDay } from "@/contract/claims";
import type { Span } from "@/contract/days";
import { listEvents } from "@/contract/events";
import { countLeadsByDay } from "@/contract/leads";
import { getOverview } from "@/contract/overview";

export const recentQuery = { limit: "10", count: "capped" } as const;
export const lastSendsQuery = { limit: "5", count: "capped" } as const;

/** The latest events. */
export const recentEvents = queryOptions({
  queryKey: ["events", recentQuery],
  queryFn: ({ signal }) => callPage(listEvents, { query: recentQuery, signal }),
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
  queryFn: ({ signal }) => call(getOverview, { signal }),
  refetchInterval: nextLook,
});

/** The sign-ups of each day. */
export const leadDays = (span: Span) =>
  queryOptions({
    queryKey: ["leads", "days", span],
    queryFn: ({ signal }) => call(countLeadsByDay, { query: { span }, signal }),
    placeholderData: keepPreviousData,
  });

/** The claims of each day. */
export const claimDays = (span: Span) =>
  queryOptions({
    queryKey: ["claims", "days", span],
    queryFn: ({ signal }) => call(countClaimsByDay, { query: { span }, signal }),
    placeholderData: keepPreviousData,
  });

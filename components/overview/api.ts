import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { apiPageQuery, apiQuery } from "@/components/api-query";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { spans } from "@/contract/enums";
import type { Span } from "@/contract/fields";

/** The time range of the chart, as the URL parameter `span`. */
export const chartSpanParser = parseAsStringLiteral(spans).withDefault("30");

/** Reads the time range from search parameters on the server. */
export const loadChartSpan = createLoader({ span: chartSpanParser });

export const funnelGroups = ["source", "channel", "week"] as const;

/** How the funnel is grouped, as the URL parameter `funnel`. */
export const funnelGroupParser = parseAsStringLiteral(funnelGroups).withDefault("source");

export const recentEventsParams = { limit: "10", count: "capped" } as const;
export const latestSendsParams = { limit: "5", count: "capped" } as const;

/** The latest events. */
export const recentEventsQuery = apiPageQuery("GET /events", { query: recentEventsParams });

// Milliseconds. A request for outdated stats makes the server compute them again, so the next answer is worth fetching soon.
const fastRefreshInterval = 5_000;
const refreshInterval = 30_000;

type StatsQuery = { state: { data: { asOf: string } | undefined; dataUpdatedAt: number } };

const getRefreshInterval = ({ state: { data, dataUpdatedAt } }: StatsQuery): number =>
  data !== undefined && dataUpdatedAt - Date.parse(data.asOf) > 2 * fastRefreshInterval ? fastRefreshInterval : refreshInterval;

/** The numbers of the overview, and what needs attention. */
export const overviewQuery = queryOptions({
  ...apiQuery("GET /overview"),
  refetchInterval: getRefreshInterval,
});

/** The waitlist's funnel. */
export const funnelQuery = queryOptions({
  ...apiQuery("GET /waitlist/funnel"),
  refetchInterval: getRefreshInterval,
});

/** The sign-ups per day. */
export const leadStatsQuery = (span: Span) =>
  queryOptions({
    ...apiQuery("GET /leads/stats", { query: { span } }),
    placeholderData: keepPreviousData,
  });

/** The claims per day. */
export const claimStatsQuery = (span: Span) =>
  queryOptions({
    ...apiQuery("GET /claims/stats", { query: { span } }),
    placeholderData: keepPreviousData,
  });

/** Hides the checklist of the overview for the signed-in staff member, or shows it again. */
export const useDismissChecklist = () =>
  useMutation({ mutationFn: (checklistDismissed: boolean) => call("PATCH /account", { body: { checklistDismissed } }) });

/** Resumes email that is paused because the mail server refused too many. */
export const useResumeEmail = () => useApiMutation(() => call("POST /deliveries/resume"));

/** Removes the suppressions of people who were refused for the reason of the last pause. */
export const useUndoSuppressions = () => useApiMutation(() => call("POST /deliveries/undo-suppressions"));

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { dateRangeParsers, defineListUrl, type FilterValues, omitUnset, toTimeRange } from "@/components/list/list-url";
import { callPage } from "@/contract/call";
import { actorKinds, eventKinds } from "@/contract/enums";
import type { listEventsEndpoint } from "@/contract/events";

/** The URL state of the activity. */
export const activityUrl = defineListUrl({
  filters: {
    by: parseAsStringLiteral(actorKinds),
    actor: parseAsString,
    kind: parseAsStringLiteral(eventKinds),
    ...dateRangeParsers,
    code: parseAsString,
    email: parseAsString,
  },
  toFilterQuery: ({ from, to, ...filters }, zone) => ({ ...omitUnset(filters), ...toTimeRange({ from, to }, zone) }),
});

export type ActivityFilterValues = FilterValues<typeof activityUrl.filters>;

/** Changes some filters and keeps the others. */
export type SetActivityFilters = (filters: Partial<ActivityFilterValues>) => void;

/** A page of events. */
export const eventsQuery = (query: z.input<NonNullable<typeof listEventsEndpoint.query>>) =>
  queryOptions({
    queryKey: ["events", query],
    queryFn: ({ signal }) => callPage("GET /events", { query, signal }),
    placeholderData: keepPreviousData,
  });

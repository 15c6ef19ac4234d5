import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { dateRangeParsers, defineListUrl, type FilterValues, omitUnset, toTimeRange } from "@/components/list/list-url";
import { actorKinds } from "@/contract/enums";
import { eventKinds } from "@/contract/event-kinds";

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

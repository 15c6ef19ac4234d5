import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FilterValues, defineListUrl } from "@/components/list/list-url";
import { toTimeRange, dateRangeParsers, omitUnset } from "@/components/list/filter-parsers";
import { actorKinds, eventKinds } from "@/contract/kinds";

/** What narrows the activity, as the page's address says it. */
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

/** Narrows the list to what it is told, beside what it is narrowed to already. */
export type SetActivityFilters = (more: Partial<ActivityFilterValues>) => void;

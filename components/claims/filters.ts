import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FilterValues, defineListUrl } from "@/components/list/list-url";
import { toTimeRange, dateRangeParsers, omitUnset } from "@/components/list/filter-parsers";
import { sources } from "@/contract/kinds";

/** What narrows and sorts the claims, as the page's address says it. */
export const claimsUrlState = defineListUrl({
  filters: {
    q: parseAsString,
    code: parseAsString,
    email: parseAsString,
    batch: parseAsString,
    source: parseAsStringLiteral(sources),
    ...dateRangeParsers,
  },
  toFilterQuery: ({ from, to, ...filters }, zone) => ({ ...omitUnset(filters), ...toTimeRange({ from, to }, zone) }),
  sorts: { directions: { claimed: "desc" }, default: "claimed" },
});

export type ClaimFilters = FilterValues<typeof claimsUrlState.filters>;

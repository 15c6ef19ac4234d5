import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FilterValues, defineListUrl } from "@/components/list/list-url";
import { toTimeRange, dateRangeParsers, omitUnset, booleanParser } from "@/components/list/filter-parsers";
import { leadStatuses, sources } from "@/contract/kinds";

/** What narrows and sorts the leads, as the page's address says it. */
export const leadsUrlState = defineListUrl({
  filters: {
    q: parseAsString,
    waitlist: booleanParser,
    invited: booleanParser,
    claimed: booleanParser,
    referred: booleanParser,
    referredBy: parseAsString,
    source: parseAsStringLiteral(sources),
    standing: parseAsStringLiteral(leadStatuses),
    ...dateRangeParsers,
  },
  toFilterQuery: ({ from, to, ...filters }, zone) => ({ ...omitUnset(filters), ...toTimeRange({ from, to }, zone) }),
  sorts: { directions: { created: "desc", email: "asc" }, default: "created" },
});

export type LeadFilters = FilterValues<typeof leadsUrlState.filters>;
export type LeadFilterQuery = ReturnType<typeof leadsUrlState.toFilterQuery>;

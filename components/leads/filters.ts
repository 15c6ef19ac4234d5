import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { booleanParser, dateRangeParsers, omitUnset, toTimeRange } from "@/components/list/filter-parsers";
import { defineListUrl, type FilterValues } from "@/components/list/list-url";
import { leadStatuses, sources } from "@/contract/enums";

/** The filters and sort order of the leads page, kept in the URL. */
export const leadsUrlState = defineListUrl({
  filters: {
    q: parseAsString,
    waitlist: booleanParser,
    invited: booleanParser,
    claimed: booleanParser,
    referred: booleanParser,
    referredBy: parseAsString,
    source: parseAsStringLiteral(sources),
    status: parseAsStringLiteral(leadStatuses),
    ...dateRangeParsers,
  },
  toFilterQuery: ({ from, to, ...filters }, zone) => ({ ...omitUnset(filters), ...toTimeRange({ from, to }, zone) }),
  sorts: { directions: { created: "desc", email: "asc" }, default: "created" },
});

export type LeadFilters = FilterValues<typeof leadsUrlState.filters>;
export type LeadFilterQuery = ReturnType<typeof leadsUrlState.toFilterQuery>;

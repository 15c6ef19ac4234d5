import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { dateRangeParsers, defineListUrl, type FilterValues, omitUnset, toTimeRange } from "@/components/list/list-url";
import { sources } from "@/contract/enums";

/** The filters and sort order of the claims page, kept in the URL. */
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

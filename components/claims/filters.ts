import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FiltersOf, listAddress } from "@/components/list/address";
import { between, days, given } from "@/components/list/narrowing";
import { sources } from "@/contract/kinds";

/** What narrows and sorts the claims, as the page's address says it. */
export const claimsUrlState = listAddress({
  filters: {
    q: parseAsString,
    code: parseAsString,
    email: parseAsString,
    batch: parseAsString,
    source: parseAsStringLiteral(sources),
    ...days,
  },
  narrowing: ({ from, to, ...filters }, zone) => ({ ...given(filters), ...between({ from, to }, zone) }),
  sorts: { orders: { claimed: "desc" }, first: "claimed" },
});

export type ClaimFilters = FiltersOf<typeof claimsUrlState.filters>;

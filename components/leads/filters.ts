import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FiltersOf, listAddress } from "@/components/list/address";
import { between, days, given, yesOrNo } from "@/components/list/narrowing";
import { leadStandings, sources } from "@/contract/kinds";

/** What narrows and sorts the leads, as the page's address says it. */
export const leadsUrlState = listAddress({
  filters: {
    q: parseAsString,
    waitlist: yesOrNo,
    invited: yesOrNo,
    claimed: yesOrNo,
    referred: yesOrNo,
    referredBy: parseAsString,
    source: parseAsStringLiteral(sources),
    standing: parseAsStringLiteral(leadStandings),
    ...days,
  },
  narrowing: ({ from, to, ...filters }, zone) => ({ ...given(filters), ...between({ from, to }, zone) }),
  sorts: { orders: { created: "desc", email: "asc" }, first: "created" },
});

export type LeadFilters = FiltersOf<typeof leadsUrlState.filters>;
export type LeadFilterQuery = ReturnType<typeof leadsUrlState.narrowing>;

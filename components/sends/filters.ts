import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FilterValues, defineListUrl } from "@/components/list/list-url";
import { toTimeRange, dateRangeParsers, omitUnset, booleanParser } from "@/components/list/filter-parsers";
import { deliveryStatuses, sendKinds } from "@/contract/kinds";

/** What narrows and sorts the sends, as the page's address says it. */
export const sendsUrlState = defineListUrl({
  filters: {
    kind: parseAsStringLiteral(sendKinds),
    done: booleanParser,
    failed: booleanParser,
    code: parseAsString,
    email: parseAsString,
    batch: parseAsString,
    ...dateRangeParsers,
  },
  toFilterQuery: ({ from, to, ...filters }, zone) => ({ ...omitUnset(filters), ...toTimeRange({ from, to }, zone) }),
  sorts: { directions: { created: "desc" }, default: "created" },
});

export type SendFilters = FilterValues<typeof sendsUrlState.filters>;

/** What narrows the messages of one send. */
export const deliveriesUrlState = defineListUrl({
  filters: { q: parseAsString, status: parseAsStringLiteral(deliveryStatuses) },
  toFilterQuery: omitUnset,
});

export type DeliveryFilters = FilterValues<typeof deliveriesUrlState.filters>;

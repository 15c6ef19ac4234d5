import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { booleanParser, dateRangeParsers, defineListUrl, type FilterValues, omitUnset, toTimeRange } from "@/components/list/list-url";
import { automaticEmailKinds, deliveryStatuses, savedEmailSkipReasons, sendKinds } from "@/contract/enums";

/** The filters and sort order of the sends page, kept in the URL. */
export const sendsUrlState = defineListUrl({
  filters: {
    kind: parseAsStringLiteral(sendKinds),
    completed: booleanParser,
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

/** The filters of a send's emails, kept in the URL. */
export const deliveriesUrlState = defineListUrl({
  filters: { q: parseAsString, status: parseAsStringLiteral(deliveryStatuses) },
  toFilterQuery: omitUnset,
});

export type DeliveryFilters = FilterValues<typeof deliveriesUrlState.filters>;

/** The filters of the automatic emails, kept in the URL. */
export const messagesUrlState = defineListUrl({
  filters: {
    kind: parseAsStringLiteral(automaticEmailKinds),
    status: parseAsStringLiteral(deliveryStatuses),
    email: parseAsString,
    wave: parseAsString,
  },
  toFilterQuery: omitUnset,
});

export type MessageFilters = FilterValues<typeof messagesUrlState.filters>;

/** The filters of the saved emails, kept in the URL. */
export const savedEmailsUrlState = defineListUrl({
  filters: { skipped: booleanParser, reason: parseAsStringLiteral(savedEmailSkipReasons), email: parseAsString },
  toFilterQuery: omitUnset,
});

export type SavedEmailFilters = FilterValues<typeof savedEmailsUrlState.filters>;

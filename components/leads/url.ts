import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { booleanParser, dateRangeParsers, defineListUrl, type FilterValues, omitUnset, toTimeRange } from "@/components/list/list-url";
import { deliveryStatuses, leadStatuses, messageKinds, sources, suppressionReasons, waitlistStatuses } from "@/contract/enums";

/** The numbers of referrals that lists can be filtered by. */
export const referralSteps = ["1", "2", "3", "5", "10"] as const;

/** The filters that the lists of leads and the waitlist share, kept in the URL. */
export const sharedFilterParsers = {
  q: parseAsString,
  invited: booleanParser,
  claimed: booleanParser,
  referred: booleanParser,
  referredBy: parseAsString,
  referralCode: parseAsString,
  field: parseAsString,
  source: parseAsStringLiteral(sources),
  sourceTag: parseAsString,
  utm_source: parseAsString,
  utm_medium: parseAsString,
  utm_campaign: parseAsString,
  utm_term: parseAsString,
  utm_content: parseAsString,
  tag: parseAsString,
  confirmed: booleanParser,
  minReferrals: parseAsStringLiteral(referralSteps),
  suppression: parseAsStringLiteral(suppressionReasons),
  sentCode: booleanParser,
  lastEmailKind: parseAsStringLiteral(messageKinds),
  lastEmailStatus: parseAsStringLiteral(deliveryStatuses),
  emailedFrom: dateRangeParsers.from,
  emailedTo: dateRangeParsers.to,
  wave: parseAsString,
  import: parseAsString,
  ...dateRangeParsers,
};

type DayFilters = FilterValues<Pick<typeof sharedFilterParsers, "from" | "to" | "emailedFrom" | "emailedTo">>;

/** Turns the filters of a URL into those of a request. */
export function toSharedFilterQuery<Filters extends DayFilters>({ from, to, emailedFrom, emailedTo, ...filters }: Filters, zone: string) {
  const { since: emailedSince, until: emailedUntil } = toTimeRange({ from: emailedFrom, to: emailedTo }, zone);
  return { ...omitUnset(filters), ...toTimeRange({ from, to }, zone), emailedSince, emailedUntil };
}

/** The filters and sort order of the leads page, kept in the URL. */
export const leadsUrlState = defineListUrl({
  filters: {
    ...sharedFilterParsers,
    waitlist: booleanParser,
    status: parseAsStringLiteral(leadStatuses),
    waitlistStatus: parseAsStringLiteral(waitlistStatuses),
  },
  toFilterQuery: toSharedFilterQuery,
  sorts: { directions: { created: "desc", email: "asc" }, default: "created" },
});

export type LeadFilters = FilterValues<typeof leadsUrlState.filters>;
export type LeadFilterQuery = ReturnType<typeof leadsUrlState.toFilterQuery>;

/** The query of the first page of a lead's timeline. */
export const timelinePageParams = { limit: "20", count: "capped" } as const;

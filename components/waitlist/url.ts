import { parseAsStringLiteral } from "nuqs/server";
import { sharedFilterParsers, toSharedFilterQuery } from "@/components/leads";
import { defineListUrl, type FilterValues } from "@/components/list/list-url";
import { waitlistStatuses } from "@/contract/enums";

/** The filters of the waitlist page, kept in the URL. */
export const waitlistUrlState = defineListUrl({
  filters: { ...sharedFilterParsers, status: parseAsStringLiteral(waitlistStatuses) },
  toFilterQuery: toSharedFilterQuery,
  sorts: { directions: { position: "asc" }, default: "position" },
});

export type WaitlistFilters = FilterValues<typeof waitlistUrlState.filters>;

/** The filter of leads that is the same as the filter of the waitlist, for bulk actions and waves. */
export function toLeadFilter({ status, ...filterQuery }: ReturnType<typeof waitlistUrlState.toFilterQuery>) {
  const waitlistStatus = status ?? (filterQuery.wave === undefined ? "waiting" : undefined);
  return { ...filterQuery, ...(waitlistStatus !== undefined && { waitlistStatus }) };
}

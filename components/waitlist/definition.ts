import { sharedFilters } from "@/components/leads";
import { customFilter, defineList, type FilterQuery, searchFilter } from "@/components/list/definition";
import { waitlistStatuses } from "@/contract/enums";

/** The waitlist. */
export const waitlistList = defineList("GET /waitlist", {
  filters: {
    q: searchFilter("Search the waitlist"),
    status: { ...customFilter("Status"), parse: (text) => waitlistStatuses.find((status) => status === text) ?? null },
    ...sharedFilters,
  },
  sorts: { position: "asc" },
});

/** The filter of leads that is the same as the filter of the waitlist, for bulk actions and waves. */
export function toLeadFilter({ status, ...filterQuery }: FilterQuery<"GET /waitlist">): FilterQuery<"GET /leads"> {
  const waitlistStatus = status ?? (filterQuery.wave === undefined ? "waiting" : undefined);
  return { ...filterQuery, ...(waitlistStatus !== undefined && { waitlistStatus }) };
}

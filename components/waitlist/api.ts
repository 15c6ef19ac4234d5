import { parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { sharedFilterParsers, toSharedFilterQuery } from "@/components/leads";
import { defineListUrl, type FilterValues, pageQuery } from "@/components/list/list-url";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { waitlistStatuses } from "@/contract/enums";
import type { moveOnWaitlistEndpoint } from "@/contract/waitlist";

/** The filters of the waitlist page, kept in the URL. */
export const waitlistUrlState = defineListUrl({
  filters: { ...sharedFilterParsers, status: parseAsStringLiteral(waitlistStatuses) },
  toFilterQuery: toSharedFilterQuery,
  sorts: { directions: { position: "asc" }, default: "position" },
});

export type WaitlistFilters = FilterValues<typeof waitlistUrlState.filters>;

/** Lists one page of the waitlist. */
export const waitlistQuery = pageQuery("GET /waitlist");

export const useMoveOnWaitlist = () =>
  useApiMutation((body: z.input<typeof moveOnWaitlistEndpoint.body>) => call("POST /waitlist/move", { body }));

export const useRemoveFromWaitlist = () =>
  useApiMutation((email: string) => call("PATCH /leads/email/:email", { params: { email }, body: { waitlist: false } }));

/** The filter of leads that is the same as the filter of the waitlist, for bulk actions and waves. */
export function toLeadFilter({ status, ...filterQuery }: ReturnType<typeof waitlistUrlState.toFilterQuery>) {
  const waitlistStatus = status ?? (filterQuery.wave === undefined ? "waiting" : undefined);
  return { ...filterQuery, ...(waitlistStatus !== undefined && { waitlistStatus }) };
}

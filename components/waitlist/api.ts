import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { booleanParser, defineListUrl, type FilterValues, omitUnset, pageQuery } from "@/components/list/list-url";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { sources, waitlistStatuses } from "@/contract/enums";
import type { moveOnWaitlistEndpoint } from "@/contract/waitlist";

/** The numbers of referrals that the list can be filtered by. */
export const referralSteps = ["1", "2", "3", "5", "10"] as const;

/** The filters of the waitlist page, kept in the URL. */
export const waitlistUrlState = defineListUrl({
  filters: {
    q: parseAsString,
    status: parseAsStringLiteral(waitlistStatuses),
    source: parseAsStringLiteral(sources),
    sourceTag: parseAsString,
    tag: parseAsString,
    confirmed: booleanParser,
    minReferrals: parseAsStringLiteral(referralSteps),
    wave: parseAsString,
  },
  toFilterQuery: omitUnset,
  sorts: { directions: { position: "asc" }, default: "position" },
});

export type WaitlistFilters = FilterValues<typeof waitlistUrlState.filters>;

/** Lists one page of the waitlist. */
export const waitlistQuery = pageQuery("waitlist", "GET /waitlist");

export const useMoveOnWaitlist = () =>
  useApiMutation((body: z.input<typeof moveOnWaitlistEndpoint.body>) => call("POST /waitlist/move", { body }));

export const useRemoveFromWaitlist = () =>
  useApiMutation((email: string) => call("PATCH /leads/email/:email", { params: { email }, body: { waitlist: false } }));

import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { apiQuery } from "@/components/api-query";
import { dateRangeParsers, defineListUrl, type FilterValues, omitUnset, pageQuery, toTimeRange } from "@/components/list/list-url";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { revokeClaimEndpoint } from "@/contract/claims";
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

/** Lists one page of claims. */
export const claimsQuery = pageQuery("GET /claims");

export const useRevokeClaim = () =>
  useApiMutation((body: z.input<typeof revokeClaimEndpoint.body>) => call("POST /claims/revoke", { body }));

/** Lists the latest attempts to claim a code, or with an email, that failed. */
export const failedClaimsQuery = (query: { code: string } | { email: string }) => apiQuery("GET /claims/failed", { query });

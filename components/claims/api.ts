import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { useApiMutation } from "@/components/use-api-mutation";
import { call, callPage } from "@/contract/call";
import type { listClaimsEndpoint, revokeClaimEndpoint } from "@/contract/claims";

/** Lists one page of claims. */
export const claimsQuery = (query: z.input<NonNullable<typeof listClaimsEndpoint.query>>) =>
  queryOptions({
    queryKey: ["claims", query],
    queryFn: ({ signal }) => callPage("GET /claims", { query, signal }),
    placeholderData: keepPreviousData,
  });

export const useRevokeClaim = () =>
  useApiMutation((body: z.input<typeof revokeClaimEndpoint.body>) => call("POST /claims/revoke", { body }));

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { callPage } from "@/contract/call";
import type { listClaimsEndpoint } from "@/contract/claims";

/** Lists one page of claims. */
export const claimsQuery = (query: z.input<NonNullable<typeof listClaimsEndpoint.query>>) =>
  queryOptions({
    queryKey: ["claims", query],
    queryFn: ({ signal }) => callPage("GET /claims", { query, signal }),
    placeholderData: keepPreviousData,
  });

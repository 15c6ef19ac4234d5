import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { callPage } from "@/contract/call";
import { listClaims } from "@/contract/claims";

/** A page of claims. */
export const claimsPage = (query: z.input<NonNullable<typeof listClaims.query>>) =>
  queryOptions({
    queryKey: ["claims", query],
    queryFn: ({ signal }) => callPage(listClaims, { query, signal }),
    placeholderData: keepPreviousData,
  });

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { callPage } from "@/contract/call";
import type { listSuppressionsEndpoint } from "@/contract/suppressions";

/** A page of suppressions. */
export const suppressionsQuery = (query: z.input<NonNullable<typeof listSuppressionsEndpoint.query>>) =>
  queryOptions({
    queryKey: ["suppressions", query],
    queryFn: ({ signal }) => callPage("GET /suppressions", { query, signal }),
    placeholderData: keepPreviousData,
  });

/** What is asked for the suppression of one address. */
export const suppressionParams = (email: string) => ({ email, limit: "1" }) as const;

/** Why one address gets no mail; an empty page where it does. */
export const suppressionQuery = (email: string) => suppressionsQuery(suppressionParams(email));

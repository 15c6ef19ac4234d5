import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call, callPage } from "@/contract/call";
import type { listCodesEndpoint } from "@/contract/codes";
import type { CodeFilterQuery } from "./filters";

type CodesQuery = z.input<NonNullable<typeof listCodesEndpoint.query>>;

/** A page of codes. */
export const codesQuery = (query: CodesQuery) =>
  queryOptions({
    queryKey: ["codes", query],
    queryFn: ({ signal }) => callPage("GET /codes", { query, signal }),
    placeholderData: keepPreviousData,
  });

/** How many codes match, all of them counted. */
export const codeCountQuery = (narrowing: CodeFilterQuery) =>
  queryOptions({
    queryKey: ["codes", "counted", narrowing],
    queryFn: async ({ signal }) => (await callPage("GET /codes", { query: { ...narrowing, limit: "1" }, signal })).total,
  });

/** One code. */
export const codeQuery = (code: string) =>
  queryOptions({ queryKey: ["code", code], queryFn: ({ signal }) => call("GET /codes/:code", { params: { code }, signal }) });

/** What is asked for a stretch of what belongs to a code; the first begins without a cursor. */
export const relatedPageParams = (cursor: string) => ({ limit: "10", cursor: cursor === "" ? undefined : cursor, count: "capped" }) as const;

/** Who claimed a code, newest first. */
export const codeClaimsQuery = (code: string) =>
  infiniteQueryOptions({
    queryKey: ["code", code, "claims"],
    queryFn: ({ signal, pageParam }) => callPage("GET /codes/:code/claims", { params: { code }, query: relatedPageParams(pageParam), signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });

/** The messages that carried a code, newest first. */
export const codeDeliveriesQuery = (code: string) =>
  infiniteQueryOptions({
    queryKey: ["code", code, "deliveries"],
    queryFn: ({ signal, pageParam }) => callPage("GET /deliveries", { query: { code, ...relatedPageParams(pageParam) }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });

/** What happened with a code, newest first. */
export const codeHistoryQuery = (code: string) =>
  infiniteQueryOptions({
    queryKey: ["code", code, "history"],
    queryFn: ({ signal, pageParam }) => callPage("GET /events", { query: { code, ...relatedPageParams(pageParam) }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });

/** Why an address can or cannot claim a code. */
export const claimCheckQuery = (code: string, email: string) =>
  queryOptions({
    queryKey: ["code", code, "check", email],
    queryFn: ({ signal }) => call("POST /codes/check", { body: { code, email }, signal }),
    staleTime: 0,
  });

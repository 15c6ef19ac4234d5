import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call, callPage } from "@/contract/call";
import type { listLeadsEndpoint } from "@/contract/leads";
import type { LeadFilterQuery } from "./filters";

type LeadsQuery = z.input<NonNullable<typeof listLeadsEndpoint.query>>;

/** A page of leads. */
export const leadsQuery = (query: LeadsQuery) =>
  queryOptions({
    queryKey: ["leads", query],
    queryFn: ({ signal }) => callPage("GET /leads", { query, signal }),
    placeholderData: keepPreviousData,
  });

/** One lead. */
export const leadQuery = (email: string) =>
  queryOptions({ queryKey: ["lead", email], queryFn: ({ signal }) => call("GET /leads/email/:email", { params: { email }, signal }) });

/** Where a lead stands in line, and how many friends of theirs joined. */
export const leadPositionQuery = (email: string) =>
  queryOptions({
    queryKey: ["lead", email, "place"],
    queryFn: ({ signal }) => call("GET /leads/email/:email/place", { params: { email }, signal }),
  });

/** What is asked for a stretch of a lead's history; the first begins without a cursor. */
export const timelinePageParams = (cursor: string) => ({ limit: "20", cursor: cursor === "" ? undefined : cursor, count: "capped" }) as const;

/** What happened with a lead, newest first, a stretch at a time. */
export const leadTimelineQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: ["timeline", email],
    queryFn: ({ signal, pageParam }) =>
      callPage("GET /leads/email/:email/timeline", { params: { email }, query: timelinePageParams(pageParam), signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });

// Before an act on all that match they are counted to the last one, however many they are.
const exactCount = { limit: "1", count: "exact" } as const;

/** How many leads match. */
export const leadCountQuery = (filterQuery: LeadFilterQuery) =>
  queryOptions({
    queryKey: ["leads", "counted", filterQuery],
    queryFn: async ({ signal }) => (await callPage("GET /leads", { query: { ...filterQuery, ...exactCount }, signal })).total,
  });

/** How many of the leads that match have claimed a code. */
export const claimedLeadCountQuery = (filterQuery: LeadFilterQuery) =>
  queryOptions({
    queryKey: ["leads", "claimed", filterQuery],
    queryFn: async ({ signal }) => {
      if (filterQuery.claimed === "false") return "0";
      return (await callPage("GET /leads", { query: { ...filterQuery, claimed: "true", ...exactCount }, signal })).total;
    },
  });

/** What is deleted with a lead: their claims, and the codes that are reserved for them lose that. */
export const leadDeletionImpactQuery = (email: string) =>
  queryOptions({
    queryKey: ["lead", email, "belongings"],
    queryFn: async ({ signal }) => {
      const [claims, codes] = await Promise.all([
        callPage("GET /claims", { query: { email, limit: "1" }, signal }),
        callPage("GET /codes", { query: { reservedFor: email, limit: "1" }, signal }),
      ]);
      return { claims: Number(claims.total), reserved: Number(codes.total) };
    },
  });

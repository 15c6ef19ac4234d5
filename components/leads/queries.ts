import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call, callPage } from "@/contract/call";
import type { listLeadsEndpoint } from "@/contract/leads";
import type { LeadFilterQuery } from "./filters";

type LeadsQuery = z.input<NonNullable<typeof listLeadsEndpoint.query>>;

/** Lists one page of leads. */
export const leadsQuery = (query: LeadsQuery) =>
  queryOptions({
    queryKey: ["leads", query],
    queryFn: ({ signal }) => callPage("GET /leads", { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Gets one lead. */
export const leadQuery = (email: string) =>
  queryOptions({ queryKey: ["lead", email], queryFn: ({ signal }) => call("GET /leads/email/:email", { params: { email }, signal }) });

/** Gets a lead's position on the waitlist and their number of referrals. */
export const leadPositionQuery = (email: string) =>
  queryOptions({
    queryKey: ["lead", email, "position"],
    queryFn: ({ signal }) => call("GET /leads/email/:email/position", { params: { email }, signal }),
  });

/** The query of one page of a lead's timeline. The first page has an empty cursor. */
export const timelinePageParams = (cursor: string) =>
  ({ limit: "20", cursor: cursor === "" ? undefined : cursor, count: "capped" }) as const;

/** Lists the events and emails of a lead, newest first. */
export const leadTimelineQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: ["timeline", email],
    queryFn: ({ signal, pageParam }) =>
      callPage("GET /leads/email/:email/timeline", { params: { email }, query: timelinePageParams(pageParam), signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });

// Bulk actions on all matching leads name their exact number.
const exactCount = { limit: "1", count: "exact" } as const;

/** Counts the matching leads. */
export const leadCountQuery = (filterQuery: LeadFilterQuery) =>
  queryOptions({
    queryKey: ["leads", "count", filterQuery],
    queryFn: async ({ signal }) => (await callPage("GET /leads", { query: { ...filterQuery, ...exactCount }, signal })).total,
  });

/** Counts the matching leads who have claimed a code. */
export const claimedLeadCountQuery = (filterQuery: LeadFilterQuery) =>
  queryOptions({
    queryKey: ["leads", "claimed", filterQuery],
    queryFn: async ({ signal }) => {
      if (filterQuery.claimed === "false") return "0";
      return (await callPage("GET /leads", { query: { ...filterQuery, claimed: "true", ...exactCount }, signal })).total;
    },
  });

/** Counts what deleting a lead affects: their claims, and the codes reserved for them. */
export const leadDeletionImpactQuery = (email: string) =>
  queryOptions({
    queryKey: ["lead", email, "deletion-impact"],
    queryFn: async ({ signal }) => {
      const [claims, codes] = await Promise.all([
        callPage("GET /claims", { query: { email, limit: "1" }, signal }),
        callPage("GET /codes", { query: { reservedFor: email, limit: "1" }, signal }),
      ]);
      return { claims: Number(claims.total), reserved: Number(codes.total) };
    },
  });

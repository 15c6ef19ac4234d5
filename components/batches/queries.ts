import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { listBatchesEndpoint } from "@/contract/batches";
import { call, callPage } from "@/contract/call";
import type { Span } from "@/contract/daily-stats";

type BatchesQuery = z.input<NonNullable<typeof listBatchesEndpoint.query>>;

/** A page of batches. */
export const batchesQuery = (query: BatchesQuery) =>
  queryOptions({
    queryKey: ["batches", query],
    queryFn: ({ signal }) => callPage("GET /batches", { query, signal }),
    placeholderData: keepPreviousData,
  });

/** The batches whose names hold a text, the newest of them. */
export const batchSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ["batches", "found", text],
    queryFn: ({ signal }) => call("GET /batches", { query: { q: text || undefined, limit: "8", count: "capped" }, signal }),
    placeholderData: keepPreviousData,
  });

/** One batch. */
export const batchQuery = (batch: string) =>
  queryOptions({ queryKey: ["batch", batch], queryFn: ({ signal }) => call("GET /batches/:batch", { params: { batch }, signal }) });

/** How many claims of a batch's codes there were on each day. */
export const batchClaimStatsQuery = (batch: string, span: Span) =>
  queryOptions({
    queryKey: ["batch", batch, "days", span],
    queryFn: ({ signal }) => call("GET /claims/stats", { query: { batch, span }, signal }),
    placeholderData: keepPreviousData,
  });

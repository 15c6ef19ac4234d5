import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { listBatchesEndpoint } from "@/contract/batches";
import { call, callPage } from "@/contract/call";
import type { Span } from "@/contract/daily-stats";

type BatchesQuery = z.input<NonNullable<typeof listBatchesEndpoint.query>>;

/** Lists one page of batches. */
export const batchesQuery = (query: BatchesQuery) =>
  queryOptions({
    queryKey: ["batches", query],
    queryFn: ({ signal }) => callPage("GET /batches", { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Searches batches by name, newest first. */
export const batchSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ["batches", "search", text],
    queryFn: ({ signal }) => call("GET /batches", { query: { q: text || undefined, limit: "8", count: "capped" }, signal }),
    placeholderData: keepPreviousData,
  });

/** Gets one batch. */
export const batchQuery = (batch: string) =>
  queryOptions({ queryKey: ["batch", batch], queryFn: ({ signal }) => call("GET /batches/:batch", { params: { batch }, signal }) });

/** Gets the claims per day of a batch's codes. */
export const batchClaimStatsQuery = (batch: string, span: Span) =>
  queryOptions({
    queryKey: ["batch", batch, "stats", span],
    queryFn: ({ signal }) => call("GET /claims/stats", { query: { batch, span }, signal }),
    placeholderData: keepPreviousData,
  });

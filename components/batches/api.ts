import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { apiPageQuery, apiQuery } from "@/components/api-query";
import { useJobMutation } from "@/components/jobs";
import { booleanParser, defineListUrl, omitUnset, pageQuery } from "@/components/list/list-url";
import { useApiMutation } from "@/components/use-api-mutation";
import type { bulkUpdateBatchesEndpoint, updateBatchEndpoint } from "@/contract/batches";
import { call } from "@/contract/call";
import { allCodeTypes } from "@/contract/enums";
import type { Span } from "@/contract/fields";
import type { JobRecord } from "@/contract/jobs";

/** The filters and sort order of the batches page, kept in the URL. */
export const batchesUrlState = defineListUrl({
  filters: { q: parseAsString, type: parseAsStringLiteral(allCodeTypes), paused: booleanParser },
  toFilterQuery: (filters) => omitUnset(filters),
  sorts: { directions: { created: "desc", name: "asc" }, default: "created" },
});

/** Lists one page of batches. */
export const batchesQuery = pageQuery("GET /batches");

/** Searches batches by name, newest first. */
export const batchSearchQuery = (text: string, limit = 8) =>
  apiPageQuery("GET /batches", { query: { q: text || undefined, limit: String(limit), count: "capped" } });

/** Gets one batch. */
export const batchQuery = (batch: string) => apiQuery("GET /batches/:batch", { params: { batch } });

/** Gets the claims per day of a batch's codes. */
export const batchClaimStatsQuery = (batch: string, span: Span) =>
  queryOptions({
    ...apiQuery("GET /claims/stats", { query: { batch, span } }),
    placeholderData: keepPreviousData,
  });

type ExtendBatchInput = { batch: string; validUntil?: string | null | undefined; allowedClaims?: number | undefined };

export const useUpdateBatch = () =>
  useApiMutation(({ batch, ...body }: { batch: string } & z.input<typeof updateBatchEndpoint.body>) =>
    call("PATCH /batches/:batch", { params: { batch }, body }),
  );

export const useExtendBatch = () =>
  useJobMutation(({ batch, ...extension }: ExtendBatchInput) => startBatchJob({ action: "extend", batches: [batch], ...extension }));

/** Moves a batch to the bin. */
export const useDeleteBatch = () =>
  useJobMutation(({ batch }: { batch: string }) => startBatchJob({ action: "delete", batches: [batch], bin: true }));

async function startBatchJob(body: z.input<typeof bulkUpdateBatchesEndpoint.body>): Promise<JobRecord> {
  const { jobs } = await call("POST /batches/bulk", { body });
  const [job] = jobs;
  if (!job) throw new TypeError("The server returned no job");
  return job;
}

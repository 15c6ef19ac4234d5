import { queryOptions } from "@tanstack/react-query";
import { createParser, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { apiInfiniteQuery, apiPageQuery, apiQuery } from "@/components/api-query";
import { useJobMutation } from "@/components/jobs";
import {
  booleanParser,
  dateRangeParsers,
  defineListUrl,
  type FilterValues,
  omitUnset,
  pageQuery,
  toTimeRange,
} from "@/components/list/list-url";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { bulkUpdateCodesEndpoint, updateCodeEndpoint } from "@/contract/code-updates";
import { allCodeTypes, codeStatuses } from "@/contract/enums";
import { parseDateTime } from "@/contract/normalize";

const instantParser = createParser({ parse: parseDateTime, serialize: (value: string) => value });

const filters = {
  q: parseAsString,
  status: parseAsStringLiteral(codeStatuses),
  type: parseAsStringLiteral(allCodeTypes),
  batch: parseAsString,
  tag: parseAsString,
  reserved: booleanParser,
  reservedFor: parseAsString,
  usesLeft: booleanParser,
  endsBefore: instantParser,
  ...dateRangeParsers,
};

const sorts = { directions: { created: "desc", code: "asc", validUntil: "asc" }, default: "created" } as const;

/** The filters and sort order of the codes page, kept in the URL. */
export const codesUrlState = defineListUrl({
  filters,
  toFilterQuery: ({ from, to, ...rest }, zone) => ({ ...omitUnset(rest), ...toTimeRange({ from, to }, zone) }),
  sorts,
});

/** The filters and sort order of the codes on a batch's page. */
export const batchCodesUrlState = (batch: string) =>
  defineListUrl({
    filters,
    toFilterQuery: ({ from, to, batch: _, ...rest }, zone) => ({ ...omitUnset(rest), ...toTimeRange({ from, to }, zone), batch }),
    sorts,
  });

export type CodeFilters = FilterValues<typeof filters>;
export type CodeFilterQuery = ReturnType<typeof codesUrlState.toFilterQuery>;

/** Lists one page of codes. */
export const codesQuery = pageQuery("GET /codes");

/** Counts all matching codes, however many there are. */
export const codeCountQuery = (filterQuery: CodeFilterQuery) =>
  queryOptions({
    ...apiPageQuery("GET /codes", { query: { ...filterQuery, limit: "1" } }),
    select: ({ total }) => total,
  });

/** Gets one code. */
export const codeQuery = (code: string) => apiQuery("GET /codes/:code", { params: { code } });

/** Lists codes that a mistyped code can mean. */
export const similarCodesQuery = (code: string) =>
  queryOptions({
    ...apiQuery("POST /codes/suggest", { body: { code } }),
    retry: false,
  });

/** The query of the first page of a code's claims, emails or events. */
export const relatedPageParams = { limit: "10", count: "capped" } as const;

/** Lists the claims of a code, newest first. */
export const codeClaimsQuery = (code: string) =>
  apiInfiniteQuery("GET /codes/:code/claims", { params: { code }, query: relatedPageParams });

/** Lists the emails that carried a code, newest first. */
export const codeDeliveriesQuery = (code: string) => apiInfiniteQuery("GET /deliveries", { query: { code, ...relatedPageParams } });

/** Lists the events of a code, newest first. */
export const codeHistoryQuery = (code: string) => apiInfiniteQuery("GET /events", { query: { code, ...relatedPageParams } });

/** Checks whether someone can claim a code. */
export const claimCheckQuery = (code: string, email: string) =>
  queryOptions({
    ...apiQuery("POST /codes/check", { body: { code, email } }),
    staleTime: 0,
  });

type Body<Endpoint extends { body: z.ZodType }> = z.input<Endpoint["body"]>;

export const useBulkUpdateCodes = () => useJobMutation((body: Body<typeof bulkUpdateCodesEndpoint>) => call("POST /codes/bulk", { body }));

export const useUpdateCode = (code: string) =>
  useApiMutation((body: Body<typeof updateCodeEndpoint>) => call("PATCH /codes/:code", { params: { code }, body }));

export const useReplaceWords = (code: string) => useApiMutation((_: null) => call("POST /codes/:code/new-words", { params: { code } }));

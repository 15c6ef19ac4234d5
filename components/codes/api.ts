import { queryOptions } from "@tanstack/react-query";
import { createParser, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { useJobMutation } from "@/components/jobs";
import {
  booleanParser,
  cursorQuery,
  dateRangeParsers,
  defineListUrl,
  type FilterValues,
  omitUnset,
  pageQuery,
  toTimeRange,
} from "@/components/list/list-url";
import { useApiMutation } from "@/components/use-api-mutation";
import { call, callPage } from "@/contract/call";
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
export const codesQuery = pageQuery("codes", "GET /codes");

/** Counts all matching codes, however many there are. */
export const codeCountQuery = (filterQuery: CodeFilterQuery) =>
  queryOptions({
    queryKey: ["codes", "count", filterQuery],
    queryFn: async ({ signal }) => (await callPage("GET /codes", { query: { ...filterQuery, limit: "1" }, signal })).total,
  });

/** Gets one code. */
export const codeQuery = (code: string) =>
  queryOptions({ queryKey: ["code", code], queryFn: ({ signal }) => call("GET /codes/:code", { params: { code }, signal }) });

/** Lists codes that a mistyped code can mean. */
export const similarCodesQuery = (code: string) =>
  queryOptions({
    queryKey: ["codes", "similar", code],
    queryFn: ({ signal }) => call("POST /codes/suggest", { body: { code }, signal }),
    retry: false,
  });

/** The query of the first page of a code's claims, emails or events. */
export const relatedPageParams = { limit: "10", count: "capped" } as const;

/** Lists the claims of a code, newest first. */
export const codeClaimsQuery = (code: string) =>
  cursorQuery(["code", code, "claims"], (cursor, signal) =>
    callPage("GET /codes/:code/claims", { params: { code }, query: { ...relatedPageParams, cursor }, signal }),
  );

/** Lists the emails that carried a code, newest first. */
export const codeDeliveriesQuery = (code: string) =>
  cursorQuery(["code", code, "deliveries"], (cursor, signal) =>
    callPage("GET /deliveries", { query: { code, ...relatedPageParams, cursor }, signal }),
  );

/** Lists the events of a code, newest first. */
export const codeHistoryQuery = (code: string) =>
  cursorQuery(["code", code, "history"], (cursor, signal) =>
    callPage("GET /events", { query: { code, ...relatedPageParams, cursor }, signal }),
  );

/** Checks whether someone can claim a code. */
export const claimCheckQuery = (code: string, email: string) =>
  queryOptions({
    queryKey: ["code", code, "check", email],
    queryFn: ({ signal }) => call("POST /codes/check", { body: { code, email }, signal }),
    staleTime: 0,
  });

type Body<Endpoint extends { body: z.ZodType }> = z.input<Endpoint["body"]>;

export const useBulkUpdateCodes = () => useJobMutation((body: Body<typeof bulkUpdateCodesEndpoint>) => call("POST /codes/bulk", { body }));

export const useUpdateCode = (code: string) =>
  useApiMutation((body: Body<typeof updateCodeEndpoint>) => call("PATCH /codes/:code", { params: { code }, body }));

export const useReplaceWords = (code: string) => useApiMutation((_: null) => call("POST /codes/:code/new-words", { params: { code } }));

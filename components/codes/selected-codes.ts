import type { QueryClient } from "@tanstack/react-query";
import { toBulkFilter } from "@/components/list/filter-parsers";
import type { Selection } from "@/components/list/selection";
import type { Page } from "@/contract/call";
import type { CodeRecord } from "@/contract/codes";
import type { CodeFilterQuery } from "./filters";

/** The codes of a bulk action: listed, or all that match a filter. */
export type SelectedCodes = { codes: string[] } | { filter: ReturnType<typeof toBulkFilter> };

/** Turns a selection into the input of a bulk endpoint. */
export const selectedCodes = (selection: Selection, filterQuery: CodeFilterQuery): SelectedCodes =>
  selection.kind === "some" ? { codes: [...selection.ids] } : { filter: toBulkFilter(filterQuery) };

const isPage = (data: unknown): data is Page<CodeRecord> => typeof data === "object" && data !== null && "items" in data;

/** Counts the claims of the selected codes. Returns null if a selected code isn't in the cache. */
export function countSelectedClaims(client: QueryClient, selection: Selection): number | null {
  if (selection.kind === "all") return null;
  const pages = client.getQueriesData({ queryKey: ["codes"] }).map(([, data]) => data);
  const claimsByCode = new Map(pages.filter(isPage).flatMap(({ items }) => items.map((item) => [item.code, item.claims])));
  const claims = selection.ids.map((code) => claimsByCode.get(code));
  return claims.every((count) => count !== undefined) ? claims.reduce((sum, count) => sum + count, 0) : null;
}

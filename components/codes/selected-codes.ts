import type { QueryClient } from "@tanstack/react-query";
import { matching } from "@/components/list/narrowing";
import type { Selection } from "@/components/list/selection";
import type { Page } from "@/contract/call";
import type { CodeRecord } from "@/contract/codes";
import { countOf } from "@/lib/counts";
import type { CodeFilterQuery } from "./filters";

/** The codes that an act is about: some by their texts, or all that match. */
export type SelectedCodes = { codes: string[] } | { filter: ReturnType<typeof matching> };

/** What is selected, as endpoints take it. */
export const selectedCodes = (selection: Selection, narrowing: CodeFilterQuery): SelectedCodes =>
  selection.kind === "some" ? { codes: [...selection.ids] } : { filter: matching(narrowing) };

const isPage = (data: unknown): data is Page<CodeRecord> => typeof data === "object" && data !== null && "items" in data;

/** How many claims the codes that are selected have; null where that is not known of all of them. */
export function countSelectedClaims(client: QueryClient, selection: Selection): number | null {
  if (selection.kind === "all") return null;
  // Whatever is selected was seen on a page of the list.
  const pages = client.getQueriesData({ queryKey: ["codes"] }).map(([, data]) => data);
  const known = new Map(pages.filter(isPage).flatMap(({ items }) => items.map((item) => [item.code, item.claims])));
  const claims = selection.ids.map((code) => known.get(code));
  return claims.every((count) => count !== undefined) ? claims.reduce((sum, count) => sum + count, 0) : null;
}

/** A number of codes as lists count: "1 code", "12,345 codes", "10,000+ codes". */
export const codeTotalLabel = (total: string): string => `${countOf(total)} ${total === "1" ? "code" : "codes"}`;

import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FiltersOf, listAddress } from "@/components/list/address";
import { given, yesOrNo } from "@/components/list/narrowing";
import { codeTypes } from "@/contract/kinds";

/** What narrows and sorts the batches, as the page's address says it. */
export const batchesUrlState = listAddress({
  filters: { q: parseAsString, type: parseAsStringLiteral(codeTypes), paused: yesOrNo },
  narrowing: (filters) => given(filters),
  sorts: { orders: { created: "desc", name: "asc" }, first: "created" },
});

export type BatchFilters = FiltersOf<typeof batchesUrlState.filters>;

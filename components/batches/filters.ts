import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FilterValues, defineListUrl } from "@/components/list/list-url";
import { omitUnset, booleanParser } from "@/components/list/filter-parsers";
import { codeTypes } from "@/contract/kinds";

/** What narrows and sorts the batches, as the page's address says it. */
export const batchesUrlState = defineListUrl({
  filters: { q: parseAsString, type: parseAsStringLiteral(codeTypes), paused: booleanParser },
  toFilterQuery: (filters) => omitUnset(filters),
  sorts: { directions: { created: "desc", name: "asc" }, default: "created" },
});

export type BatchFilters = FilterValues<typeof batchesUrlState.filters>;

import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { booleanParser, omitUnset } from "@/components/list/filter-parsers";
import { defineListUrl, type FilterValues } from "@/components/list/list-url";
import { codeTypes } from "@/contract/enums";

/** The filters and sort order of the batches page, kept in the URL. */
export const batchesUrlState = defineListUrl({
  filters: { q: parseAsString, type: parseAsStringLiteral(codeTypes), paused: booleanParser },
  toFilterQuery: (filters) => omitUnset(filters),
  sorts: { directions: { created: "desc", name: "asc" }, default: "created" },
});

export type BatchFilters = FilterValues<typeof batchesUrlState.filters>;

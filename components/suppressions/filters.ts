import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FilterValues, defineListUrl } from "@/components/list/list-url";
import { omitUnset } from "@/components/list/filter-parsers";
import { suppressionReasons } from "@/contract/kinds";

/** What narrows and sorts the suppressions, as the page's address says it. */
export const suppressionsUrl = defineListUrl({
  filters: { q: parseAsString, reason: parseAsStringLiteral(suppressionReasons) },
  toFilterQuery: omitUnset,
  sorts: { directions: { created: "desc" }, default: "created" },
});

export type SuppressionFilterValues = FilterValues<typeof suppressionsUrl.filters>;

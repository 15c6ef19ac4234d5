import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { omitUnset } from "@/components/list/filter-parsers";
import { defineListUrl, type FilterValues } from "@/components/list/list-url";
import { suppressionReasons } from "@/contract/enums";

/** The URL state of the suppressions. */
export const suppressionsUrl = defineListUrl({
  filters: { q: parseAsString, reason: parseAsStringLiteral(suppressionReasons) },
  toFilterQuery: omitUnset,
  sorts: { directions: { created: "desc" }, default: "created" },
});

export type SuppressionFilterValues = FilterValues<typeof suppressionsUrl.filters>;

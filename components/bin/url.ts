import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { defineListUrl, type FilterValues, omitUnset } from "@/components/list/list-url";
import { binEntryKinds } from "@/contract/bin";

/** The URL state of the bin. */
export const binUrl = defineListUrl({
  filters: { q: parseAsString, kind: parseAsStringLiteral(binEntryKinds) },
  toFilterQuery: omitUnset,
});

export type BinFilterValues = FilterValues<typeof binUrl.filters>;

import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { booleanParser, defineListUrl, omitUnset } from "@/components/list/list-url";
import { allCodeTypes } from "@/contract/enums";

/** The filters and sort order of the batches page, kept in the URL. */
export const batchesUrlState = defineListUrl({
  filters: { q: parseAsString, type: parseAsStringLiteral(allCodeTypes), paused: booleanParser },
  toFilterQuery: (filters) => omitUnset(filters),
  sorts: { directions: { created: "desc", name: "asc" }, default: "created" },
});

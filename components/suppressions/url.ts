import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { defineListUrl, type FilterValues, omitUnset } from "@/components/list/list-url";
import { suppressionReasons } from "@/contract/enums";

/** The URL state of the suppressions. */
export const suppressionsUrl = defineListUrl({
  filters: { q: parseAsString, reason: parseAsStringLiteral(suppressionReasons) },
  toFilterQuery: omitUnset,
  sorts: { directions: { created: "desc" }, default: "created" },
});

export type SuppressionFilterValues = FilterValues<typeof suppressionsUrl.filters>;

/** The list parameters that match one email. */
export const suppressionParams = (email: string) => ({ email, limit: "1" }) as const;

import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FiltersOf, listAddress } from "@/components/list/address";
import { given } from "@/components/list/narrowing";
import { suppressionReasons } from "@/contract/kinds";

/** What narrows and sorts the suppressions, as the page's address says it. */
export const suppressions = listAddress({
  filters: { q: parseAsString, reason: parseAsStringLiteral(suppressionReasons) },
  narrowing: given,
  sorts: { orders: { created: "desc" }, first: "created" },
});

export type Filters = FiltersOf<typeof suppressions.filters>;

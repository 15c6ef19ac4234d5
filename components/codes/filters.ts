import { createParser, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FiltersOf, listAddress } from "@/components/list/address";
import { between, days, given, yesOrNo } from "@/components/list/narrowing";
import { codeStatuses, codeTypes } from "@/contract/kinds";
import { parseInstant } from "@/contract/text";

const instant = createParser({ parse: parseInstant, serialize: (at: string) => at });

const filters = {
  q: parseAsString,
  status: parseAsStringLiteral(codeStatuses),
  type: parseAsStringLiteral(codeTypes),
  batch: parseAsString,
  reserved: yesOrNo,
  reservedFor: parseAsString,
  usesLeft: yesOrNo,
  endsBefore: instant,
  ...days,
};

const sorts = { orders: { created: "desc", code: "asc", validUntil: "asc" }, first: "created" } as const;

/** What narrows and sorts the codes, as the page's address says it. */
export const codesUrlState = listAddress({
  filters,
  narrowing: ({ from, to, ...rest }, zone) => ({ ...given(rest), ...between({ from, to }, zone) }),
  sorts,
});

/** The same for the codes of one batch. */
export const batchCodesUrlState = (batch: string) =>
  listAddress({
    filters,
    narrowing: ({ from, to, batch: _, ...rest }, zone) => ({ ...given(rest), ...between({ from, to }, zone), batch }),
    sorts,
  });

export type CodesUrlState = typeof codesUrlState;
export type CodeFilters = FiltersOf<typeof filters>;
export type CodeFilterQuery = ReturnType<typeof codesUrlState.narrowing>;

import { createParser, parseAsString, parseAsStringLiteral } from "nuqs/server";
import {
  booleanParser,
  dateRangeParsers,
  defineListUrl,
  type FilterValues,
  omitUnset,
  toBulkFilter,
  toTimeRange,
} from "@/components/list/list-url";
import type { Selection } from "@/components/list/selection";
import { allCodeTypes, codeStatuses } from "@/contract/enums";
import { parseDateTime } from "@/contract/normalize";

const instantParser = createParser({ parse: parseDateTime, serialize: (value: string) => value });

const filters = {
  q: parseAsString,
  status: parseAsStringLiteral(codeStatuses),
  type: parseAsStringLiteral(allCodeTypes),
  batch: parseAsString,
  tag: parseAsString,
  reserved: booleanParser,
  reservedFor: parseAsString,
  usesLeft: booleanParser,
  endsBefore: instantParser,
  ...dateRangeParsers,
};

const sorts = { directions: { created: "desc", code: "asc", validUntil: "asc" }, default: "created" } as const;

/** The filters and sort order of the codes page, kept in the URL. */
export const codesUrlState = defineListUrl({
  filters,
  toFilterQuery: ({ from, to, ...rest }, zone) => ({ ...omitUnset(rest), ...toTimeRange({ from, to }, zone) }),
  sorts,
});

/** The filters and sort order of the codes on a batch's page. */
export const batchCodesUrlState = (batch: string) =>
  defineListUrl({
    filters,
    toFilterQuery: ({ from, to, batch: _, ...rest }, zone) => ({ ...omitUnset(rest), ...toTimeRange({ from, to }, zone), batch }),
    sorts,
  });

export type CodeFilters = FilterValues<typeof filters>;
export type CodeFilterQuery = ReturnType<typeof codesUrlState.toFilterQuery>;

/** The codes of a bulk action: listed, or all that match a filter. */
export type SelectedCodes = { codes: string[] } | { filter: ReturnType<typeof toBulkFilter> };

/** Turns a selection into the input of a bulk endpoint. */
export const selectedCodes = (selection: Selection, filterQuery: CodeFilterQuery): SelectedCodes =>
  selection.kind === "some" ? { codes: [...selection.ids] } : { filter: toBulkFilter(filterQuery) };

/** The query of the first page of a code's claims, emails or events. */
export const relatedPageParams = { limit: "10", count: "capped" } as const;

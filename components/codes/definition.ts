import {
  booleanFilter,
  choiceFilter,
  customFilter,
  dateRangeFilter,
  defineList,
  type FilterQuery,
  searchFilter,
  textFilter,
  toBulkFilter,
} from "@/components/list/definition";
import type { Selection } from "@/components/list/selection";
import { allCodeTypes, codeStatuses } from "@/contract/enums";
import { parseDateTime } from "@/contract/normalize";
import { codeStatusLabels, codeTypeLabels } from "./labels";

const status = choiceFilter("Status", codeStatuses, (value) => codeStatusLabels[value].label);

/** The filters that codes have on all pages. */
const sharedFilters = {
  tag: customFilter("Tag"),
  reserved: booleanFilter("Reserved", { yes: "Reserved", no: "Not reserved" }),
  reservedFor: textFilter("Reserved for", "lead"),
  usesLeft: booleanFilter("Uses", { yes: "Uses left", no: "No uses left" }),
  externalId: textFilter("External ID", "externalId"),
  metadata: textFilter("Metadata", "metadata"),
  endsBefore: { ...customFilter("Expires"), parse: parseDateTime },
  since: dateRangeFilter("Created"),
};

const q = searchFilter("Search codes");
const sorts = { created: "desc", code: "asc", validUntil: "asc" } as const;

/** The list of codes. */
export const codesList = defineList("GET /codes", {
  filters: {
    q,
    status,
    type: choiceFilter("Type", allCodeTypes, (type) => codeTypeLabels[type].label),
    batch: customFilter("Batch"),
    ...sharedFilters,
  },
  sorts,
});

/** The list of a batch's codes. Their type and batch are the same. */
export const batchCodesList = defineList("GET /codes", { filters: { q, status, ...sharedFilters }, sorts });

/** The codes of a bulk action: listed, or all that match a filter. */
export type SelectedCodes = { codes: string[] } | { filter: ReturnType<typeof toBulkFilter> };

/** Turns a selection into the input of a bulk endpoint. */
export const selectedCodes = (selection: Selection, filterQuery: FilterQuery<"GET /codes">): SelectedCodes =>
  selection.kind === "some" ? { codes: [...selection.ids] } : { filter: toBulkFilter(filterQuery) };

/** The query of the first page of a code's claims, emails or events. */
export const relatedPageParams = { limit: "10", count: "capped" } as const;

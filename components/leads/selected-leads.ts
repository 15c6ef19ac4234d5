import { toBulkFilter } from "@/components/list/filter-parsers";
import type { Selection } from "@/components/list/selection";
import type { LeadFilterQuery } from "./filters";

/** The leads of a bulk action: listed by email, or all that match a filter. */
export type SelectedLeads = { emails: string[] } | { filter: ReturnType<typeof toBulkFilter> };

/** Turns a selection into the input of a bulk endpoint. */
export const selectedLeads = (selection: Selection, filterQuery: LeadFilterQuery): SelectedLeads =>
  selection.kind === "some" ? { emails: [...selection.ids] } : { filter: toBulkFilter(filterQuery) };

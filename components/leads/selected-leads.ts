import { toBulkFilter } from "@/components/list/filter-parsers";
import type { Selection } from "@/components/list/selection";
import type { LeadFilterQuery } from "./filters";

/** The leads that an act is about: some by their addresses, or all that match. */
export type SelectedLeads = { emails: string[] } | { filter: ReturnType<typeof toBulkFilter> };

/** What is selected, as endpoints take it. */
export const selectedLeads = (selection: Selection, filterQuery: LeadFilterQuery): SelectedLeads =>
  selection.kind === "some" ? { emails: [...selection.ids] } : { filter: toBulkFilter(filterQuery) };

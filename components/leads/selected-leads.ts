import { matching } from "@/components/list/narrowing";
import type { Selection } from "@/components/list/selection";
import type { LeadFilterQuery } from "./filters";

/** The leads that an act is about: some by their addresses, or all that match. */
export type SelectedLeads = { emails: string[] } | { filter: ReturnType<typeof matching> };

/** What is selected, as endpoints take it. */
export const selectedLeads = (selection: Selection, narrowing: LeadFilterQuery): SelectedLeads =>
  selection.kind === "some" ? { emails: [...selection.ids] } : { filter: matching(narrowing) };

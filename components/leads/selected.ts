import { matching } from "@/components/list/narrowing";
import type { Selection } from "@/components/list/selection";
import type { Narrowing } from "./filters";

/** The leads that an act is about: some by their addresses, or all that match. */
export type Named = { emails: string[] } | { filter: ReturnType<typeof matching> };

/** What is selected, as endpoints take it. */
export const namedBy = (selection: Selection, narrowing: Narrowing): Named =>
  selection.kind === "some" ? { emails: [...selection.ids] } : { filter: matching(narrowing) };

import { choiceFilter, defineList, searchFilter } from "@/components/list/definition";
import type { BinEntry } from "@/contract/bin";

export const kindLabels: Readonly<Record<BinEntry["kind"], string>> = { code: "Code", lead: "Lead", batch: "Batch" };

/** The list of what was deleted. */
export const binList = defineList("GET /bin", {
  filters: {
    q: searchFilter("Search the bin"),
    kind: choiceFilter("Kind", ["code", "lead", "batch"], (kind) => kindLabels[kind], "Any kind"),
  },
});

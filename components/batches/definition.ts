import { codeTypeLabels } from "@/components/codes";
import { booleanFilter, choiceFilter, defineList, searchFilter } from "@/components/list/definition";
import { allCodeTypes } from "@/contract/enums";

/** The list of batches. */
export const batchesList = defineList("GET /batches", {
  filters: {
    q: searchFilter("Search batches"),
    type: choiceFilter("Type", allCodeTypes, (type) => codeTypeLabels[type].label),
    paused: booleanFilter("Paused", { yes: "Paused", no: "Not paused" }),
  },
  sorts: { created: "desc", name: "asc" },
});

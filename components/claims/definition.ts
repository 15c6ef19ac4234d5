import { choiceFilter, customFilter, dateRangeFilter, defineList, searchFilter, textFilter } from "@/components/list/definition";
import { claimSources } from "@/contract/enums";
import { claimSourceLabels } from "./labels";

/** The list of claims. */
export const claimsList = defineList("GET /claims", {
  filters: {
    q: searchFilter("Search claims"),
    code: textFilter("Code", "code"),
    email: textFilter("Lead", "lead"),
    batch: customFilter("Batch"),
    source: choiceFilter("Channel", claimSources, (source) => claimSourceLabels[source]),
    since: dateRangeFilter(),
  },
  sorts: { claimed: "desc" },
});

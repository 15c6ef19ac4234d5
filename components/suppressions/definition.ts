import { choiceFilter, defineList, searchFilter } from "@/components/list/definition";
import { suppressionReasons } from "@/contract/enums";
import { reasonLabels } from "./reasons";

/** The list of suppressions. */
export const suppressionsList = defineList("GET /suppressions", {
  filters: {
    q: searchFilter("Search emails"),
    reason: choiceFilter("Reason", suppressionReasons, (reason) => reasonLabels[reason], "Any reason"),
  },
  sorts: { created: "desc" },
});

/** The list parameters that match one email. */
export const suppressionParams = (email: string) => ({ email, limit: "1" }) as const;

import { choiceFilter, defineList } from "@/components/list/definition";
import { importKinds } from "@/contract/import-values";
import { labels } from "./labels";

/** The list of imports. */
export const importsList = defineList("GET /imports", {
  filters: { kind: choiceFilter(labels.columns.kind, importKinds, (kind) => labels.kinds[kind]) },
});

import { parseAsStringLiteral } from "nuqs/server";
import { defineListUrl, omitUnset } from "@/components/list/list-url";
import { importKinds } from "@/contract/import-values";

/** The URL state of the imports. */
export const importsUrl = defineListUrl({ filters: { kind: parseAsStringLiteral(importKinds) }, toFilterQuery: omitUnset });

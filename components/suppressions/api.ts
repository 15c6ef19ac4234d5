import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { defineListUrl, type FilterValues, omitUnset, pageQuery } from "@/components/list/list-url";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { suppressionReasons } from "@/contract/enums";
import type { addSuppressionEndpoint, updateSuppressionEndpoint } from "@/contract/suppressions";

/** The URL state of the suppressions. */
export const suppressionsUrl = defineListUrl({
  filters: { q: parseAsString, reason: parseAsStringLiteral(suppressionReasons) },
  toFilterQuery: omitUnset,
  sorts: { directions: { created: "desc" }, default: "created" },
});

export type SuppressionFilterValues = FilterValues<typeof suppressionsUrl.filters>;

/** A page of suppressions. */
export const suppressionsQuery = pageQuery("suppressions", "GET /suppressions");

/** The list parameters that match one email. */
export const suppressionParams = (email: string) => ({ email, limit: "1" }) as const;

/** The suppression of one email, as a page that is empty if there is none. */
export const suppressionQuery = (email: string) => suppressionsQuery(suppressionParams(email));

export const useAddSuppression = () =>
  useApiMutation((body: z.input<typeof addSuppressionEndpoint.body>) => call("POST /suppressions", { body }));

export const useUpdateSuppression = () =>
  useApiMutation(({ email, ...body }: { email: string } & z.input<typeof updateSuppressionEndpoint.body>) =>
    call("PATCH /suppressions/:email", { params: { email }, body }),
  );

export const useRemoveSuppression = () => useApiMutation((params: { email: string }) => call("DELETE /suppressions/:email", { params }));

import { useQueryClient } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { dismissUndo, useJobMutation } from "@/components/jobs";
import { pageQuery } from "@/components/list/list-query";
import { defineListUrl, type FilterValues, omitUnset } from "@/components/list/list-url";
import { binEntryKinds, type deleteFromBinEndpoint, type restoreFromBinEndpoint } from "@/contract/bin";
import { call } from "@/contract/call";

/** The URL state of the bin. */
export const binUrl = defineListUrl({
  filters: { q: parseAsString, kind: parseAsStringLiteral(binEntryKinds) },
  toFilterQuery: omitUnset,
});

export type BinFilterValues = FilterValues<typeof binUrl.filters>;

/** A page of the bin. */
export const binQuery = pageQuery("bin", "GET /bin");

/** Restores something of a deletion. */
export function useRestoreFromBin(deletion: string) {
  const client = useQueryClient();
  return useJobMutation(async (body: z.input<typeof restoreFromBinEndpoint.body>) => {
    const job = await call("POST /bin/restore", { body });
    dismissUndo(client, deletion);
    return job;
  });
}

/** Permanently deletes something of a deletion, or everything. */
export function useDeleteFromBin(deletion?: string) {
  const client = useQueryClient();
  return useJobMutation(async (body: z.input<typeof deleteFromBinEndpoint.body>) => {
    const job = await call("POST /bin/delete", { body });
    dismissUndo(client, deletion);
    return job;
  });
}

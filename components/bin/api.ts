import { useQueryClient } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { dismissUndo, useJobMutation } from "@/components/jobs";
import { defineListUrl, type FilterValues, omitUnset, pageQuery } from "@/components/list/list-url";
import { binEntryKinds, type deleteFromBinEndpoint, type restoreFromBinEndpoint } from "@/contract/bin";
import { call } from "@/contract/call";
import type { JobRecord } from "@/contract/jobs";

/** The URL state of the bin. */
export const binUrl = defineListUrl({
  filters: { q: parseAsString, kind: parseAsStringLiteral(binEntryKinds) },
  toFilterQuery: omitUnset,
});

export type BinFilterValues = FilterValues<typeof binUrl.filters>;

/** A page of the bin. */
export const binQuery = pageQuery("GET /bin");

/** Starts a job for something of a deletion, or for the whole bin, after which the deletion can't be undone as a whole. */
function useBinMutation<Body>(start: (body: Body) => Promise<JobRecord>, deletion: string | undefined) {
  const client = useQueryClient();
  return useJobMutation(async (body: Body) => {
    const job = await start(body);
    dismissUndo(client, deletion);
    return job;
  });
}

/** Restores something of a deletion. */
export const useRestoreFromBin = (deletion: string) =>
  useBinMutation((body: z.input<typeof restoreFromBinEndpoint.body>) => call("POST /bin/restore", { body }), deletion);

/** Permanently deletes something of a deletion, or everything. */
export const useDeleteFromBin = (deletion?: string) =>
  useBinMutation((body: z.input<typeof deleteFromBinEndpoint.body>) => call("POST /bin/delete", { body }), deletion);

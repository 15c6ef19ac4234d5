import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { useJobMutation } from "@/components/jobs";
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

export const useRestoreFromBin = () =>
  useJobMutation((body: z.input<typeof restoreFromBinEndpoint.body>) => call("POST /bin/restore", { body }));

export const useDeleteFromBin = () =>
  useJobMutation((body: z.input<typeof deleteFromBinEndpoint.body>) => call("POST /bin/delete", { body }));

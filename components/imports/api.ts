import { queryOptions } from "@tanstack/react-query";
import { parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { apiPageQuery, apiQuery } from "@/components/api-query";
import { defineListUrl, omitUnset, pageQuery } from "@/components/list/list-url";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { type ImportStatus, importKinds } from "@/contract/import-values";
import type { checkImportEndpoint, ImportRecord, ImportRow } from "@/contract/imports";

/** The URL state of the imports. */
export const importsUrl = defineListUrl({ filters: { kind: parseAsStringLiteral(importKinds) }, toFilterQuery: omitUnset });

/** Lists one page of imports. */
export const importsQuery = pageQuery("GET /imports");

const stepStatuses: readonly ImportStatus[] = ["checking", "running", "undoing"];

/** Whether the worker is processing the rows. */
export const isInProgress = ({ status }: Pick<ImportRecord, "status">): boolean => stepStatuses.includes(status);

/** How often the progress is loaded, in milliseconds. */
const pollInterval = 1000;

/** Gets one import, every second while it is in progress. */
export const importQuery = (id: string) =>
  queryOptions({
    ...apiQuery("GET /imports/:id", { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isInProgress(data) ? pollInterval : false),
    // So that the result is there when the user returns to the tab.
    refetchIntervalInBackground: true,
  });

/** Which rows of an import are shown as a sample: those with an outcome of the check, those with any problem, or the first ones. */
export type SampleOutcome = NonNullable<ImportRow["outcome"]> | "refused" | "warnings" | undefined;

/** Gets some rows of an import. */
export const sampleRowsQuery = (id: string, outcome: SampleOutcome, limit: number) =>
  queryOptions({
    ...apiPageQuery("GET /imports/:id/rows", { params: { id }, query: { limit: String(limit), ...(outcome && { outcome }) } }),
    select: ({ items }) => items,
  });

type CheckBody = z.input<typeof checkImportEndpoint.body>;

export const useCheckImport = (id: string) =>
  useApiMutation((body: CheckBody) => call("POST /imports/:id/check", { params: { id }, body }));

type StepCall = `POST /imports/:id/${"run" | "pause" | "cancel" | "undo"}`;

/** Starts or stops a step of an import. */
export const useImportStep = (id: string, step: StepCall) => useApiMutation((_: null) => call(step, { params: { id } }));

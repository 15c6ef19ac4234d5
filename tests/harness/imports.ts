import { Readable } from "node:stream";
import { unusedColumnsId } from "@/contract/import-questions";
import type { ImportRecord, UploadedImport } from "@/contract/imports";
import type { Context } from "@/core/context";
import { getImport } from "@/core/imports/record";
import { checkImport, runImport } from "@/core/imports/start";
import { type FileOptions, uploadImport } from "@/core/imports/upload";
import { runBackgroundJob } from "@/worker/background-jobs";

export const uploadLeads = (
  ctx: Context,
  file: string | Uint8Array,
  name = "leads.csv",
  options: FileOptions = {},
): Promise<UploadedImport> => uploadImport(ctx, Readable.from([Buffer.from(file)]), name, options);

type Settings = Partial<Parameters<typeof checkImport>[2]>;

/** Uploads, checks and runs an import of leads, by default with the suggested mapping. */
export const importLeads = (ctx: Context, file: string | Uint8Array, settings: Settings = {}) =>
  runUpload(ctx, uploadLeads(ctx, file), settings);

/** Uploads, checks and runs an import of suppressions, by default with the suggested mapping. */
export const importSuppressionList = (ctx: Context, file: string | Uint8Array, settings: Settings = {}) =>
  runUpload(ctx, uploadLeads(ctx, file, "list.csv", { kind: "suppressions" }), settings);

async function runUpload(ctx: Context, upload: Promise<UploadedImport>, settings: Settings) {
  const { id, suggestedMapping } = await upload;
  const answers = { [unusedColumnsId]: "ignore", ...settings.answers };
  const checked = await completeJob(ctx, await checkImport(ctx, id, { mapping: suggestedMapping, ...settings, answers }));
  return { id, suggestedMapping, checked, done: await completeJob(ctx, await runImport(ctx, id)) };
}

/** Does what the worker does for a large file. */
async function completeJob(ctx: Context, started: ImportRecord): Promise<ImportRecord> {
  if (!["checking", "running"].includes(started.status) || started.jobId === null) return started;
  await runBackgroundJob(ctx, started.jobId, new AbortController().signal);
  return getImport(ctx, started.id);
}

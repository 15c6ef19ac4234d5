import { Readable } from "node:stream";
import { unusedColumnsId } from "@/contract/import-questions";
import type { UploadedImport } from "@/contract/imports";
import type { Context } from "@/core/context";
import { checkImport, runImport } from "@/core/imports/start";
import { type FileOptions, uploadImport } from "@/core/imports/upload";

export const uploadLeads = (
  ctx: Context,
  file: string | Uint8Array,
  name = "leads.csv",
  options: FileOptions = {},
): Promise<UploadedImport> => uploadImport(ctx, Readable.from([Buffer.from(file)]), name, options);

/** Uploads, checks and runs an import, by default with the suggested mapping. */
export async function importLeads(ctx: Context, file: string | Uint8Array, settings: Partial<Parameters<typeof checkImport>[2]> = {}) {
  const { id, suggestedMapping } = await uploadLeads(ctx, file);
  const answers = { [unusedColumnsId]: "ignore", ...settings.answers };
  const checked = await checkImport(ctx, id, { mapping: suggestedMapping, ...settings, answers });
  return { id, suggestedMapping, checked, done: await runImport(ctx, id) };
}

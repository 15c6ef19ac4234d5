import type { JobRecord } from "@/contract/jobs";
import { bulkUpdateBatches } from "@/core/batches/bulk-update";
import { listBin } from "@/core/bin/list";
import { restoreFromBin } from "@/core/bin/restore";
import { bulkUpdateCodes } from "@/core/codes/bulk-update";
import type { Context } from "@/core/context";
import { bulkUpdateLeads } from "@/core/leads/bulk-actions";

// What the dashboard does with the bin.

export const deleteCodes = (ctx: Context, codes: readonly string[]): Promise<JobRecord> =>
  bulkUpdateCodes(ctx, { action: "delete", codes: codes.map((code) => code.replaceAll("-", "")), bin: true });

export const deleteLeads = (ctx: Context, emails: readonly string[]): Promise<JobRecord> =>
  bulkUpdateLeads(ctx, { action: "delete", emails: [...emails], bin: true });

export const deleteBatches = async (ctx: Context, batches: readonly string[]): Promise<JobRecord[]> =>
  (await bulkUpdateBatches(ctx, { action: "delete", batches: [...batches], bin: true })).jobs;

/** Restores what a job deleted. */
export const undo = (ctx: Context, { id }: JobRecord): Promise<JobRecord> => restoreFromBin(ctx, { deletion: id });

export async function listEntries(ctx: Context, query: Parameters<typeof listBin>[1] = {}) {
  const list = await listBin(ctx, { limit: 100, ...query });
  return "page" in list ? list.page : [];
}

import { sql } from "drizzle-orm";
import type { JobRecord } from "@/contract/jobs";
import { batches } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { checkPassedEnd } from "../codes/expire";
import { extendLockedCodes, extensionError } from "../codes/extend";
import { lockCodes } from "../codes/record";
import { assertExtendable, type Extension } from "../codes/rules";
import type { Context } from "../context";
import { recordCodeChanges } from "../events/record-changes";
import { recordEvent } from "../events/record-event";
import type { JobHandler } from "../jobs/handler";
import { startJob } from "../jobs/start";
import { countBatchCodes, getBatchSummary, listBatchCodes } from "./record";

type ExtendBatchParams = { batch: string } & Extension;

/**
 * Changes the end date or the number of allowed claims of all codes of a batch; a large batch is extended by a background job.
 * Throws `batch_not_found`, and `invalid_input` when the end date isn't after the batch's start date.
 */
export async function extendBatch(ctx: Context, params: ExtendBatchParams, { runInBackground = false } = {}): Promise<JobRecord> {
  const { id, name, validFrom } = await getBatchSummary(ctx, params.batch);
  assertExtendable({ validFrom: isoTimestamp(validFrom), claims: 0 }, params);
  return startJob(ctx, extendBatchHandler, { kind: "batch.extend", params, batch: { id, name }, runInBackground });
}

export const extendBatchHandler: JobHandler<ExtendBatchParams> = {
  total: (ctx, { params }) => countBatchCodes(ctx, params.batch),
  list: (ctx, { params }, range) => listBatchCodes(ctx, params.batch, range),
  async process(ctx, { params: { batch, ...extension } }, keys, first) {
    // In the activity, one event for the batch and not one for each code.
    const locked = await lockCodes(ctx, keys, "change");
    const { events: _, ...result } = await extendLockedCodes(ctx, locked, extension);
    await recordCodeChanges(ctx, locked);
    // Batches are locked after codes. A job that is canceled later has changed the batch and the codes up to that point.
    if (first) await extendBatchRow(ctx, batch, extension);
    return result;
  },
  error: extensionError,
};

async function extendBatchRow(ctx: Context, batch: string, extension: Extension): Promise<void> {
  const { validUntil, allowedClaims } = extension;
  const [changed] = await ctx.db
    .update(batches)
    .set({ validUntil, allowedClaims, updatedAt: sql`now()` })
    .where(sql`project_id = ${ctx.projectId} and id = ${batch}`)
    .returning({ name: batches.name, codes: batches.codeCount, previousEnd: previousEnd(ctx, batch) });
  if (!changed) return;
  const { previousEnd: end, ...details } = changed;
  const isExpired = (await checkPassedEnd(ctx, validUntil))?.(isoTimestamp(end)) === false;
  await recordEvent(ctx, { kind: "batch.extended", data: { batch, ...details, ...extension, ...(isExpired && { expired: true }) } });
}

/** The end date of a batch before the statement that changes it. */
const previousEnd = ({ projectId }: Context, batch: string) =>
  sql<string | null>`(select valid_until from batches b where b.project_id = ${projectId} and b.id = ${batch})`;

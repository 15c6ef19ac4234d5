import { sql } from "drizzle-orm";
import type { JobRecord } from "@/contract/jobs";
import { queryRows, type RowOf } from "@/db/query";
import type { batches } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { extendLockedCodes, extensionError } from "../codes/extend";
import { lockCodes } from "../codes/record";
import { type Extension, extensionProblem } from "../codes/rules";
import type { Context } from "../context";
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
  const { id, name, valid_from } = await getBatchSummary(ctx, params.batch);
  const problem = extensionProblem({ validFrom: isoTimestamp(valid_from), claims: 0 }, params);
  if (problem) throw new ApiError("invalid_input", { fields: { [problem.field]: [problem.message] } });
  return startJob(ctx, extendBatchHandler, { kind: "batch.extend", params, batch: { id, name }, runInBackground });
}

export const extendBatchHandler: JobHandler<ExtendBatchParams> = {
  total: (ctx, { params }) => countBatchCodes(ctx, params.batch),
  list: (ctx, { params }, range) => listBatchCodes(ctx, params.batch, range),
  async process(ctx, { params: { batch, ...extension } }, keys, first) {
    // One event for the batch, not one for each code.
    const { events: _, ...result } = await extendLockedCodes(ctx, await lockCodes(ctx, keys, "change"), extension);
    // Batches are locked after codes. A job that is canceled later has changed the batch and the codes up to that point.
    if (first) await extendBatchRow(ctx, batch, extension);
    return result;
  },
  error: extensionError,
};

async function extendBatchRow(ctx: Context, batch: string, extension: Extension): Promise<void> {
  const { validUntil, allowedClaims } = extension;
  const newValidUntil = validUntil === undefined ? sql`valid_until` : sql`${validUntil}::timestamptz`;
  const [changed] = await queryRows<RowOf<typeof batches, "name"> & { codes: number }>(
    ctx.db,
    sql`update batches set valid_until = ${newValidUntil}, allowed_claims = coalesce(${allowedClaims ?? null}::int, allowed_claims), updated_at = now()
      where project_id = ${ctx.projectId} and id = ${batch} returning name, code_count as codes`,
  );
  if (changed) await recordEvent(ctx, { kind: "batch.extended", data: { batch, ...changed, ...extension } });
}

import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { bulkUpdateCodesEndpoint, CodeAction } from "@/contract/codes";
import type { JobRecord } from "@/contract/jobs";
import { keepsDeleted } from "../bin/entries";
import type { Context } from "../context";
import { recordEvents } from "../events/record-event";
import {
  type ChunkResult,
  isBatchInSnapshot,
  type Job,
  type JobHandler,
  listMatchingRows,
  skippedRecordsError,
  sliceIds,
} from "../jobs/handler";
import { startJob } from "../jobs/start";
import { countRows } from "../sql";
import { changeCodeTags, tagsError } from "../tags";
import { deleteLockedCodes } from "./delete";
import { extendLockedCodes, extensionError } from "./extend";
import { codeConditions } from "./filter";
import { type CodeRow, type codeLocks, lockCodes } from "./record";
import { pauseLockedCodes, resumeLockedCodes } from "./update";

type BulkUpdateInput = z.output<typeof bulkUpdateCodesEndpoint.body>;
type BulkUpdateParams = Omit<BulkUpdateInput, "action">;

/**
 * Pauses, resumes, extends, tags or deletes the listed codes, or all that match the filter. Larger updates run as a background job. Codes that
 * no longer exist or need no change are skipped. Returns the job.
 */
export function bulkUpdateCodes(ctx: Context, { action, codes, ...rest }: BulkUpdateInput): Promise<JobRecord> {
  const params = codes ? { ...rest, codes: [...new Set(codes)] } : rest;
  return startJob(ctx, codeJobHandlers[`codes.${action}`], { kind: `codes.${action}`, params });
}

function createHandler(
  lock: keyof typeof codeLocks,
  update: (ctx: Context, codes: CodeRow[], params: BulkUpdateParams, jobId: string) => Promise<ChunkResult>,
): JobHandler<BulkUpdateParams> {
  const matchingCodes = (ctx: Context, job: Job<BulkUpdateParams>) => ({
    from: sql`codes c`,
    id: sql`c.key`,
    project: sql`c.project_id`,
    conditions: matchConditions(ctx, job),
  });
  return {
    total: async (ctx, job) => job.params.codes?.length ?? countRows(ctx.db, sql`codes c`, matchConditions(ctx, job)),
    list: async (ctx, job, range) =>
      job.params.codes ? sliceIds(job.params.codes, range) : listMatchingRows(ctx, matchingCodes(ctx, job), range),
    async process(ctx, job, keys) {
      return update(ctx, await lockCodes(ctx, keys, lock, matchConditions(ctx, job)), job.params, job.id);
    },
    error: ({ inPausedBatch = 0, ...skipped }) =>
      skippedRecordsError("batch_paused", [
        [
          inPausedBatch,
          {
            one: "{n} code stayed paused because the batch is paused. Resume the batch instead.",
            other: "{n} codes stayed paused because the batch is paused. Resume the batch instead.",
          },
        ],
      ]) ??
      extensionError(skipped) ??
      tagsError("code")(skipped),
  };
}

export const codeJobHandlers: Record<`codes.${CodeAction}`, JobHandler<BulkUpdateParams>> = {
  "codes.pause": createHandler("change", async (ctx, codes) => ({ changed: await pauseLockedCodes(ctx, codes) })),
  "codes.resume": createHandler("change", async (ctx, codes) => {
    const { resumed, inPausedBatch } = await resumeLockedCodes(ctx, codes);
    return { changed: resumed, tally: { inPausedBatch } };
  }),
  "codes.extend": createHandler("change", async (ctx, codes, { validUntil, allowedClaims }) => {
    const { events, ...result } = await extendLockedCodes(ctx, codes, { validUntil, allowedClaims });
    await recordEvents(ctx, events);
    return result;
  }),
  "codes.add_tags": createHandler("change", (ctx, codes, { tags }) => changeCodeTags(ctx, codes, { addTags: tags })),
  "codes.remove_tags": createHandler("change", (ctx, codes, { tags }) => changeCodeTags(ctx, codes, { removeTags: tags })),
  "codes.delete": createHandler("deletion", async (ctx, codes, { bin }, jobId) => {
    await deleteLockedCodes(ctx, codes, bin && (await keepsDeleted(ctx)) ? { deletionId: jobId } : null);
    return { changed: codes.length };
  }),
};

/** Conditions on codes `c` that must still hold once the codes are locked. Listed codes only need to exist. */
function matchConditions(ctx: Context, job: Job<BulkUpdateParams>): SQL[] {
  const { filter } = job.params;
  if (!filter) return [];
  const isInSnapshot = isBatchInSnapshot(job, { id: sql`c.batch_id`, project: sql`${ctx.projectId}` });
  return [...codeConditions(ctx, filter), sql`c.created_at <= ${job.createdAt}::timestamptz`, isInSnapshot];
}

import type { z } from "zod";
import { GenerateCodesInput } from "@/contract/codes";
import type { JobRecord } from "@/contract/jobs";
import { maxImmediateCodes } from "@/contract/limits";
import { generateBatch, generateMutexKey, getFormat } from "../codes/generate";
import { throwIfEasyToGuess } from "../codes/guess-risk";
import { throwIfTooLarge } from "../codes/insert-codes";
import { type Context, inTransaction } from "../context";
import type { AtomicJobHandler } from "../jobs/handler";
import { getJob } from "../jobs/jobs";
import { completeJob, insertJob } from "../jobs/store";

type CreateBatchInput = z.output<typeof GenerateCodesInput>;

/** The mutex under which a batch is generated. Batches for the worker don't wait for others. */
export const createBatchMutexKey = (ctx: Context, input: CreateBatchInput): string =>
  getAmount(input) > maxImmediateCodes ? `job ${ctx.requestId}` : generateMutexKey(ctx, input);

const getAmount = ({ amount = 1 }: CreateBatchInput): number => amount;

/**
 * Generates a batch of codes, or starts a background job if it's large. Returns the job. Throws `code_space_exhausted`, `code_exists`, or
 * `code_easy_to_guess`.
 */
export async function createBatch(ctx: Context, input: CreateBatchInput): Promise<JobRecord> {
  await throwIfEasyToGuess(ctx, input);
  const total = getAmount(input);
  return inTransaction(ctx, async (inner) => {
    const job = await insertJob(inner, { kind: "codes.generate", params: input, total });
    if (total > maxImmediateCodes) {
      await throwIfTooLarge(inner, getFormat(input), total);
      await inner.queue.addBackgroundJob(inner.db, { projectId: inner.projectId, jobId: job.id });
    } else await completeJob(inner, job.id, { changed: total, batch: await generateBatch(inner, input) });
    return getJob(inner, job.id);
  });
}

/** Generates a large batch. Throws `code_space_exhausted`. */
export const generateBatchHandler: AtomicJobHandler = {
  async run(ctx, job, onProgress) {
    const input = GenerateCodesInput.parse(job.params);
    return { changed: getAmount(input), batch: await generateBatch(ctx, input, onProgress) };
  },
};

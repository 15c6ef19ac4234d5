import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { backgroundJobs } from "@/db/schema";
import type { Context } from "../context";
import { addTallies, type Job, type JobHandler, type JobItem, type Tally } from "./handler";
import { endColumns } from "./store";

/** The progress of a job: the position after which its items continue, and its tallies. */
export type JobProgress = { after: string | null; tally: Tally };

/** The next items of a job after the position `after`. */
type Chunk = { after: string | null; items: readonly JobItem[]; isLast: boolean };

type ProgressRow = RowOf<typeof backgroundJobs, "processed" | "changed"> & { progress: JobProgress | null };

/**
 * Processes a chunk of a job and saves the progress in the caller's transaction, so that each item is processed once even if a worker dies.
 * Returns the position where the job continues, or "ended". The row lock prevents two workers from processing the same chunk, and makes
 * canceling wait until the chunk is done.
 */
export async function processChunk<Params>(
  ctx: Context,
  handler: JobHandler<Params>,
  job: Job<Params>,
  chunk: Chunk,
): Promise<Pick<JobProgress, "after"> | "ended"> {
  const [row] = await queryRows<ProgressRow>(
    ctx.db,
    sql`select progress, processed, changed from background_jobs where project_id = ${ctx.projectId} and id = ${job.id} and ended_at is null for no key update`,
  );
  if (!row) return "ended";
  const current = row.progress ?? { after: null, tally: {} };
  if (current.after !== chunk.after) return current;
  const ids = chunk.items.map(({ id }) => id);
  const result = await handler.process(ctx, job, ids, row.progress === null);
  const progress = { after: chunk.items.at(-1)?.position ?? current.after, tally: addTallies(current.tally, result.tally) };
  const next = { progress, processed: row.processed + ids.length, changed: row.changed + result.changed };
  if (chunk.isLast) await handler.finish?.(ctx, job, { changed: next.changed, tally: progress.tally });
  await saveProgress(ctx, job.id, next, handler.error?.(progress.tally) ?? null, chunk.isLast);
  return chunk.isLast ? "ended" : progress;
}

async function saveProgress(
  ctx: Context,
  id: string,
  { progress, processed, changed }: ProgressRow,
  error: object | null,
  isLast: boolean,
): Promise<void> {
  const end = isLast
    ? sql`status = 'completed', total = ${processed}::int, ${endColumns}`
    : sql`status = 'running', timeout_count = 0, total = case when total < ${processed}::int then ${processed}::int else total end, progress = ${JSON.stringify(progress)}::jsonb, updated_at = now()`;
  await ctx.db.execute(
    sql`update background_jobs set processed = ${processed}::int, changed = ${changed}::int, error = ${error && JSON.stringify(error)}::jsonb, ${end}
      where project_id = ${ctx.projectId} and id = ${id}`,
  );
}

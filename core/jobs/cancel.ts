import { sql } from "drizzle-orm";
import type { JobRecord } from "@/contract/jobs";
import type { Context } from "../context";
import { getJob } from "./list";
import { endColumns, resetGenerationCounts } from "./store";

/**
 * Cancels a job. Completed changes are kept, except that a batch that is still being generated is discarded. Does nothing if the job has
 * ended. Throws `job_not_found`.
 */
export async function cancelJob(ctx: Context, id: string): Promise<JobRecord> {
  // A chunk in progress holds the row lock until it commits. The next chunk, or the batch being generated, then sees that the job has ended.
  await ctx.db.execute(
    sql`update background_jobs set status = 'canceled', ${resetGenerationCounts}, ${endColumns} where project_id = ${ctx.projectId} and id = ${id} and ended_at is null`,
  );
  return getJob(ctx, id);
}

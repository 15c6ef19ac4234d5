import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { backgroundJobs, sends } from "@/db/schema";
import { recordGrownBatch } from "../codes/generate";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";

type EndedRow = RowOf<typeof sends, "batch_id" | "from_batch" | "notified"> &
  RowOf<typeof backgroundJobs, "actor_kind" | "actor_id" | "request_id"> & { wave: string | null; is_resent: boolean };

/**
 * Records what the job of a large send or wave did when it ends, in the caller's transaction: completed, stopped or failed. Does nothing for
 * other jobs.
 */
export async function recordQueueingEnd(ctx: Context, jobId: string): Promise<void> {
  const { db, projectId } = ctx;
  const [ended] = await queryRows<EndedRow>(
    db,
    sql`select s.batch_id, s.from_batch, s.notified, j.actor_kind, j.actor_id, j.request_id, w.id as wave,
        exists (select from sends first where first.project_id = s.project_id and first.batch_id = s.batch_id and first.id < s.id) as is_resent
      from background_jobs j join sends s on s.project_id = j.project_id and s.id = j.id
        left join waves w on w.project_id = j.project_id and w.job_id = j.id
      where j.project_id = ${projectId} and j.id = ${jobId}`,
  );
  if (!ended) return;
  const { batch_id: batchId, from_batch: fromBatch, notified, wave } = ended;
  const jobContext: Context = { ...ctx, actor: { kind: ended.actor_kind, id: ended.actor_id }, requestId: ended.request_id };
  if (batchId !== null && !fromBatch && !ended.is_resent) await recordGrownBatch(jobContext, batchId);
  if (wave === null) return;
  // Not all of its places were taken.
  await db.execute(sql`update sends set received = notified where project_id = ${projectId} and id = ${jobId}`);
  if (notified > 0) await recordEvent(jobContext, { kind: "wave.sent", data: { wave, invited: notified } });
}

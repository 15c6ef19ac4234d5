import { type SQL, sql } from "drizzle-orm";
import { atomicJobKinds, type JobKind } from "@/contract/jobs";
import { changeRows, queryRows, type RowOf } from "@/db/query";
import { backgroundJobs } from "@/db/schema";
import { newId } from "@/lib/ids";
import type { Actor, Context } from "../context";
import { type AtomicJobResult, currentSnapshot, type Job, JobEndedError, type JobError, type NamedBatch } from "./handler";

/** Inserts a job that the caller's transaction completes or queues. Its changes are recorded with the current actor. */
export async function insertJob<Params>(
  { db, projectId, actor, requestId }: Context,
  { kind, params, batch, total }: { kind: JobKind; params: Params; batch?: NamedBatch; total?: number },
): Promise<Job<Params>> {
  const [job] = await db
    .insert(backgroundJobs)
    .values({
      projectId,
      id: newId(),
      kind,
      params,
      total,
      requestId,
      snapshot: currentSnapshot,
      batchId: batch?.id,
      batchName: batch?.name,
      actorKind: actor.kind,
      actorId: actor.id,
    })
    .returning({ id: backgroundJobs.id, createdAt: sql<string>`${backgroundJobs.createdAt}::text`, snapshot: backgroundJobs.snapshot });
  if (!job) throw new Error("The job was not inserted");
  return { ...job, params };
}

/** A job that a worker runs, and its actor. */
export type RunningJob = Job & {
  kind: JobKind;
  total: number | null;
  progress: { after: string | null } | null;
  actor: Actor;
  requestId: string | null;
};

type RunningJobRow = RowOf<
  typeof backgroundJobs,
  "id" | "kind" | "params" | "total" | "created_at" | "snapshot" | "request_id" | "actor_kind" | "actor_id"
> & { progress: RunningJob["progress"] };

/** Marks a job as running. Returns null if it has ended or doesn't exist. */
export async function acquireJob({ db, projectId }: Context, id: string): Promise<RunningJob | null> {
  const [row] = await queryRows<RunningJobRow>(
    db,
    sql`update background_jobs set status = 'running', updated_at = now() where project_id = ${projectId} and id = ${id} and ended_at is null
      returning id, kind, params, total, progress, created_at, snapshot, request_id, actor_kind, actor_id`,
  );
  if (!row) return null;
  const { kind, params, total, progress, snapshot } = row;
  const actor = { kind: row.actor_kind, id: row.actor_id };
  return { id, kind, params, total, progress, snapshot, createdAt: row.created_at, actor, requestId: row.request_id };
}

/**
 * Saves the progress of an atomic job. Call it outside the job's transaction, which isn't visible until it commits. Returns false if the job
 * has ended.
 */
export async function reportProgress({ db, projectId }: Context, id: string, count: number): Promise<boolean> {
  const updatedCount = await changeRows(
    db,
    sql`update background_jobs set processed = ${count}::int, changed = ${count}::int, updated_at = now() where project_id = ${projectId} and id = ${id} and ended_at is null`,
  );
  return updatedCount > 0;
}

/** Completes an atomic job in its transaction. Throws if the job has ended already. */
export async function completeJob({ db, projectId }: Context, id: string, { changed, batch }: AtomicJobResult): Promise<void> {
  const updatedCount = await changeRows(
    db,
    sql`update background_jobs set status = 'completed', total = ${changed}::int, processed = ${changed}::int, changed = ${changed}::int,
        batch_id = ${batch?.id ?? null}::uuid, batch_name = ${batch?.name ?? null}, ${endColumns}
      where project_id = ${projectId} and id = ${id} and ended_at is null`,
  );
  if (updatedCount === 0) throw new JobEndedError();
}

/** Records that a job timed out. Returns the number of consecutive timeouts without progress. */
export async function recordTimeout({ db, projectId }: Context, id: string): Promise<number> {
  const [row] = await queryRows<RowOf<typeof backgroundJobs, "timeout_count">>(
    db,
    sql`update background_jobs set timeout_count = timeout_count + 1, updated_at = now() where project_id = ${projectId} and id = ${id} and ended_at is null
      returning timeout_count`,
  );
  return row?.timeout_count ?? 0;
}

/** Cancels a job that hasn't ended, and returns whether it did. Waits for the chunk in progress. */
export const cancelOpenJob = (ctx: Context, id: string | null): Promise<boolean> => cancelOpenJobs(ctx, sql`id = ${id}`);

/** Cancels the jobs that meet a condition and haven't ended, and returns whether there were any. Waits for the chunks in progress. */
export async function cancelOpenJobs({ db, projectId }: Context, condition: SQL): Promise<boolean> {
  const canceled = await changeRows(
    db,
    sql`update background_jobs set status = 'canceled', ${resetAtomicCounts}, ${endColumns} where project_id = ${projectId} and ${condition} and ended_at is null`,
  );
  return canceled > 0;
}

/** Returns whether a job hasn't ended. */
export async function hasOpenJob({ db, projectId }: Context, id: string | null): Promise<boolean> {
  const open = await queryRows(db, sql`select from background_jobs where project_id = ${projectId} and id = ${id} and ended_at is null`);
  return open.length > 0;
}

/** Marks a job as failed, and returns whether it hadn't ended. Completed changes are kept, except those of atomic jobs. */
export const failJob = async ({ db, projectId }: Context, id: string, error: JobError): Promise<boolean> =>
  (await changeRows(db, failStatement(error, sql`project_id = ${projectId} and id = ${id}`))) > 0;

const failStatement = (error: JobError, condition: SQL): SQL =>
  sql`update background_jobs set status = 'failed', error = ${JSON.stringify(error)}::jsonb, ${resetAtomicCounts}, ${endColumns}
    where ${condition} and ended_at is null returning id`;

const actorRemovedError = (reason: string): JobError => ({
  error: "actor_removed",
  message: `The job was stopped because the person who started it ${reason}.`,
});

/**
 * Stops all jobs of a staff member who loses access, in the caller's transaction, and returns their IDs. Waits for chunks in progress.
 * `reason` follows "because the person who started it".
 */
export const stopJobsOfStaff = ({ db, projectId }: Context, staffId: string, reason: string): Promise<{ id: string }[]> =>
  queryRows(
    db,
    failStatement(actorRemovedError(reason), sql`project_id = ${projectId} and actor_kind = 'staff' and actor_id = ${staffId}`),
  );

const leadDeletedError: JobError = {
  error: "lead_deleted",
  message: "The export was stopped because a lead was deleted, and the file could contain their data. Export the list again.",
};

/** Stops all exports of lists, in the transaction that deletes leads. */
export const stopExports = ({ db, projectId }: Context): Promise<unknown> =>
  db.execute(failStatement(leadDeletedError, sql`project_id = ${projectId} and kind = 'list.export'`));

/** Stops a job whose actor was removed or disabled before it was queued. Returns whether it did. */
export async function stopIfActorRemoved(ctx: Context, { id, actor }: RunningJob): Promise<boolean> {
  if (actor.kind !== "staff") return false;
  const [former] = await queryRows<{ is_removed: boolean }>(
    ctx.db,
    sql`select removed_at is not null as is_removed from staff
      where project_id = ${ctx.projectId} and id = ${actor.id}::uuid and (removed_at is not null or disabled_at is not null)`,
  );
  if (former) await failJob(ctx, id, actorRemovedError(former.is_removed ? "was removed from the team" : "no longer has permission"));
  return former !== undefined;
}

/** The columns to set when a job ends. The parameters are deleted because they can contain emails. */
export const endColumns = sql`params = null, progress = null, ended_at = clock_timestamp(), updated_at = now()`;

const isAtomic = sql.raw(`kind in ('${atomicJobKinds.join("', '")}')`);

/** The columns to set when a job is canceled or fails: nothing remains of an atomic job. */
const resetAtomicCounts = sql`processed = case when ${isAtomic} then 0 else processed end,
  changed = case when ${isAtomic} then 0 else changed end`;

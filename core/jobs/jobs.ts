import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { JobRecord, listJobsEndpoint } from "@/contract/jobs";
import { queryRows, type RowOf } from "@/db/query";
import type { backgroundJobs, savedFiles } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordImportStop } from "../imports/record-stop";
import { type ListResult, paginate } from "../pagination";
import { cancelSend, finishCanceling } from "../sends/cancel";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countQuery, joinAnd, selectActorName } from "../sql";
import { cancelOpenJob } from "./store";

type JobRow = RowOf<
  typeof backgroundJobs,
  | "id"
  | "kind"
  | "status"
  | "total"
  | "processed"
  | "changed"
  | "error"
  | "batch_id"
  | "batch_name"
  | "actor_kind"
  | "created_at"
  | "ended_at"
> & { actor_name: string | null; file: JobFile | null; in_bin: boolean };

/** A complete file that hasn't expired. */
type JobFile = Pick<RowOf<typeof savedFiles>, "kind" | "expires_at">;

/** The columns of `JobRow`, with `background_jobs` as `j`. It leaves out `params`, which can be large. */
const jobColumns: SQL = sql`j.id, j.kind, j.status, j.total, j.processed, j.changed, j.error, j.batch_id, j.batch_name,
  exists (select from bin_entries e where e.project_id = j.project_id and e.deletion_id = j.id) as in_bin,
  (select jsonb_build_object('kind', f.kind, 'expires_at', f.expires_at) from saved_files f
    where f.project_id = j.project_id and f.id = j.id and f.completed_at is not null and f.expires_at > now()) as file,
  j.actor_kind, ${selectActorName(sql`j`)} as actor_name, j.created_at, j.ended_at`;

function jobRecord(row: JobRow): JobRecord {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    total: row.total,
    processed: row.processed,
    changed: row.changed,
    error: row.error,
    batch: row.batch_id === null || row.batch_name === null ? null : { id: row.batch_id, name: row.batch_name },
    inBin: row.in_bin,
    file: row.file && { path: `/${row.file.kind}s/${row.id}/file`, expiresAt: isoTimestamp(row.file.expires_at) },
    actor: { kind: row.actor_kind, name: row.actor_name },
    createdAt: isoTimestamp(row.created_at),
    endedAt: isoTimestamp(row.ended_at),
  };
}

const newestFirst: ListOrder = { columns: [{ expression: sql`j.id`, type: "uuid" }], descending: true };

/** Lists jobs, newest first. */
export function listJobs(ctx: Context, query: z.output<NonNullable<typeof listJobsEndpoint.query>>): Promise<ListResult<JobRecord>> {
  const filters: SQL[] = [sql`j.project_id = ${ctx.projectId}`];
  if (query.ended !== undefined) filters.push(query.ended ? sql`j.ended_at is not null` : sql`j.ended_at is null`);
  return paginate<JobRow, JobRecord>(ctx, query, {
    order: "jobs",
    rows: (after, limit) =>
      sql`select ${jobColumns} from background_jobs j where ${joinAnd([...filters, ...afterCursor(newestFirst, after)])}
        order by ${orderBy(newestFirst)} limit ${limit}`,
    cursor: (row) => [row.id],
    toRecord: jobRecord,
    count: (max) => countQuery(sql`background_jobs j`, filters, max),
  });
}

/** Returns a job. Throws `job_not_found`. */
export async function getJob(ctx: Context, id: string): Promise<JobRecord> {
  const [row] = await queryRows<JobRow>(
    ctx.db,
    sql`select ${jobColumns} from background_jobs j where j.project_id = ${ctx.projectId} and j.id = ${id}`,
  );
  if (!row) throw new ApiError("job_not_found");
  return jobRecord(row);
}

/**
 * Cancels a job. Completed changes are kept, except those of atomic jobs, and except emails of a send that weren't sent yet. Does nothing if
 * the job has ended. Throws `job_not_found`.
 */
export async function cancelJob(ctx: Context, id: string): Promise<JobRecord> {
  const { kind, endedAt } = await getJob(ctx, id);
  // A chunk in progress holds the row lock until it commits. The next chunk, or an atomic job, then sees that the job has ended.
  if (kind !== "send.queue" && kind !== "wave.invite")
    await inTransaction(ctx, async (inner) => {
      if (await cancelOpenJob(inner, id)) await recordImportStop(inner, id);
    });
  else if (endedAt === null) await cancelSend(ctx, id);
  else await finishCanceling(ctx, id);
  return getJob(ctx, id);
}

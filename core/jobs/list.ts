import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { JobRecord, listJobsEndpoint } from "@/contract/jobs";
import { queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { countQuery, joinAnd } from "../sql";
import { type JobRow, jobColumns, jobRecord } from "./job-record";

/** Lists jobs, newest first. */
export function listJobs(ctx: Context, query: z.output<NonNullable<typeof listJobsEndpoint.query>>): Promise<ListResult<JobRecord>> {
  const filters: SQL[] = [sql`j.project_id = ${ctx.projectId}`];
  if (query.ended !== undefined) filters.push(query.ended ? sql`j.ended_at is not null` : sql`j.ended_at is null`);
  return paginate<JobRow, JobRecord>(ctx, query, {
    order: "jobs",
    rows: (after, limit) =>
      sql`select ${jobColumns} from background_jobs j where ${joinAnd(after ? [...filters, sql`j.id < ${after[0]}::uuid`] : filters)}
        order by j.project_id desc, j.id desc limit ${limit}`,
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

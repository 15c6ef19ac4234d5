import { type SQL, sql } from "drizzle-orm";

/** The progress of the job with the ID `id` as `QueueingProgress`, or null. */
export const queueingProgress = (projectId: SQL, id: SQL): SQL => sql`(
  select json_build_object('job', j.id, 'status', j.status, 'total', j.total, 'processed', j.processed, 'changed', j.changed, 'error', j.error)
  from background_jobs j where j.project_id = ${projectId} and j.id = ${id})`;

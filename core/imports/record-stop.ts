import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";

/**
 * Names the leads that an import has changed so far when its job stops before its end, in the caller's transaction. Does nothing for other
 * jobs.
 */
export async function recordImportStop(ctx: Context, jobId: string): Promise<void> {
  const [stopped] = await queryRows<{ id: string }>(
    ctx.db,
    sql`select id from imports where project_id = ${ctx.projectId} and job_id = ${jobId} and started_at is not null`,
  );
  if (stopped) await recordEvent(ctx, { kind: "records.changed", data: { import: stopped.id } });
}

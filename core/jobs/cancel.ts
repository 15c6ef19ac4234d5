import { sql } from "drizzle-orm";
import type { TaskRecord } from "@/contract/tasks";
import type { Context } from "../context";
import { get } from "./list";
import { over, withoutUnmade } from "./store";

/**
 * Ends a task before its time: what it did stays done, a batch that is being made is not made at all. One that has ended stays as it is.
 * Refuses with `task_not_found`.
 */
export async function cancel(ctx: Context, id: string): Promise<TaskRecord> {
  // A stretch that is under way holds the row until it is over; the next one finds that the task has ended, and so does a batch that is being made.
  await ctx.db.execute(
    sql`update tasks set state = 'cancelled', ${withoutUnmade}, ${over} where project_id = ${ctx.projectId} and id = ${id} and ended_at is null`,
  );
  return get(ctx, id);
}

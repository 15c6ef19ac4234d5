import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listTasksEndpoint, TaskRecord } from "@/contract/tasks";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { everyOne, totalOf } from "../sql";
import { type TaskRow, taskColumns, taskRecord } from "./wire";

/** Lists tasks, newest first. */
export function list(ctx: Context, query: z.output<NonNullable<typeof listTasksEndpoint.query>>): Promise<Listing<TaskRecord>> {
  const filters: SQL[] = [sql`t.project_id = ${ctx.projectId}`];
  if (query.ended !== undefined) filters.push(query.ended ? sql`t.ended_at is not null` : sql`t.ended_at is null`);
  return listing(query, {
    order: "tasks",
    rows: (after, limit) =>
      rows<TaskRow>(
        ctx.db,
        sql`select ${taskColumns} from tasks t where ${everyOne(after ? [...filters, sql`t.id < ${after[0]}::uuid`] : filters)}
          order by t.project_id desc, t.id desc limit ${limit}`,
      ),
    cursor: (row) => [row.id],
    item: taskRecord,
    total: (most) => totalOf(ctx.db, sql`tasks t`, filters, most),
  });
}

/** Looks up how far a task is. Refuses with `task_not_found`. */
export async function get(ctx: Context, id: string): Promise<TaskRecord> {
  const [row] = await rows<TaskRow>(ctx.db, sql`select ${taskColumns} from tasks t where t.project_id = ${ctx.projectId} and t.id = ${id}`);
  if (!row) throw new ApiError("task_not_found");
  return taskRecord(row);
}

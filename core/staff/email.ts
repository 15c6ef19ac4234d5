import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { QueuedStaffEmail } from "@/db/queue";
import type { staff } from "@/db/schema";
import type { Context } from "../context";

/** Queues an email to a staff member in the caller's transaction. The worker creates links right before it sends the email. */
export async function queueStaffEmail(ctx: Context, email: QueuedStaffEmail): Promise<void> {
  await ctx.queue.addStaffEmail(ctx.db, { projectId: ctx.projectId, email });
}

/** Returns the email and name of a staff member, or null if they were removed. */
export async function getStaffRecipient(ctx: Context, staffId: string): Promise<{ email: string; name: string } | null> {
  const [row] = await queryRows<RowOf<typeof staff, "email" | "name">>(
    ctx.db,
    sql`select email, name from staff where project_id = ${ctx.projectId} and id = ${staffId}::uuid and removed_at is null`,
  );
  return row ?? null;
}

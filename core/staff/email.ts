import { sql } from "drizzle-orm";
import type { StaffMail } from "@/db/queue";
import { rows } from "@/db/rows";
import type { Context } from "../context";

export type { StaffMail };

/** Queues a mail to somebody of the staff, in the caller's transaction; it leaves when that commits. Links are made as it leaves. */
export async function queueStaffMail(ctx: Context, mail: StaffMail): Promise<void> {
  await ctx.jobs.mailStaff(ctx.db, { projectId: ctx.projectId, mail });
}

/** Whom a mail to one of the staff goes to, or null where they have been removed since. */
export async function staffAddress(ctx: Context, staffId: string): Promise<{ email: string; name: string } | null> {
  const [row] = await rows<{ email: string; name: string }>(
    ctx.db,
    sql`select email, name from staff where project_id = ${ctx.projectId} and id = ${staffId}::uuid and removed_at is null`,
  );
  return row ?? null;
}

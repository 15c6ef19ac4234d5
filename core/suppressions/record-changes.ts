import { sql } from "drizzle-orm";
import type { Context } from "../context";
import { type EventInput, recordEvents } from "../events/record-event";
import { itemsIn } from "../sql";

/** Records changes of suppressions, which are part of the records of their leads, in the transaction of the change. */
export async function recordSuppressionChanges(ctx: Context, changes: readonly EventInput[]): Promise<void> {
  await recordEvents(ctx, changes);
  const emails = changes.flatMap(({ email }) => email ?? []);
  if (emails.length === 0) return;
  // Locked in the order that everything locks leads in.
  await ctx.db.execute(sql`update leads l set updated_at = now() from (
      select project_id, email from leads where project_id = ${ctx.projectId} and email in ${itemsIn(emails)} order by email for no key update
    ) as changed where l.project_id = changed.project_id and l.email = changed.email`);
}

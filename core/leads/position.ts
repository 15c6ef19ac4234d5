import { type SQL, sql } from "drizzle-orm";
import type { WaitlistPositionReply } from "@/contract/leads";
import { queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { countReferrals } from "./referrals";

/** Returns the waitlist position of a lead and how many leads they referred. Throws `lead_not_found`. */
export async function getLeadPosition(ctx: Context, email: string): Promise<WaitlistPositionReply> {
  const [lead] = await queryRows(ctx.db, sql`select from leads where project_id = ${ctx.projectId} and email = ${email}`);
  if (!lead) throw new ApiError("lead_not_found");
  const [waitlist, referrals] = await Promise.all([getWaitlistPosition(ctx, email), countReferrals(ctx, email)]);
  return { position: waitlist?.position ?? null, waiting: waitlist?.waiting ?? (await countWaiting(ctx)), referrals };
}

/** A lead's position, from 1, and the number of leads on the waitlist. */
export type WaitlistPosition = { position: number; waiting: number };

/**
 * Returns the position of a lead, or `null` if they aren't on the waitlist. Counts from the nearest checkpoint, so that it takes as long at
 * the end of a million leads as at the beginning.
 */
export async function getWaitlistPosition(
  { db, projectId }: Pick<Context, "db" | "projectId">,
  email: string,
): Promise<WaitlistPosition | null> {
  const [row] = await queryRows<{ ahead: string; waiting: string }>(db, waitlistPositionQuery(projectId, email));
  return row ? { position: Number(row.ahead) + 1, waiting: Number(row.waiting) } : null;
}

/** Returns the number of leads on the waitlist. */
export async function countWaiting({ db, projectId }: Pick<Context, "db" | "projectId">): Promise<number> {
  const [row] = await queryRows<{ waiting: string }>(
    db,
    sql`select ${countBefore(projectId, sql`'infinity'::numeric`, sql`true`)} as waiting`,
  );
  return Number(row?.waiting ?? 0);
}

/** A query for how many leads are ahead of a lead on the waitlist, and how many there are. */
export const waitlistPositionQuery = (projectId: number, email: string): SQL => sql`
  select ${countBefore(projectId, sql`l.waitlist_sort_key`, sql`(w.waitlist_sort_key, w.email) < (l.waitlist_sort_key, l.email)`)} as ahead,
    ${countBefore(projectId, sql`'infinity'::numeric`, sql`true`)} as waiting
  from leads l where l.project_id = ${projectId} and l.email = ${email} and l.on_waitlist`;

/**
 * Counts the leads before a sort key: those before the nearest checkpoint, plus the changes before it since it was counted, plus the leads
 * after it that meet `isBefore`.
 */
const countBefore = (projectId: number, sortKey: SQL, isBefore: SQL): SQL => sql`(
  select checkpoint.leads_ahead
    + (select coalesce(sum(delta), 0) from waitlist_changes c where c.project_id = ${projectId} and c.sort_key < checkpoint.sort_key)
    + (select count(*) from leads w where w.project_id = ${projectId} and w.on_waitlist and w.waitlist_sort_key >= checkpoint.sort_key and ${isBefore})
  from (
    (select sort_key, leads_ahead from waitlist_checkpoints where project_id = ${projectId} and sort_key <= ${sortKey} order by sort_key desc limit 1)
    union all (select '-infinity'::numeric, 0) limit 1
  ) as checkpoint)`;

import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { moveOnWaitlist } from "./waitlist";

/**
 * Moves whoever sent a lead up in line, by as many places as the project gives for a friend now; once for each lead, and only for one that
 * is accepted. It is written down with the lead, so that exactly that can be taken back.
 */
export async function creditReferral(ctx: Context, email: string): Promise<void> {
  const [counted] = await rows<{ referred_by: string; referral_bonus_applied: number }>(
    ctx.db,
    sql`update leads l set referral_bonus_applied = p.referral_bonus from projects p
      where p.id = l.project_id and l.project_id = ${ctx.projectId} and l.email = ${email}
        and l.status = 'active' and l.referred_by is not null and l.referral_bonus_applied is null
      returning l.referred_by, l.referral_bonus_applied`,
  );
  if (counted) await moveOnWaitlist(ctx, counted.referred_by, counted.referral_bonus_applied);
}

/** Moves those who sent leads that are deleted back by what these had moved them up. */
export async function revokeReferralBonuses(
  ctx: Context,
  gone: readonly { referred_by: string | null; referral_bonus_applied: number | null }[],
): Promise<void> {
  const places = new Map<string, number>();
  for (const { referred_by: by, referral_bonus_applied: moved } of gone)
    if (by !== null && moved !== null) places.set(by, (places.get(by) ?? 0) + moved);
  for (const [email, moved] of places) await moveOnWaitlist(ctx, email, -moved);
}

/** How many friends of a lead have joined, as far as they count. */
export async function countReferrals({ db, projectId }: Context, email: string): Promise<number> {
  const [row] = await rows<{ friends: number }>(
    db,
    sql`select count(*)::int as friends from leads
      where project_id = ${projectId} and referred_by = ${email} and referral_bonus_applied is not null`,
  );
  return row?.friends ?? 0;
}

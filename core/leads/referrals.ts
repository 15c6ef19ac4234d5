import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { moveInLine } from "./line";

/**
 * Moves whoever sent a lead up in line, by as many places as the project gives for a friend now; once for each lead, and only for one that
 * is accepted. It is written down with the lead, so that exactly that can be taken back.
 */
export async function countReferral(ctx: Context, email: string): Promise<void> {
  const [counted] = await rows<{ referred_by: string; moved_referrer_by: number }>(
    ctx.db,
    sql`update leads l set moved_referrer_by = p.referral_places from projects p
      where p.id = l.project_id and l.project_id = ${ctx.projectId} and l.email = ${email}
        and l.standing = 'accepted' and l.referred_by is not null and l.moved_referrer_by is null
      returning l.referred_by, l.moved_referrer_by`,
  );
  if (counted) await moveInLine(ctx, counted.referred_by, counted.moved_referrer_by);
}

/** Moves those who sent leads that are deleted back by what these had moved them up. */
export async function takeBackReferrals(
  ctx: Context,
  gone: readonly { referred_by: string | null; moved_referrer_by: number | null }[],
): Promise<void> {
  const places = new Map<string, number>();
  for (const { referred_by: by, moved_referrer_by: moved } of gone)
    if (by !== null && moved !== null) places.set(by, (places.get(by) ?? 0) + moved);
  for (const [email, moved] of places) await moveInLine(ctx, email, -moved);
}

/** How many friends of a lead have joined, as far as they count. */
export async function friendsOf({ db, projectId }: Context, email: string): Promise<number> {
  const [row] = await rows<{ friends: number }>(
    db,
    sql`select count(*)::int as friends from leads
      where project_id = ${projectId} and referred_by = ${email} and moved_referrer_by is not null`,
  );
  return row?.friends ?? 0;
}

import { sql } from "drizzle-orm";
import type { WaitlistPositionReply } from "@/contract/waitlist-position";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { countReferrals } from "./referrals";
import { countWaiting, getWaitlistPosition } from "./waitlist";

/** Tells where a lead stands in line, and how many friends of theirs joined. Refuses with `lead_not_found`. */
export async function getLeadPosition(ctx: Context, email: string): Promise<WaitlistPositionReply> {
  const [lead] = await rows(ctx.db, sql`select from leads where project_id = ${ctx.projectId} and email = ${email}`);
  if (!lead) throw new ApiError("lead_not_found");
  const [standing, friends] = await Promise.all([getWaitlistPosition(ctx, email), countReferrals(ctx, email)]);
  return { position: standing?.position ?? null, waiting: standing?.waiting ?? (await countWaiting(ctx)), referrals: friends };
}

import { sql } from "drizzle-orm";
import type { WaitlistPositionReply } from "@/contract/waitlist-position";
import { queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { countReferrals } from "./referrals";
import { countWaiting, getWaitlistPosition } from "./waitlist";

/** Returns the waitlist position of a lead and how many leads they referred. Throws `lead_not_found`. */
export async function getLeadPosition(ctx: Context, email: string): Promise<WaitlistPositionReply> {
  const [lead] = await queryRows(ctx.db, sql`select from leads where project_id = ${ctx.projectId} and email = ${email}`);
  if (!lead) throw new ApiError("lead_not_found");
  const [waitlist, referrals] = await Promise.all([getWaitlistPosition(ctx, email), countReferrals(ctx, email)]);
  return { position: waitlist?.position ?? null, waiting: waitlist?.waiting ?? (await countWaiting(ctx)), referrals };
}

import { sql } from "drizzle-orm";
import type { PublicAttempt } from "@/contract/abuse-protection";
import { maxCountedClients, type AbuseProtectionReply } from "@/contract/abuse-protection-status";
import type { Context } from "../context";
import { leadConditions } from "../leads/filter";
import { fetchTotal, countRows } from "../sql";
import { getPublicRateLimits, getProjectUsage } from "./public-rate-limits";

/** Says how often the public guesses and signs up, what is left, and how many sign-ups are held. */
export async function getAbuseProtection(ctx: Context): Promise<AbuseProtectionReply> {
  const [guesses, signUps, held] = await Promise.all([getRateLimitStatus(ctx, "guess"), getRateLimitStatus(ctx, "sign_up"), countHeldSignUps(ctx)]);
  return { guesses, signUps, held };
}

/** How many sign-ups wait for staff to look at them, counted no further than `most` where that is given. */
export const countHeldSignUps = (ctx: Context, most?: number): Promise<number> =>
  countRows(ctx.db, sql`leads l`, leadConditions(ctx, { status: "held" }), most);

async function getRateLimitStatus(ctx: Context, what: PublicAttempt): Promise<AbuseProtectionReply["guesses"]> {
  const { client, project } = getPublicRateLimits(what);
  const [{ attempts: used, resetsInSeconds: wait, most, needsProof }, clientsStopped] = await Promise.all([
    getProjectUsage(ctx, what),
    fetchTotal(
      ctx.db,
      sql`select count(*) as total from (select from rate_limit_windows where project_id = ${ctx.projectId} and name = ${client.name}
        and attempts >= ${client.limit} and ends_at > now() limit ${maxCountedClients}) as stopped`,
    ),
  ]);
  return { used, limit: most, windowSeconds: project.windowSeconds, resetsInSeconds: wait > 0 ? wait : null, proofRequired: needsProof, blockedClients: clientsStopped };
}

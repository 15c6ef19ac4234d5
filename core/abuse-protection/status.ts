import { sql } from "drizzle-orm";
import type { PublicAttempt } from "@/contract/abuse-protection";
import { type AbuseProtectionReply, maxCountedClients } from "@/contract/abuse-protection-status";
import type { Context } from "../context";
import { leadConditions } from "../leads/filter";
import { countRows, fetchTotal } from "../sql";
import { getProjectUsage, getPublicRateLimits } from "./public-rate-limits";

/** Returns the usage of the public rate limits and the number of held sign-ups. */
export async function getAbuseProtection(ctx: Context): Promise<AbuseProtectionReply> {
  const [guesses, signUps, held] = await Promise.all([
    getRateLimitStatus(ctx, "guess"),
    getRateLimitStatus(ctx, "sign_up"),
    countHeldSignUps(ctx),
  ]);
  return { guesses, signUps, held };
}

/** Counts the sign-ups held for review, up to `maxCount`. */
export const countHeldSignUps = (ctx: Context, maxCount?: number): Promise<number> =>
  countRows(ctx.db, sql`leads l`, leadConditions(ctx, { status: "held" }), maxCount);

async function getRateLimitStatus(ctx: Context, attempt: PublicAttempt): Promise<AbuseProtectionReply["guesses"]> {
  const { client, project } = getPublicRateLimits(attempt);
  const [{ attempts, resetsInSeconds, limit, isProofRequired }, blockedClients] = await Promise.all([
    getProjectUsage(ctx, attempt),
    fetchTotal(
      ctx.db,
      sql`select count(*) as total from (select from rate_limit_windows where project_id = ${ctx.projectId} and name = ${client.name}
        and attempts >= ${client.limit} and ends_at > now() limit ${maxCountedClients}) as blocked`,
    ),
  ]);
  return {
    used: attempts,
    limit,
    windowSeconds: project.windowSeconds,
    resetsInSeconds: resetsInSeconds > 0 ? resetsInSeconds : null,
    proofRequired: isProofRequired,
    blockedClients,
  };
}

import { sql } from "drizzle-orm";
import { type PublicAttempt, publicRateLimits } from "@/contract/abuse-protection";
import { type AbuseProtectionReply, maxCountedClients } from "@/contract/abuse-protection-settings";
import { countCap } from "@/contract/limits";
import type { OverviewReply } from "@/contract/overview";
import { countOf, type PluralForms, plural } from "@/lib/plural";
import type { Context } from "../context";
import { countLabel } from "../count-label";
import { leadConditions } from "../leads/filter";
import { countRows, fetchTotal } from "../sql";
import { listKeyGuesses } from "./key-guesses";
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
const countHeldSignUps = (ctx: Context, maxCount?: number): Promise<number> =>
  countRows(ctx.db, sql`leads l`, leadConditions(ctx, { status: "held" }), maxCount);

async function getRateLimitStatus(ctx: Context, attempt: PublicAttempt): Promise<AbuseProtectionReply["guesses"]> {
  const { client, project } = getPublicRateLimits(attempt);
  const clientLimit = sql`coalesce((select (rate_limits ->> ${client.name})::int from projects where id = ${ctx.projectId}), ${client.limit}::int)`;
  const [{ attempts, resetsInSeconds, limit, isProofRequired }, blockedClients] = await Promise.all([
    getProjectUsage(ctx, attempt),
    fetchTotal(
      ctx.db,
      sql`select count(*) as total from (select from rate_limit_windows where project_id = ${ctx.projectId} and name = ${client.name}
        and attempts >= ${clientLimit} and ends_at > now() limit ${maxCountedClients}) as blocked`,
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

type AttentionItem = OverviewReply["attention"][number];

const formatMinutes = (seconds: number): string => countOf(Math.ceil(seconds / 60), "minute");

type AttackTimes = { window: string; remaining: string };

/** What to report when the public reaches a project's rate limit. `{n}` is the number of attempts. */
const attackAlerts: Readonly<Record<PublicAttempt, { name: AttentionItem["name"]; message: (times: AttackTimes) => PluralForms }>> = {
  guess: {
    name: "guessing",
    message: ({ window, remaining }) => ({
      one: `Someone may be guessing codes: {n} wrong code in ${window}. For the next ${remaining}, customers without an emailed link must verify they're human.`,
      other: `Someone may be guessing codes: {n} wrong codes in ${window}. For the next ${remaining}, customers without an emailed link must verify they're human.`,
    }),
  },
  sign_up: {
    name: "sign_up_flood",
    message: ({ window, remaining }) => ({
      one: `Unusually many sign-ups: {n} in ${window}. For the next ${remaining}, people must verify they're human to sign up.`,
      other: `Unusually many sign-ups: {n} in ${window}. For the next ${remaining}, people must verify they're human to sign up.`,
    }),
  },
};

/** Lists what needs attention about guessed codes, sign-up floods and held sign-ups. */
export async function listAbuseAttention(ctx: Context): Promise<AttentionItem[]> {
  const attempts = Object.keys(attackAlerts) as PublicAttempt[];
  const [held, keyGuesses, ...attacks] = await Promise.all([
    getHeldSignUpsAlert(ctx),
    listKeyGuesses(ctx),
    ...attempts.map((attempt) => getAttackAlert(ctx, attempt)),
  ]);
  return [...attacks.flat(), ...keyGuesses, ...held];
}

async function getAttackAlert(ctx: Context, attempt: PublicAttempt): Promise<AttentionItem[]> {
  const { attempts, resetsInSeconds, isProofRequired } = await getProjectUsage(ctx, attempt);
  if (!isProofRequired) return [];
  const { name, message } = attackAlerts[attempt];
  const times = { window: formatMinutes(publicRateLimits[attempt].project.windowSeconds), remaining: formatMinutes(resetsInSeconds) };
  return [{ name, count: attempts, subject: null, message: plural(attempts, message(times)) }];
}

async function getHeldSignUpsAlert(ctx: Context): Promise<AttentionItem[]> {
  const held = await countHeldSignUps(ctx, countCap + 1);
  if (held === 0) return [];
  const message = countLabel(held, { one: "{n} sign-up is held for review.", other: "{n} sign-ups are held for review." });
  return [{ name: "held_sign_ups", count: Math.min(held, countCap), subject: null, message }];
}

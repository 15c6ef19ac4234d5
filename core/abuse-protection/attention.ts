import type { OverviewReply } from "@/contract/overview";
import { type PublicAttempt, publicRateLimits } from "@/contract/abuse-protection";
import { minutesOf } from "@/lib/counts";
import type { Context } from "../context";
import { getProjectUsage } from "./public-rate-limits";
import { countHeldSignUps } from "./status";

type AttentionItem = OverviewReply["attention"][number];

/** How many held sign-ups are counted; more are told as more. */
const maxCounted = 10_000;

const number = (value: number): string => value.toLocaleString("en");

/** What is told of a budget that is used up: the item's name, what was tried, and what that asks of customers. */
const attackAlerts: Readonly<Record<PublicAttempt, { name: AttentionItem["name"]; tried: string; asks: string }>> = {
  guess: { name: "guessing", tried: "wrong codes were tried", asks: "Claims but those by a mailed link need a proof of work" },
  sign_up: { name: "sign_up_flood", tried: "tries to sign up were made", asks: "Sign-ups need a proof of work" },
};

/** What of guesses, floods and held sign-ups needs somebody's attention. */
export async function listAbuseAttention(ctx: Context): Promise<AttentionItem[]> {
  const kinds = Object.keys(attackAlerts) as PublicAttempt[];
  const [held, ...under] = await Promise.all([getHeldSignUpsAlert(ctx), ...kinds.map((what) => getAttackAlert(ctx, what))]);
  return [...under.flat(), ...held];
}

async function getAttackAlert(ctx: Context, what: PublicAttempt): Promise<AttentionItem[]> {
  const { attempts: used, resetsInSeconds: wait, needsProof } = await getProjectUsage(ctx, what);
  const { name, tried, asks } = attackAlerts[what];
  const message = `${number(used)} ${tried} within ${minutesOf(publicRateLimits[what].project.windowSeconds)}. ${asks} for the next ${minutesOf(wait)}.`;
  return needsProof ? [{ name, count: used, subject: null, message }] : [];
}

async function getHeldSignUpsAlert(ctx: Context): Promise<AttentionItem[]> {
  const held = await countHeldSignUps(ctx, maxCounted + 1);
  if (held === 0) return [];
  const they =
    held > maxCounted ? `More than ${number(maxCounted)} sign-ups are` : held === 1 ? "1 sign-up is" : `${number(held)} sign-ups are`;
  const message = `${they} held until somebody has looked at ${held === 1 ? "it" : "them"}.`;
  return [{ name: "held_sign_ups", count: Math.min(held, maxCounted), subject: null, message }];
}

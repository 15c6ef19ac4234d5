import type { OverviewReply } from "@/contract/overview";
import { type PublicTry, publicLimits } from "@/contract/protection";
import { minutesOf } from "@/lib/counts";
import type { Context } from "../context";
import { projectUse } from "./public-try";
import { heldOf } from "./state";

type Item = OverviewReply["attention"][number];

/** How many held sign-ups are counted; more are told as more. */
const countedMost = 10_000;

const number = (value: number): string => value.toLocaleString("en");

/** What is told of a budget that is used up: the item's name, what was tried, and what that asks of customers. */
const attacks: Readonly<Record<PublicTry, { name: Item["name"]; tried: string; asks: string }>> = {
  guess: { name: "guessing", tried: "wrong codes were tried", asks: "Claims but those by a mailed link need a proof of work" },
  sign_up: { name: "sign_up_flood", tried: "tries to sign up were made", asks: "Sign-ups need a proof of work" },
};

/** What of guesses, floods and held sign-ups needs somebody's attention. */
export async function protectionAttention(ctx: Context): Promise<Item[]> {
  const kinds = Object.keys(attacks) as PublicTry[];
  const [held, ...under] = await Promise.all([heldSignUps(ctx), ...kinds.map((what) => attack(ctx, what))]);
  return [...under.flat(), ...held];
}

async function attack(ctx: Context, what: PublicTry): Promise<Item[]> {
  const { used, wait, needsProof } = await projectUse(ctx, what);
  const { name, tried, asks } = attacks[what];
  const message = `${number(used)} ${tried} within ${minutesOf(publicLimits[what].project.seconds)}. ${asks} for the next ${minutesOf(wait)}.`;
  return needsProof ? [{ name, count: used, about: null, message }] : [];
}

async function heldSignUps(ctx: Context): Promise<Item[]> {
  const held = await heldOf(ctx, countedMost + 1);
  if (held === 0) return [];
  const they =
    held > countedMost ? `More than ${number(countedMost)} sign-ups are` : held === 1 ? "1 sign-up is" : `${number(held)} sign-ups are`;
  const message = `${they} held until somebody has looked at ${held === 1 ? "it" : "them"}.`;
  return [{ name: "held_sign_ups", count: Math.min(held, countedMost), about: null, message }];
}

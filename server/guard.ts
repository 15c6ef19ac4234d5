import "server-only";
import { guessBudgets, refuseIfSpent, spend } from "@/core/budgets";
import type { Context } from "@/core/context";
import type { Refusal } from "@/core/refusal";
import { env } from "@/lib/env";
import { hashOf } from "@/lib/ids";

const wholeProject = "project";

/** Whom a public call is counted to: the client's address, an IPv6 one by its /64, in a form that cannot be read back. */
function clientOf(request: Request): string {
  const address = request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
  return hashOf(`${env().AUTH_SECRET ?? ""} ${network(address)}`).slice(0, 32);
}

/** The part of an address that one customer holds. */
export function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("%")[0]?.toLowerCase().split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups = tail === undefined ? before : [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0"), ...after];
  return groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}

/** Refuses with `too_many_requests` a public caller who, or whose whole project, has guessed too often. */
export async function refuseGuesser(ctx: Context, request: Request): Promise<void> {
  if (ctx.actor.kind !== "public_key") return;
  await refuseIfSpent(ctx, [
    { budget: guessBudgets.client, subject: clientOf(request) },
    { budget: guessBudgets.project, subject: wholeProject },
  ]);
}

/** Counts a public call that asked for something that is not there; `ctx` must not be the call's own transaction, which is undone. */
export async function countGuess(ctx: Context, request: Request, refusal: Refusal): Promise<void> {
  if (ctx.actor.kind !== "public_key" || !refusal.refusal.endsWith("_not_found")) return;
  await spend(ctx, guessBudgets.client, clientOf(request));
  await spend(ctx, guessBudgets.project, wholeProject);
}

import "server-only";
import type { Endpoint } from "@/contract/endpoint";
import { guessBudgets, refuseIfSpent, spend } from "@/core/budgets";
import { type Context, isPublic } from "@/core/context";
import { Refusal } from "@/core/refusal";
import { hashOf } from "@/lib/ids";
import { network } from "@/lib/network";
import { addressOf } from "./browser";

const wholeProject = "project";

/** Who calls by a public key or from a public page, and from where. */
export type Caller = { ctx: Context; endpoint: Pick<Endpoint, "refuses">; salt: string; request: Request };

/** Only where codes can be guessed: an office whose tries at a code are used up can still sign up. */
const canGuess = ({ ctx, endpoint }: Caller): boolean => isPublic(ctx) && endpoint.refuses.includes("code_not_found");

const budgetsOf = (caller: Caller) => [
  { budget: guessBudgets.client, subject: clientOf(caller) },
  { budget: guessBudgets.project, subject: wholeProject },
];

/** Whom a public call is counted to: the client's address, an IPv6 one by its /64, in a form that cannot be read back. */
function clientOf({ request, salt }: Caller): string {
  return hashOf(`${salt} ${network(addressOf(request))}`).slice(0, 32);
}

/** Does what a caller asks for. Refuses with `too_many_requests` a public one who, or whose whole project, has guessed at codes too often, and counts a guess that hit nothing. */
export async function guarded<T>(caller: Caller, story: () => Promise<T>): Promise<T> {
  await refuseGuesser(caller);
  try {
    return await story();
  } catch (thrown) {
    if (thrown instanceof Refusal) await countGuess(caller, thrown);
    throw thrown;
  }
}

async function refuseGuesser(caller: Caller): Promise<void> {
  if (canGuess(caller)) await refuseIfSpent(caller.ctx, budgetsOf(caller));
}

/** The caller's `ctx` must not be the call's own transaction, which is undone. */
async function countGuess(caller: Caller, refusal: Refusal): Promise<void> {
  if (!canGuess(caller) || refusal.refusal !== "code_not_found") return;
  for (const { budget, subject } of budgetsOf(caller)) await spend(caller.ctx, budget, subject);
}

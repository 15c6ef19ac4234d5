import { sql } from "drizzle-orm";
import { resetLimits } from "@/contract/account";
import { signInLimits } from "@/contract/session";
import { hashOf } from "@/lib/ids";
import { network } from "@/lib/network";
import { type Budget, spend } from "../budgets";
import type { Context } from "../context";
import { saltOf } from "../projects/salt";
import type { Client } from "./sessions";

/** What is counted to an address, and to a client. */
type Budgets = { address: Budget; client: Budget };

const signIn: Budgets = {
  address: { name: "sign_in.address", ...signInLimits.address },
  client: { name: "sign_in.client", ...signInLimits.client },
};

// Apart from the above: whoever has run out of guesses at a password is who needs a new one.
const reset: Budgets = {
  address: { name: "reset.address", ...resetLimits.address },
  client: { name: "reset.client", ...resetLimits.client },
};

/** Whose try it is: the address it is for, where it is for one, and the client it comes from. */
export type Try = { email?: string; client: Client };

/** A try's subjects in a form that cannot be read back. An IPv6 client is its /64, which one customer holds. */
async function subjectsOf({ db, projectId }: Context, { email, client }: Try): Promise<{ address?: string; client: string }> {
  const salt = await saltOf(db, projectId);
  const hidden = (text: string) => hashOf(`${salt} ${text}`).slice(0, 32);
  return { address: email === undefined ? undefined : hidden(email), client: hidden(network(client.address)) };
}

async function count(ctx: Context, budgets: Budgets, tried: Try): Promise<void> {
  const { address, client } = await subjectsOf(ctx, tried);
  // The client first, so that one that has run out can use nobody else's up.
  await spend(ctx, budgets.client, client);
  if (address !== undefined) await spend(ctx, budgets.address, address);
}

/**
 * Counts a try at a password or at a code, before it is looked at, so that no burst gets more of them than the budget holds. Refuses
 * with `too_many_requests`. The caller's `ctx` must not be in a transaction, which a refusal would undo.
 */
export const countTry = (ctx: Context, tried: Try): Promise<void> => count(ctx, signIn, tried);

/** Counts a try at the token of a link, as `countTry` does. */
export const countToken = (ctx: Context, client: Client): Promise<void> => count(ctx, signIn, { client });

/** Counts somebody asking for a link, as `countTry` does. */
export const countAsking = (ctx: Context, tried: Try): Promise<void> => count(ctx, reset, tried);

/** Gives back what a try has used that was right: the client's one, and all of the address's. */
export async function giveBack(ctx: Context, tried: Try): Promise<void> {
  const { address, client } = await subjectsOf(ctx, tried);
  await ctx.db.execute(
    sql`with forgiven as (
        delete from budget_windows where project_id = ${ctx.projectId} and budget = ${signIn.address.name} and subject = ${address ?? ""}
      )
      update budget_windows set used = greatest(used - 1, 0)
      where project_id = ${ctx.projectId} and budget = ${signIn.client.name} and subject = ${client}`,
  );
}

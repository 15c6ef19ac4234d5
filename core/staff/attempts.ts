import { sql } from "drizzle-orm";
import { resetLimits } from "@/contract/account";
import { signInLimits } from "@/contract/session";
import { hashOf } from "@/lib/ids";
import { network } from "@/lib/network";
import { type Budget, spend } from "../budgets";
import type { Context } from "../context";
import { saltOf } from "../projects/salt";
import type { Client } from "./sessions";

/** What is counted to whom a try is for, and to a client. */
type Budgets = { target: Budget; client: Budget };

const signIn: Budgets = {
  target: { name: "sign_in.address", ...signInLimits.address },
  client: { name: "sign_in.client", ...signInLimits.client },
};

// Apart from the above: whoever has run out of guesses at a password is who needs a new one.
const reset: Budgets = {
  target: { name: "reset.address", ...resetLimits.address },
  client: { name: "reset.client", ...resetLimits.client },
};

// Apart from sign-in, which strangers can run out for anybody: whoever is signed in must be able to guard their account just then.
const own: Budgets = { target: { name: "own_password.staff", ...signInLimits.address }, client: signIn.client };

/** Whose try it is: the address it is for, where it is for one, and the client it comes from. */
export type Try = { email?: string; client: Client };

/** A try of somebody signed in at their own password, or at a code of their own. */
export type OwnTry = { staffId: string; client: Client };

type Subjects = { target?: string; client: Client };

/** A try's subjects in a form that cannot be read back. An IPv6 client is its /64, which one customer holds. */
async function subjectsOf({ db, projectId }: Context, { target, client }: Subjects): Promise<{ target?: string; client: string }> {
  const salt = await saltOf(db, projectId);
  const hidden = (text: string) => hashOf(`${salt} ${text}`).slice(0, 32);
  return { target: target === undefined ? undefined : hidden(target), client: hidden(network(client.address)) };
}

async function count(ctx: Context, budgets: Budgets, subjects: Subjects): Promise<void> {
  const { target, client } = await subjectsOf(ctx, subjects);
  // The client first, so that one that has run out can use nobody else's up.
  await spend(ctx, budgets.client, client);
  if (target !== undefined) await spend(ctx, budgets.target, target);
}

/**
 * Counts a try at a password or at a code, before it is looked at, so that no burst gets more of them than the budget holds. Refuses
 * with `too_many_requests`. The caller's `ctx` must not be in a transaction, which a refusal would undo.
 */
export const countTry = (ctx: Context, tried: Try): Promise<void> => count(ctx, signIn, { target: tried.email, client: tried.client });

/** Counts a try at the token of a link, as `countTry` does. */
export const countToken = (ctx: Context, client: Client): Promise<void> => count(ctx, signIn, { client });

/** Counts somebody asking for a link, as `countTry` does. */
export const countAsking = (ctx: Context, tried: Try): Promise<void> => count(ctx, reset, { target: tried.email, client: tried.client });

/** Counts somebody signed in at their own password or code, as `countTry` does. */
export const countOwnTry = (ctx: Context, { staffId, client }: OwnTry): Promise<void> => count(ctx, own, { target: staffId, client });

/** Gives back what a try has used that was right: the client's one, and all of the address's. */
export const giveBack = (ctx: Context, { email, client }: Try): Promise<void> => forgive(ctx, signIn, { target: email, client });

/** Gives back what somebody signed in has used, who was right: the client's one, and all of their own. */
export const giveOwnBack = (ctx: Context, { staffId, client }: OwnTry): Promise<void> => forgive(ctx, own, { target: staffId, client });

async function forgive(ctx: Context, budgets: Budgets, subjects: Subjects): Promise<void> {
  const { target, client } = await subjectsOf(ctx, subjects);
  await ctx.db.execute(
    sql`with forgiven as (
        delete from budget_windows where project_id = ${ctx.projectId} and budget = ${budgets.target.name} and subject = ${target ?? ""}
      )
      update budget_windows set used = greatest(used - 1, 0)
      where project_id = ${ctx.projectId} and budget = ${budgets.client.name} and subject = ${client}`,
  );
}

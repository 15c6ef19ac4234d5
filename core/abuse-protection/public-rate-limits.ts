import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import { type PublicTry, publicLimits } from "@/contract/protection";
import { ApiError } from "../api-error";
import { type Account, type Budget, count, retryAfter, tooMany, type Used, usedOf } from "../budgets";
import type { Context, Tried } from "../context";
import { newChallenge } from "./proof";

/** Whose account it is that all of a project share. */
export const wholeProject = "project";

const budget = <Of extends keyof (typeof publicLimits)[PublicTry]>(what: PublicTry, of: Of): Budget => ({
  name: `${what}.${of}`,
  ...publicLimits[what][of],
});

/** The budgets of one kind of tries: each client's, each address's, and the project's. */
export const budgetsOf = (what: PublicTry) =>
  ({ client: budget(what, "client"), address: budget(what, "address"), project: budget(what, "project") }) as const;

const shared = (what: PublicTry, address: string): Account[] => {
  const budgets = budgetsOf(what);
  return [
    { budget: budgets.address, subject: address },
    { budget: budgets.project, subject: wholeProject },
  ];
};

/**
 * Counts a try. Refuses with `too_many_requests` a client that has used its tries up, whose tries then count for nobody else; and with
 * `proof_needed` whoever brings no proof where the address's or the project's are used up. The caller's `ctx` must not be in a
 * transaction, which a refusal would undo.
 */
export async function countTry(ctx: Context, what: PublicTry, tried: Tried): Promise<void> {
  const { client } = budgetsOf(what);
  const [own] = await count(ctx, [{ budget: client, subject: tried.client }]);
  if (own && own.used > client.most) throw tooMany(own.wait);
  const accounts = shared(what, tried.address);
  await refuseWithoutProof(ctx, tried, accounts, await count(ctx, accounts), 0);
}

/** Refuses as `countTry` does whoever has nothing left, counting nothing. */
export async function refuseIfSpent(ctx: Context, what: PublicTry, tried: Tried): Promise<void> {
  const { client } = budgetsOf(what);
  const accounts = [{ budget: client, subject: tried.client }, ...shared(what, tried.address)];
  const [own, ...others] = await usedOf(ctx, accounts);
  if (own && own.used >= client.most) throw tooMany(own.wait);
  await refuseWithoutProof(ctx, tried, accounts.slice(1), others, 1);
}

/** `next`: how many tries are still to be counted. */
async function refuseWithoutProof(
  { projectId }: Context,
  { hasProof }: Tried,
  accounts: Account[],
  used: Used[],
  next: number,
): Promise<void> {
  const spent = used.filter(({ used }, place) => used + next > (accounts[place]?.budget.most ?? 0));
  if (hasProof || spent.length === 0) return;
  const wait = Math.max(...spent.map((each) => each.wait));
  throw new ApiError("proof_needed", { headers: retryAfter(wait), challenge: await newChallenge(projectId) });
}

type Values = Record<"projectId" | "client" | "address" | "hasProof", SQLChunk>;

/** The condition that whoever tries has tries left, as `refuseIfSpent` has it; it holds for whom nothing limits, whose client and address are null. It is asked once of a statement. */
export function hasLeft(what: PublicTry, { projectId, client, address, hasProof }: Values): SQL {
  const budgets = budgetsOf(what);
  const spent = ({ name, most }: Budget, subject: SQLChunk) =>
    sql`exists (select from budget_windows w where w.project_id = ${projectId} and w.budget = ${sql.raw(`'${name}'`)}
      and w.subject = ${subject} and w.ends_at > now() and w.used >= ${sql.raw(String(most))})`;
  return sql`not (${spent(budgets.client, sql`${client}::text`)} or not ${hasProof}::boolean
    and (${spent(budgets.address, sql`${address}::text`)} or (${address}::text is not null and ${spent(budgets.project, sql.raw(`'${wholeProject}'`))})))`;
}

/** How far the project's own budget for such tries is used, and whether whoever tries now must bring a proof. */
export async function projectUse(ctx: Context, what: PublicTry): Promise<Used & { most: number; needsProof: boolean }> {
  const { project } = budgetsOf(what);
  const [found] = await usedOf(ctx, [{ budget: project, subject: wholeProject }]);
  const { used, wait } = found ?? { used: 0, wait: 0 };
  return { used, wait, most: project.most, needsProof: used >= project.most };
}

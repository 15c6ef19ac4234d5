import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import { type PublicAttempt, publicRateLimits } from "@/contract/abuse-protection";
import { ApiError } from "../api-error";
import { type RateLimitSubject, type RateLimit, countAttempts, retryAfterHeader, tooManyRequests, type RateLimitUsage, getUsage } from "../rate-limits";
import type { Context, PublicCaller } from "../context";
import { newProofChallenge } from "./proof-of-work";

/** Whose account it is that all of a project share. */
export const projectSubject = "project";

const createRateLimit = <Of extends keyof (typeof publicRateLimits)[PublicAttempt]>(what: PublicAttempt, of: Of): RateLimit => ({
  name: `${what}.${of}`,
  ...publicRateLimits[what][of],
});

/** The budgets of one kind of tries: each client's, each address's, and the project's. */
export const getPublicRateLimits = (what: PublicAttempt) =>
  ({ client: createRateLimit(what, "client"), address: createRateLimit(what, "address"), project: createRateLimit(what, "project") }) as const;

const sharedRateLimits = (what: PublicAttempt, address: string): RateLimitSubject[] => {
  const budgets = getPublicRateLimits(what);
  return [
    { rateLimit: budgets.address, subject: address },
    { rateLimit: budgets.project, subject: projectSubject },
  ];
};

/**
 * Counts a try. Refuses with `too_many_requests` a client that has used its tries up, whose tries then count for nobody else; and with
 * `proof_required` whoever brings no proof where the address's or the project's are used up. The caller's `ctx` must not be in a
 * transaction, which a refusal would undo.
 */
export async function countAttempt(ctx: Context, what: PublicAttempt, tried: PublicCaller): Promise<void> {
  const { client } = getPublicRateLimits(what);
  const [own] = await countAttempts(ctx, [{ rateLimit: client, subject: tried.clientHash }]);
  if (own && own.attempts > client.limit) throw tooManyRequests(own.resetsInSeconds);
  const accounts = sharedRateLimits(what, tried.emailHash);
  await assertProof(ctx, tried, accounts, await countAttempts(ctx, accounts), 0);
}

/** Refuses as `countTry` does whoever has nothing left, counting nothing. */
export async function assertAttemptsLeft(ctx: Context, what: PublicAttempt, tried: PublicCaller): Promise<void> {
  const { client } = getPublicRateLimits(what);
  const accounts = [{ budget: client, subject: tried.clientHash }, ...sharedRateLimits(what, tried.emailHash)];
  const [own, ...others] = await getUsage(ctx, accounts);
  if (own && own.attempts >= client.limit) throw tooManyRequests(own.resetsInSeconds);
  await assertProof(ctx, tried, accounts.slice(1), others, 1);
}

/** `next`: how many tries are still to be counted. */
async function assertProof(
  { projectId }: Context,
  { hasProof }: PublicCaller,
  accounts: RateLimitSubject[],
  used: RateLimitUsage[],
  next: number,
): Promise<void> {
  const spent = used.filter(({ attempts: used }, place) => used + next > (accounts[place]?.rateLimit.limit ?? 0));
  if (hasProof || spent.length === 0) return;
  const wait = Math.max(...spent.map((each) => each.resetsInSeconds));
  throw new ApiError("proof_required", { headers: retryAfterHeader(wait), challenge: await newProofChallenge(projectId) });
}

type Values = Record<"projectId" | "client" | "address" | "hasProof", SQLChunk>;

/** The condition that whoever tries has tries left, as `refuseIfSpent` has it; it holds for whom nothing limits, whose client and address are null. It is asked once of a statement. */
export function hasAttemptsLeft(what: PublicAttempt, { projectId, client, address, hasProof }: Values): SQL {
  const budgets = getPublicRateLimits(what);
  const spent = ({ name, limit: most }: RateLimit, subject: SQLChunk) =>
    sql`exists (select from rate_limit_windows w where w.project_id = ${projectId} and w.name = ${sql.raw(`'${name}'`)}
      and w.subject = ${subject} and w.ends_at > now() and w.attempts >= ${sql.raw(String(most))})`;
  return sql`not (${spent(budgets.client, sql`${client}::text`)} or not ${hasProof}::boolean
    and (${spent(budgets.address, sql`${address}::text`)} or (${address}::text is not null and ${spent(budgets.project, sql.raw(`'${projectSubject}'`))})))`;
}

/** How far the project's own budget for such tries is used, and whether whoever tries now must bring a proof. */
export async function getProjectUsage(ctx: Context, what: PublicAttempt): Promise<RateLimitUsage & { most: number; needsProof: boolean }> {
  const { project } = getPublicRateLimits(what);
  const [found] = await getUsage(ctx, [{ rateLimit: project, subject: projectSubject }]);
  const { attempts: used, resetsInSeconds: wait } = found ?? { attempts: 0, resetsInSeconds: 0 };
  return { attempts: used, resetsInSeconds: wait, most: project.limit, needsProof: used >= project.limit };
}

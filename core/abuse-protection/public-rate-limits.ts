import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import { type PublicAttempt, publicRateLimits } from "@/contract/abuse-protection";
import { ApiError } from "../api-error";
import type { Context, PublicCaller } from "../context";
import {
  countAttempts,
  getUsage,
  type RateLimit,
  type RateLimitSubject,
  type RateLimitUsage,
  retryAfterHeader,
  tooManyRequests,
} from "../rate-limits";
import { newProofChallenge } from "./proof-of-work";

/** The subject of the rate limits that all clients of a project share. */
const projectSubject = "project";

type RateLimitScope = keyof (typeof publicRateLimits)[PublicAttempt];

const createRateLimit = (attempt: PublicAttempt, scope: RateLimitScope): RateLimit => ({
  name: `${attempt}.${scope}`,
  ...publicRateLimits[attempt][scope],
});

/** Returns the rate limits of a kind of attempt: per client, per email and per project. */
export const getPublicRateLimits = (attempt: PublicAttempt): Readonly<Record<RateLimitScope, RateLimit>> => ({
  client: createRateLimit(attempt, "client"),
  email: createRateLimit(attempt, "email"),
  project: createRateLimit(attempt, "project"),
});

/** The rate limits that callers can exceed with a proof of work. */
const sharedRateLimits = (attempt: PublicAttempt, { emailHash }: PublicCaller): RateLimitSubject[] => {
  const { email, project } = getPublicRateLimits(attempt);
  return [
    { rateLimit: email, subject: emailHash },
    { rateLimit: project, subject: projectSubject },
  ];
};

/**
 * Counts an attempt. Throws `too_many_requests` if the client is over its limit; its attempts then don't count toward the other limits.
 * Throws `proof_required` if the email or the project is over its limit and the caller has no proof. `ctx` must not be in a transaction,
 * because an error would roll back the count.
 */
export async function countAttempt(ctx: Context, attempt: PublicAttempt, caller: PublicCaller): Promise<void> {
  const { client } = getPublicRateLimits(attempt);
  const [clientUsage] = await countAttempts(ctx, [{ rateLimit: client, subject: caller.clientHash }]);
  if (clientUsage && clientUsage.attempts > client.limit) throw tooManyRequests(clientUsage.resetsInSeconds);
  const shared = sharedRateLimits(attempt, caller);
  await assertProof(ctx, caller, shared, await countAttempts(ctx, shared), 0);
}

/** Throws the same errors as `countAttempt` if another attempt would exceed a limit, without counting one. */
export async function assertAttemptsLeft(ctx: Context, attempt: PublicAttempt, caller: PublicCaller): Promise<void> {
  const { client } = getPublicRateLimits(attempt);
  const shared = sharedRateLimits(attempt, caller);
  const [clientUsage, ...sharedUsage] = await getUsage(ctx, [{ rateLimit: client, subject: caller.clientHash }, ...shared]);
  if (clientUsage && clientUsage.attempts >= client.limit) throw tooManyRequests(clientUsage.resetsInSeconds);
  await assertProof(ctx, caller, shared, sharedUsage, 1);
}

/** `uncounted` is the number of attempts that aren't included in `usage` yet. */
async function assertProof(
  { projectId }: Context,
  { hasProof }: PublicCaller,
  subjects: readonly RateLimitSubject[],
  usage: readonly RateLimitUsage[],
  uncounted: number,
): Promise<void> {
  const exceeded = usage.filter(({ attempts }, index) => attempts + uncounted > (subjects[index]?.rateLimit.limit ?? 0));
  if (hasProof || exceeded.length === 0) return;
  const resetsInSeconds = Math.max(...exceeded.map((each) => each.resetsInSeconds));
  throw new ApiError("proof_required", { headers: retryAfterHeader(resetsInSeconds), challenge: await newProofChallenge(projectId) });
}

type CallerValues = Record<"projectId" | "clientHash" | "emailHash" | "hasProof", SQLChunk>;

/**
 * The condition that a caller has attempts left, like `assertAttemptsLeft`. True for callers without rate limits, whose hashes are null.
 * Doesn't depend on other rows of the statement, so PostgreSQL evaluates it once.
 */
export function hasAttemptsLeft(attempt: PublicAttempt, { projectId, clientHash, emailHash, hasProof }: CallerValues): SQL {
  const { client, email, project } = getPublicRateLimits(attempt);
  const isExceeded = ({ name, limit }: RateLimit, subject: SQLChunk) =>
    sql`exists (select from rate_limit_windows w where w.project_id = ${projectId} and w.name = ${sql.raw(`'${name}'`)}
      and w.subject = ${subject} and w.ends_at > now() and w.attempts >= ${sql.raw(String(limit))})`;
  return sql`not (${isExceeded(client, sql`${clientHash}::text`)} or not ${hasProof}::boolean
    and (${isExceeded(email, sql`${emailHash}::text`)} or (${emailHash}::text is not null and ${isExceeded(project, sql.raw(`'${projectSubject}'`))})))`;
}

/** Returns the usage of a project's rate limit, and whether callers must provide a proof of work. */
export async function getProjectUsage(
  ctx: Context,
  attempt: PublicAttempt,
): Promise<RateLimitUsage & { limit: number; isProofRequired: boolean }> {
  const { project } = getPublicRateLimits(attempt);
  const [usage] = await getUsage(ctx, [{ rateLimit: project, subject: projectSubject }]);
  const { attempts, resetsInSeconds } = usage ?? { attempts: 0, resetsInSeconds: 0 };
  return { attempts, resetsInSeconds, limit: project.limit, isProofRequired: attempts >= project.limit };
}

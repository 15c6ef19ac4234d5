import { sql } from "drizzle-orm";
import { networkFactor, type PublicAttempt, publicRateLimits } from "@/contract/abuse-protection";
import { prepareStatement } from "@/db/query";
import { ApiError } from "../api-error";
import { isReservedForOtherSql } from "../codes/rules";
import type { Context, PublicCaller } from "../context";
import { isNotPaused } from "../projects/pause";
import {
  countAttempts,
  getUsage,
  insertAttempts,
  type RateLimit,
  type RateLimitSubject,
  type RateLimitUsage,
  reportUsage,
  retryAfterHeader,
  selectCounters,
  serializeSubjects,
  tooManyRequests,
  type UsageRow,
  usageColumns,
  usageInOrder,
} from "../rate-limits";
import { isSufficientProof, newProofChallenge, requiredProofFactor } from "./proof-of-work";

/** The subject of the rate limits that all clients of a project share. */
const projectSubject = "project";

/** How responses report the rate limits of a client. */
const policies: Readonly<Record<string, string>> = {
  "guess.client": "wrong-codes",
  "sign_up.client": "sign-ups",
  "claim.client": "claims",
  "claim.code": "claims-of-code",
};

/** A rate limit of the public. Projects configure it by its name. */
const createRateLimit = (name: string, { limit, windowSeconds }: { limit: number; windowSeconds: number }): RateLimit => ({
  name,
  limit,
  windowSeconds,
  setting: { name, factor: 1 },
  ...(policies[name] !== undefined && { policy: policies[name] }),
});

const referralRateLimit = createRateLimit("referral.client", publicRateLimits.referral.client);

/** Counts a sign-up with a referral code. Returns whether the client made too many of them, so that this one has to be reviewed. */
export async function hasTooManyReferrals(ctx: Context): Promise<boolean> {
  if (!ctx.publicCaller) return false;
  const [usage] = await countAttempts(ctx, [{ rateLimit: referralRateLimit, subject: ctx.publicCaller.clientHash }]);
  return usage !== undefined && usage.attempts > usage.limit;
}

/** The rate limit of an IPv6 /48 network, which follows that of its clients. */
const createNetworkRateLimit = (name: string, { limit, windowSeconds }: { limit: number; windowSeconds: number }): RateLimit => ({
  name: `${name}.network`,
  limit: limit * networkFactor,
  windowSeconds,
  setting: { name: `${name}.client`, factor: networkFactor },
});

/** Returns the rate limits of a kind of attempt: per client, per email and per project. */
export const getPublicRateLimits = (attempt: PublicAttempt): Readonly<Record<"client" | "email" | "project", RateLimit>> => ({
  client: createRateLimit(`${attempt}.client`, publicRateLimits[attempt].client),
  email: createRateLimit(`${attempt}.email`, publicRateLimits[attempt].email),
  project: createRateLimit(`${attempt}.project`, publicRateLimits[attempt].project),
});

/** A rate limit that a caller counts toward. One that they can't exceed rejects them; over the others they need a proof of work. */
type CallerRateLimit = RateLimitSubject & { kind: "strict" | "shared" | "claim" };

const networkSubject = (
  name: string,
  limit: { limit: number; windowSeconds: number },
  { networkHash }: PublicCaller,
): RateLimitSubject[] => (networkHash === null ? [] : [{ rateLimit: createNetworkRateLimit(name, limit), subject: networkHash }]);

/**
 * The rate limits of an attempt. Callers with a link token for the code guess as a client of their own, so that the guesses of other people
 * in their network don't block them.
 */
function listRateLimits(attempt: PublicAttempt, caller: PublicCaller): CallerRateLimit[] {
  const { client, email, project } = getPublicRateLimits(attempt);
  const shared = [
    { rateLimit: email, subject: caller.emailHash },
    ...networkSubject(attempt, publicRateLimits[attempt].client, caller),
    { rateLimit: project, subject: projectSubject },
  ];
  return [
    { rateLimit: client, subject: caller.hasLinkToken ? caller.codeHash : caller.clientHash, kind: "strict" },
    ...shared.map((each) => ({ ...each, kind: "shared" as const })),
  ];
}

/** The rate limits of all claims, whatever their outcome. */
function listClaimRateLimits(caller: PublicCaller): CallerRateLimit[] {
  const { client, code } = publicRateLimits.claim;
  return [
    { rateLimit: createRateLimit("claim.client", client), subject: caller.clientHash },
    { rateLimit: createRateLimit("claim.code", code), subject: caller.codeHash },
    ...networkSubject("claim", client, caller),
  ].map((each) => ({ ...each, kind: "claim" as const }));
}

/**
 * Counts an attempt. Throws `too_many_requests` if the client is over its limit; its attempts then don't count toward the other limits.
 * Throws `proof_required` if the email, the network or the project is over its limit and the caller has no proof. `ctx` must not be in a
 * transaction, because an error would roll back the count.
 */
export async function countAttempt(ctx: Context, attempt: PublicAttempt, caller: PublicCaller): Promise<void> {
  const [client, ...shared] = listRateLimits(attempt, caller);
  for (const limits of [client ? [client] : [], shared]) await assertWithinLimits(ctx, caller, limits, await countAttempts(ctx, limits));
}

/** A code and the email to claim it with. */
type ClaimAttempt = { code: string; email: string };

/**
 * Counts a claim before the code is looked up, and with it a guess if the code doesn't exist for this email, in one statement: simultaneous
 * guesses can't exceed a limit, on any number of processes, and a claim that succeeds gives nothing back. Throws the same errors as
 * `countAttempt`, which don't depend on whether the code exists. `ctx` must not be in a transaction.
 */
export async function countClaimAttempt(ctx: Context, caller: PublicCaller, { code, email }: ClaimAttempt): Promise<void> {
  const limits = [...listRateLimits("guess", caller), ...listClaimRateLimits(caller)];
  const rows = await claimAttemptStatement(ctx.db, { projectId: ctx.projectId, subjects: serializeSubjects(limits), code, email });
  const usage = usageInOrder(limits, rows);
  reportUsage(ctx, limits, usage, ({ name }) => name === "guess.client");
  await assertWithinLimits(ctx, caller, limits, usage);
}

/**
 * The claim counts first, which makes simultaneous claims of a client wait for each other. Its guesses are then read with a lock, because the
 * statement can't see by itself what was counted while it waited. Guesses of a client over its limit don't count toward the other limits.
 */
const claimAttemptStatement = prepareStatement<{ projectId: number; subjects: string; code: string; email: string }, UsageRow>((value) => {
  const projectId = value("projectId");
  const earlierGuesses = sql`select w.name, w.attempts + 1 as attempts, w.ends_at from counters c
    join rate_limit_windows w on w.project_id = ${projectId} and w.name = c.name and w.subject = c.subject and w.ends_at > now()`;
  return sql`
    with counters as materialized (${selectCounters(projectId, value("subjects"))}),
    claim_attempt as (${insertAttempts(projectId, sql`counters where name like 'claim.%'`)}),
    client_guesses as (${earlierGuesses} where c.name = 'guess.client' and (select count(*) from claim_attempt) > 0 for update of w),
    wrong_guess as (
      select where (select count(*) from client_guesses) >= 0 and ${isNotPaused("claims", projectId)}
        and not exists (select from codes c where c.project_id = ${projectId} and c.key = ${value("code")} and not ${isReservedForOtherSql(value("email"))})
        and not exists (select from claims k where k.project_id = ${projectId} and k.code_key = ${value("code")} and k.email = ${value("email")})
    ),
    client_guess as (${insertAttempts(projectId, sql`counters where name = 'guess.client' and exists (select from wrong_guess)`)}),
    shared_guess as (${insertAttempts(
      projectId,
      sql`counters where name like 'guess.%' and name <> 'guess.client'
        and (select attempts <= allowed from client_guess join counters using (name))`,
    )}),
    usage as (
      select * from claim_attempt union all select * from client_guess union all select * from shared_guess
      union all select * from client_guesses where not exists (select from wrong_guess)
      union all (${earlierGuesses} where c.name like 'guess.%' and c.name <> 'guess.client' and not exists (select from shared_guess))
    )
    select ${usageColumns} from usage join counters using (name)`;
});

/** Throws `too_many_requests` or `proof_required` if an attempt, which is included in `usage`, exceeds a limit. */
async function assertWithinLimits(
  { projectId }: Context,
  caller: PublicCaller,
  limits: readonly CallerRateLimit[],
  usage: readonly RateLimitUsage[],
): Promise<void> {
  const exceeded = limits.flatMap(({ kind }, index) => {
    const each = usage[index];
    return each && each.attempts > each.limit ? [{ kind, ...each }] : [];
  });
  const strict = exceeded.find(({ kind }) => kind === "strict");
  if (strict) throw tooManyRequests(strict.resetsInSeconds);
  const refused = exceeded.filter((each) => !canExceed(caller, each));
  if (refused.length === 0) return;
  const factor = Math.max(...exceeded.map(requiredProofFactor));
  throw new ApiError("proof_required", {
    headers: retryAfterHeader(Math.max(...refused.map(({ resetsInSeconds }) => resetsInSeconds))),
    challenge: await newProofChallenge(projectId, caller, factor),
  });
}

const canExceed = (
  { hasLinkToken, hasVerifiedEmail, proofFactor }: PublicCaller,
  usage: RateLimitUsage & Pick<CallerRateLimit, "kind">,
): boolean => (usage.kind === "claim" ? hasVerifiedEmail : hasLinkToken) || isSufficientProof(proofFactor, requiredProofFactor(usage));

/** Returns how hard a proof the caller needs for an attempt (`requiredProofFactor`), or null if they need none. Counts nothing. */
export async function getRequiredProofFactor(ctx: Context, caller: PublicCaller): Promise<number | null> {
  const limits = [...listRateLimits(caller.action, caller), ...(caller.action === "guess" ? listClaimRateLimits(caller) : [])];
  const usage = await getUsage(ctx, limits);
  const factors = usage.flatMap((each, index) => {
    const kind = limits[index]?.kind ?? "strict";
    const next = { ...each, kind, attempts: each.attempts + 1 };
    return kind === "strict" || next.attempts <= next.limit || canExceed(caller, next) ? [] : [requiredProofFactor(next)];
  });
  return factors.length === 0 ? null : Math.max(...factors);
}

/** Returns the usage of a project's rate limit, and whether callers must provide a proof of work. */
export async function getProjectUsage(ctx: Context, attempt: PublicAttempt): Promise<RateLimitUsage & { isProofRequired: boolean }> {
  const { project } = getPublicRateLimits(attempt);
  const [usage = { attempts: 0, limit: project.limit, resetsInSeconds: 0 }] = await getUsage(ctx, [
    { rateLimit: project, subject: projectSubject },
  ]);
  return { ...usage, isProofRequired: usage.attempts >= usage.limit };
}

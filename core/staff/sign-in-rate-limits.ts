import { sql } from "drizzle-orm";
import { passwordResetLimits, signInLimits } from "@/contract/limits";
import { sha256Hex } from "@/lib/ids";
import { ipNetwork, ipSite } from "@/lib/ip-network";
import {
  isSufficientProof,
  newProofChallenge,
  type ProofPurpose,
  requiredProofFactor,
  verifyProof,
} from "../abuse-protection/proof-of-work";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { getClientSalt } from "../projects/record";
import { consumeRateLimit, countAttempts, type RateLimit, retryAfterHeader } from "../rate-limits";
import { isKnownBrowser } from "./known-browser";
import type { Client } from "./sessions";

/** The rate limits per target account and per client. */
type AttemptLimits = { target: RateLimit; client: RateLimit };

const signInRateLimits: AttemptLimits = {
  target: { name: "sign_in.email", ...signInLimits.email },
  client: { name: "sign_in.client", ...signInLimits.client, policy: "sign-in" },
};

// Separate from sign-in, because people who used up their sign-in attempts need a password reset.
const passwordResetRateLimits: AttemptLimits = {
  target: { name: "password_reset.email", ...passwordResetLimits.email },
  client: { name: "password_reset.client", ...passwordResetLimits.client, policy: "password-reset" },
};

// Separate from sign-in, because strangers can use up someone's sign-in attempts, and the owner must still be able to secure the account.
const confirmationRateLimits: AttemptLimits = {
  target: { name: "confirmation.staff", ...signInLimits.email, policy: "confirmation" },
  client: signInRateLimits.client,
};

/**
 * Wrong second factors after the correct password. Strict, because a proof of work doesn't protect a code of six digits, and only someone who
 * knows the password can use it up.
 */
const secondFactorRateLimit: RateLimit = { name: "second_factor.staff", ...signInLimits.email, policy: "second-factor" };

/** An attempt to sign in: the account's email, if known, the client, and a proof of work. */
type SignInAttempt = { email?: string; client: Client; proof?: string | undefined };

/** An attempt of a signed-in staff member to confirm their password or second factor. */
type ConfirmationAttempt = { staffId: string; client: Client };

type AttemptSubjects = { target?: string; client: Client };

/**
 * Hashes the subjects of an attempt. IPv6 clients count by their /48 network, which one customer can have. The browsers that have signed in to
 * the target's account before share one limit.
 */
async function hashSubjects(
  ctx: Context,
  { target = "", client }: AttemptSubjects,
): Promise<{ target: string; client: string; isKnown: boolean }> {
  const salt = await getClientSalt(ctx.db, ctx.projectId);
  const hash = (text: string) => sha256Hex(`${salt} ${text}`).slice(0, 32);
  const isKnown = target !== "" && (await isKnownBrowser(ctx, target, client.knownBrowser));
  const network = ipSite(client.ipAddress) ?? ipNetwork(client.ipAddress);
  return { target: hash(target), client: hash(isKnown ? `known browsers of ${target}` : network), isKnown };
}

async function consume(ctx: Context, limits: AttemptLimits, subjects: AttemptSubjects): Promise<void> {
  const { target, client } = await hashSubjects(ctx, subjects);
  // The client comes first, so that a blocked client can't use up the attempts of other accounts.
  await consumeRateLimit(ctx, limits.client, client);
  if (subjects.target !== undefined) await consumeRateLimit(ctx, limits.target, target);
}

/**
 * Counts a sign-in attempt. Call it before verifying the password or code, so that simultaneous requests can't exceed the limit, and outside
 * a transaction, which an error would roll back. Throws `too_many_requests` if the client is over its limit, and `proof_required` if the
 * email is, because strangers can use up its attempts. The browsers that have signed in to the account before count as a client of their own,
 * and not toward the limit of the email. Returns whether this is one of them.
 */
export async function countSignInAttempt(ctx: Context, { email, client, proof }: SignInAttempt): Promise<boolean> {
  const subjects = await hashSubjects(ctx, { target: email, client });
  await consumeRateLimit(ctx, signInRateLimits.client, subjects.client);
  if (email === undefined || subjects.isKnown) return subjects.isKnown;
  const [usage] = await countAttempts(ctx, [{ rateLimit: signInRateLimits.target, subject: subjects.target }]);
  if (!usage || usage.attempts <= usage.limit) return false;
  const factor = requiredProofFactor(usage);
  const purpose: ProofPurpose = { action: "sign_in", clientHash: subjects.client };
  if (proof !== undefined && isSufficientProof(await verifyProof(ctx, proof, purpose), factor)) return false;
  const challenge = await newProofChallenge(ctx.projectId, purpose, factor);
  throw new ApiError("proof_required", { headers: retryAfterHeader(usage.resetsInSeconds), challenge });
}

/** Counts an attempt to enter a second factor, before it is verified. Throws `too_many_requests`. */
export const countSecondFactorAttempt = (ctx: Context, staffId: string): Promise<void> =>
  consumeRateLimit(ctx, secondFactorRateLimit, staffId);

/** Refunds the attempts to enter a second factor after a successful one. */
export const refundSecondFactorAttempts = ({ db, projectId }: Context, staffId: string): Promise<unknown> =>
  db.execute(
    sql`delete from rate_limit_windows where project_id = ${projectId} and name = ${secondFactorRateLimit.name} and subject = ${staffId}`,
  );

/** Counts an attempt to use the token of a link, like `countSignInAttempt`. */
export const countLinkAttempt = (ctx: Context, client: Client): Promise<void> => consume(ctx, signInRateLimits, { client });

/** Counts a password reset request, like `countSignInAttempt`. */
export const countResetRequest = (ctx: Context, attempt: SignInAttempt): Promise<void> =>
  consume(ctx, passwordResetRateLimits, { target: attempt.email, client: attempt.client });

/** Counts an attempt to confirm a password or second factor, like `countSignInAttempt`. */
export const countConfirmationAttempt = (ctx: Context, { staffId, client }: ConfirmationAttempt): Promise<void> =>
  consume(ctx, confirmationRateLimits, { target: staffId, client });

/** Refunds a successful sign-in: one attempt of the client, and all attempts of the email. */
export const refundSignInAttempt = (ctx: Context, { email, client }: SignInAttempt): Promise<void> =>
  refund(ctx, signInRateLimits, { target: email, client });

/** Refunds one attempt of the client, and none of the email. */
export async function refundClientAttempt(ctx: Context, { email, client }: SignInAttempt): Promise<void> {
  const subjects = await hashSubjects(ctx, { target: email, client });
  await refundClient(ctx, signInRateLimits.client, subjects.client);
}

/** Refunds a successful confirmation: one attempt of the client, and all attempts of the staff member. */
export const refundConfirmationAttempt = (ctx: Context, { staffId, client }: ConfirmationAttempt): Promise<void> =>
  refund(ctx, confirmationRateLimits, { target: staffId, client });

async function refund(ctx: Context, limits: AttemptLimits, subjects: AttemptSubjects): Promise<void> {
  const { target, client } = await hashSubjects(ctx, subjects);
  if (subjects.target !== undefined)
    await ctx.db.execute(
      sql`delete from rate_limit_windows where project_id = ${ctx.projectId} and name = ${limits.target.name} and subject = ${target}`,
    );
  await refundClient(ctx, limits.client, client);
}

const refundClient = ({ db, projectId }: Context, { name }: RateLimit, client: string): Promise<unknown> =>
  db.execute(
    sql`update rate_limit_windows set attempts = greatest(attempts - 1, 0) where project_id = ${projectId} and name = ${name} and subject = ${client}`,
  );

import { sql } from "drizzle-orm";
import { passwordResetLimits } from "@/contract/account";
import { signInLimits } from "@/contract/session";
import { sha256Hex } from "@/lib/ids";
import { ipNetwork } from "@/lib/ip-network";
import type { Context } from "../context";
import { getClientSalt } from "../projects/record";
import { consumeRateLimit, type RateLimit } from "../rate-limits";
import type { Client } from "./sessions";

/** The rate limits per target account and per client. */
type AttemptLimits = { target: RateLimit; client: RateLimit };

const signInRateLimits: AttemptLimits = {
  target: { name: "sign_in.email", ...signInLimits.email },
  client: { name: "sign_in.client", ...signInLimits.client },
};

// Separate from sign-in, because people who used up their sign-in attempts need a password reset.
const passwordResetRateLimits: AttemptLimits = {
  target: { name: "password_reset.email", ...passwordResetLimits.email },
  client: { name: "password_reset.client", ...passwordResetLimits.client },
};

// Separate from sign-in, because strangers can use up someone's sign-in attempts, and the owner must still be able to secure the account.
const confirmationRateLimits: AttemptLimits = {
  target: { name: "confirmation.staff", ...signInLimits.email },
  client: signInRateLimits.client,
};

/** An attempt to sign in: the account's email, if known, and the client. */
type SignInAttempt = { email?: string; client: Client };

/** An attempt of a signed-in staff member to confirm their password or second factor. */
type ConfirmationAttempt = { staffId: string; client: Client };

type AttemptSubjects = { target?: string; client: Client };

/** Hashes the subjects of an attempt. IPv6 clients count by their /64 network, which belongs to one customer. */
async function hashSubjects({ db, projectId }: Context, { target, client }: AttemptSubjects): Promise<{ target?: string; client: string }> {
  const salt = await getClientSalt(db, projectId);
  const hash = (text: string) => sha256Hex(`${salt} ${text}`).slice(0, 32);
  return { target: target === undefined ? undefined : hash(target), client: hash(ipNetwork(client.ipAddress)) };
}

async function consume(ctx: Context, limits: AttemptLimits, subjects: AttemptSubjects): Promise<void> {
  const { target, client } = await hashSubjects(ctx, subjects);
  // The client comes first, so that a blocked client can't use up the attempts of other accounts.
  await consumeRateLimit(ctx, limits.client, client);
  if (target !== undefined) await consumeRateLimit(ctx, limits.target, target);
}

/**
 * Counts a sign-in attempt. Call it before verifying the password or code, so that simultaneous requests can't exceed the limit, and outside
 * a transaction, which an error would roll back. Throws `too_many_requests`.
 */
export const countSignInAttempt = (ctx: Context, attempt: SignInAttempt): Promise<void> =>
  consume(ctx, signInRateLimits, { target: attempt.email, client: attempt.client });

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

/** Refunds a successful confirmation: one attempt of the client, and all attempts of the staff member. */
export const refundConfirmationAttempt = (ctx: Context, { staffId, client }: ConfirmationAttempt): Promise<void> =>
  refund(ctx, confirmationRateLimits, { target: staffId, client });

async function refund(ctx: Context, limits: AttemptLimits, subjects: AttemptSubjects): Promise<void> {
  const { target, client } = await hashSubjects(ctx, subjects);
  await ctx.db.execute(
    sql`with reset_target as (
        delete from rate_limit_windows where project_id = ${ctx.projectId} and name = ${limits.target.name} and subject = ${target ?? ""}
      )
      update rate_limit_windows set attempts = greatest(attempts - 1, 0)
      where project_id = ${ctx.projectId} and name = ${limits.client.name} and subject = ${client}`,
  );
}

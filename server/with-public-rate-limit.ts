import type { PublicAttempt } from "@/contract/abuse-protection";
import { hasCodeLinkToken } from "@/core/abuse-protection/link-token";
import { verifyProof } from "@/core/abuse-protection/proof-of-work";
import { countAttempt } from "@/core/abuse-protection/public-rate-limits";
import { ApiError } from "@/core/api-error";
import { type Context, isPublicCaller, type PublicCaller } from "@/core/context";
import { limitConcurrency } from "@/lib/concurrency";
import { sha256Hex } from "@/lib/ids";
import { ipNetwork } from "@/lib/ip-network";
import { getClientIp } from "./client-info";

/** A caller with the rate limit that counts for them. Guesses and sign-ups have separate limits, so that an office that used up its guesses can still sign up. */
export type Caller = { ctx: Context; attempt: PublicAttempt | undefined; salt: string; request: Request };

type Body = { email?: string; code?: string; proof?: string | undefined; linkToken?: string | undefined } | undefined;

/**
 * How many guesses of a client, and of an email, this process evaluates at the same time. A guess counts when it has failed, so each
 * process can exceed a limit by this number of guesses. The others wait.
 */
const limitGuesses = limitConcurrency(5);

/**
 * Runs a use case with the public rate limits: sign-ups count before it, failed guesses after it. Throws `too_many_requests` or `proof_required`
 * (core/abuse-protection/public-rate-limits.ts).
 */
export async function withPublicRateLimit<T>(caller: Caller, body: unknown, callback: (ctx: Context) => Promise<T>): Promise<T> {
  const { ctx, attempt } = caller;
  if (attempt === undefined || !isPublicCaller(ctx)) return callback(ctx);
  const publicCaller = await identifyCaller(caller, body as Body);
  if (attempt === "sign_up") {
    await countAttempt(ctx, attempt, publicCaller);
    return callback(ctx);
  }
  const guess = async () => {
    try {
      return await callback({ ...ctx, publicCaller });
    } catch (error) {
      // Counted outside the use case's transaction, which was rolled back.
      if (error instanceof ApiError && isFailedGuess(error)) await countAttempt(ctx, attempt, publicCaller);
      throw error;
    }
  };
  return limitGuesses(publicCaller.clientHash, () => limitGuesses(publicCaller.emailHash, guess));
}

const isFailedGuess = ({ errorName }: ApiError): boolean => errorName === "code_not_found" || errorName === "code_reserved";

/**
 * Hashes the client and the email that an attempt counts toward. IPv6 clients count by their /64 network. Callers with a link token for the
 * code count separately, so that other people's guesses don't block them.
 */
async function identifyCaller({ ctx, request, salt }: Caller, body: NonNullable<Body> = {}): Promise<PublicCaller> {
  const { email = "", code, proof } = body;
  const hash = (text: string): string => sha256Hex(`${salt} ${text}`).slice(0, 32);
  const client = ipNetwork(getClientIp(request));
  const emailHash = hash(email);
  if (hasCodeLinkToken(ctx.projectId, body))
    return { clientHash: hash(`${client} ${code}`), emailHash, hasProof: true, hasLinkToken: true };
  return { clientHash: hash(client), emailHash, hasProof: proof !== undefined && (await verifyProof(ctx, proof)) };
}

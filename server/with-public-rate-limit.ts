import { isIP } from "node:net";
import type { PublicAttempt } from "@/contract/abuse-protection";
import { normalizeCode } from "@/contract/normalize";
import { hasCodeLinkToken, readEmailVerification } from "@/core/abuse-protection/link-token";
import { verifyProof } from "@/core/abuse-protection/proof-of-work";
import { countAttempt, countClaimAttempt } from "@/core/abuse-protection/public-rate-limits";
import { ApiError } from "@/core/api-error";
import { foldLookAlikes } from "@/core/codes/look-alikes";
import { type Context, isPublicCaller, type PublicCaller } from "@/core/context";
import { limitConcurrency } from "@/lib/concurrency";
import { sha256Hex } from "@/lib/ids";
import { formatIpAddress, forwardedAddress, ipNetwork, ipSite } from "@/lib/ip-network";
import { getClientIp } from "./client-info";

/** A caller with the rate limit that counts for them. Guesses and sign-ups have separate limits, so that an office that used up its guesses can still sign up. */
export type Caller = { ctx: Context; attempt: PublicAttempt | undefined; salt: string; request: Request };

type Body = {
  email?: string;
  code?: string;
  proof?: string | undefined;
  linkToken?: string | undefined;
  visitor?: { ip: string } | undefined;
};

/**
 * Counts claims of a client in the order in which they arrived, a few at a time: they wait for each other in the database, and must not
 * occupy its connections while they do.
 */
const inClientOrder = limitConcurrency(2);

/**
 * Runs a use case with the public rate limits, which count the attempt before it. Throws `too_many_requests` or `proof_required`
 * (core/abuse-protection/public-rate-limits.ts).
 */
export async function withPublicRateLimit<T>(caller: Caller, body: unknown, callback: (ctx: Context) => Promise<T>): Promise<T> {
  const { ctx, attempt } = caller;
  if (attempt === undefined || !countsAttempts(ctx, body)) return callback(ctx);
  const { code = "", email = "", proof } = (body ?? {}) as Body;
  const identified = identifyCaller({ ...caller, attempt }, { ...(body as Body) });
  const publicCaller = { ...identified, proofFactor: proof === undefined ? 0 : await verifyProof(ctx, proof, identified) };
  if (attempt === "sign_up") await countAttempt(ctx, attempt, publicCaller);
  else await inClientOrder(publicCaller.clientHash, () => countClaimAttempt(ctx, publicCaller, { code, email }));
  return callback({ ...ctx, publicCaller });
}

/** Whether the rate limits of the public apply to a request: without a secret key or session, or for the visitor of a server's form. */
export const countsAttempts = (ctx: Context, body: unknown): boolean => isPublicCaller(ctx) || getVisitor(ctx, body) !== undefined;

/** Returns the IP address of the visitor in the body. Throws `invalid_input` if it isn't an address, or the caller has no secret key. */
function getVisitor({ actor }: Context, body: unknown): string | undefined {
  const { visitor } = (body ?? {}) as Body;
  if (!visitor) return undefined;
  if (actor.kind !== "secret_key") throw new ApiError("invalid_input", { fields: { visitor: ["can only be set with the secret key"] } });
  const address = forwardedAddress(visitor.ip);
  if (!isIP(address)) throw new ApiError("invalid_input", { fields: { "visitor.ip": ["must be an IP address"] } });
  return formatIpAddress(address);
}

/** Returns the hashes of the client, its network, the email and the code that an attempt counts toward, without checking a proof of work. */
export function identifyCaller(
  { ctx, attempt, request, salt }: Caller & { attempt: PublicAttempt },
  { code = "", email = "", linkToken, visitor }: Body,
): PublicCaller {
  const { projectId } = ctx;
  const hash = (text: string): string => sha256Hex(`${salt} ${text}`).slice(0, 32);
  const ipAddress = getVisitor(ctx, { visitor }) ?? getClientIp(request);
  const client = ipNetwork(ipAddress);
  const site = ipSite(ipAddress);
  return {
    action: attempt,
    clientHash: hash(client),
    networkHash: site === null ? null : hash(`network ${site}`),
    emailHash: hash(email),
    // Claims accept look-alikes of a code, so they count together.
    codeHash: hash(`${client} ${foldLookAlikes(normalizeCode(code))}`),
    proofFactor: 0,
    hasLinkToken: hasCodeLinkToken(projectId, { code, linkToken }),
    hasVerifiedEmail: readEmailVerification(projectId, { code, email, linkToken }) !== null,
  };
}

import "server-only";
import type { PublicTry } from "@/contract/protection";
import { holdsLink } from "@/core/abuse-protection/pass";
import { isProof } from "@/core/abuse-protection/proof";
import { countTry } from "@/core/abuse-protection/public-try";
import { ApiError } from "@/core/api-error";
import { type Context, isPublic, type Tried } from "@/core/context";
import { hashOf } from "@/lib/ids";
import { network } from "@/lib/network";
import { addressOf } from "./browser";

/** Who calls, from where, and as what it counts where it is the public: an office whose guesses at codes are used up can still sign up. */
export type Caller = { ctx: Context; tries: PublicTry | undefined; salt: string; request: Request };

/** What of a call tells who tries and what they show. */
type Body = { email?: string; code?: string; proof?: string | undefined; pass?: string | undefined } | undefined;

/**
 * Does what a caller asks for. Of the public, every sign-up is counted before, and every guess that hit nothing after; whoever tries too
 * often is refused with `too_many_requests` or `proof_needed` (core/protection/public-try.ts).
 */
export async function guarded<T>(caller: Caller, body: unknown, story: (ctx: Context) => Promise<T>): Promise<T> {
  const { ctx, tries } = caller;
  if (tries === undefined || !isPublic(ctx)) return story(ctx);
  const tried = await triedOf(caller, body as Body);
  if (tries === "sign_up") {
    await countTry(ctx, tries, tried);
    return story(ctx);
  }
  try {
    return await story({ ...ctx, tried });
  } catch (thrown) {
    // Not in the call's own transaction, which is undone.
    if (thrown instanceof ApiError && isMiss(thrown)) await countTry(ctx, tries, tried);
    throw thrown;
  }
}

const isMiss = ({ refusal }: ApiError): boolean => refusal === "code_not_found" || refusal === "code_reserved";

/**
 * Whom a public call is counted to: the client by its address, an IPv6 one by its /64, and the address it is for, in a form that cannot be read
 * back. What others guess does not concern whoever holds a mailed link: only what the same client tries at its code, such as other addresses.
 */
async function triedOf({ ctx, request, salt }: Caller, said: NonNullable<Body> = {}): Promise<Tried> {
  const { email = "", code, proof } = said;
  const hidden = (text: string): string => hashOf(`${salt} ${text}`).slice(0, 32);
  const client = network(addressOf(request));
  const address = hidden(email);
  if (holdsLink(ctx.projectId, said)) return { client: hidden(`${client} ${code}`), address, hasProof: true, holdsLink: true };
  return { client: hidden(client), address, hasProof: proof !== undefined && (await isProof(ctx, proof)) };
}

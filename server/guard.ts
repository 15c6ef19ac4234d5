import "server-only";
import type { Endpoint } from "@/contract/endpoint";
import type { PublicTry } from "@/contract/protection";
import { type Context, isPublic, type Tried } from "@/core/context";
import { isPassFor } from "@/core/protection/pass";
import { isProof } from "@/core/protection/proof";
import { countTry } from "@/core/protection/public-try";
import { Refusal } from "@/core/refusal";
import { hashOf } from "@/lib/ids";
import { network } from "@/lib/network";
import { addressOf } from "./browser";

/** Who calls by a public key or from a public page, and from where. */
export type Caller = { ctx: Context; endpoint: Pick<Endpoint, "refuses">; salt: string; request: Request };

/** What of a call tells who tries and what they show. */
type Body = { email?: string; code?: string; proof?: string | undefined; pass?: string | undefined } | undefined;

/** What a public caller tries here: an office whose guesses at codes are used up can still sign up. */
function tryOf({ ctx, endpoint: { refuses } }: Caller): PublicTry | null {
  if (!isPublic(ctx)) return null;
  if (refuses.includes("code_not_found")) return "guess";
  return refuses.includes("lead_exists") || refuses.includes("sign_ups_paused") ? "sign_up" : null;
}

/**
 * Does what a caller asks for. Of the public, every sign-up is counted before, and every guess that hit nothing after; whoever tries too
 * often is refused with `too_many_requests` or `proof_needed` (core/protection/public-try.ts).
 */
export async function guarded<T>(caller: Caller, body: unknown, story: (ctx: Context) => Promise<T>): Promise<T> {
  const { ctx } = caller;
  const what = tryOf(caller);
  const said = body as Body;
  if (what === null) return story(ctx);
  const tried = await triedOf(caller, said);
  if (what === "sign_up") {
    await countTry(ctx, what, tried);
    return story(ctx);
  }
  try {
    return await story({ ...ctx, tried });
  } catch (thrown) {
    // Not in the call's own transaction, which is undone.
    if (thrown instanceof Refusal && isMiss(thrown)) await countTry(ctx, what, tried);
    throw thrown;
  }
}

const isMiss = ({ refusal }: Refusal): boolean => refusal === "code_not_found" || refusal === "code_reserved";

const holdsMail = ({ projectId }: Context, { code = "", pass }: NonNullable<Body> = {}): boolean =>
  pass !== undefined && isPassFor(projectId, code, pass);

/**
 * Whom a public call is counted to: the client by its address, an IPv6 one by its /64, and the address it is for, in a form that cannot be read
 * back. What others guess does not concern whoever holds a mailed link: only what the same client tries at its code, such as other addresses.
 */
async function triedOf({ ctx, request, salt }: Caller, said: NonNullable<Body> = {}): Promise<Tried> {
  const { email = "", code, proof } = said;
  const hidden = (text: string): string => hashOf(`${salt} ${text}`).slice(0, 32);
  const client = network(addressOf(request));
  const address = hidden(email);
  if (holdsMail(ctx, said)) return { client: hidden(`${client} ${code}`), address, hasProof: true, holdsLink: true };
  return { client: hidden(client), address, hasProof: proof !== undefined && (await isProof(ctx, proof)) };
}

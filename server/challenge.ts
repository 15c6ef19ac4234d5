import "server-only";
import type { Refused } from "@/contract/errors";
import type { Challenge, PublicTry } from "@/contract/protection";
import { holdsLink } from "@/core/abuse-protection/pass";
import { newChallenge } from "@/core/abuse-protection/proof";
import { projectUse } from "@/core/abuse-protection/public-try";
import { isUnavailable } from "@/db/rows";
import { systemContext } from "./context";

/** What came of a form, and what stands in it. */
type Form = { refused?: Refused | undefined; typed?: { code?: string; pass?: string } };

/**
 * What the form of a page asks browsers to prove: something where it was refused for want of it, or the project's tries are used up and
 * nobody came by a mailed link; else null.
 */
export async function challengeFor(what: PublicTry, { refused, typed = {} }: Form): Promise<Challenge | null> {
  try {
    const ctx = await systemContext();
    const isNeeded = refused?.name === "proof_needed" || (!holdsLink(ctx.projectId, typed) && (await projectUse(ctx, what)).needsProof);
    return isNeeded ? await newChallenge(ctx.projectId) : null;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return null;
  }
}

import "server-only";
import type { Challenge, PublicTry } from "@/contract/protection";
import type { Refused } from "@/contract/refusals";
import { newChallenge } from "@/core/protection/proof";
import { projectUse } from "@/core/protection/public-try";
import { isUnavailable } from "@/db/rows";
import { systemContext } from "./context";

/** What the form of a page asks browsers to prove: something where the project's tries are used up, or the form was refused for want of it; else null. */
export async function challengeFor(what: PublicTry, refused: Refused | undefined): Promise<Challenge | null> {
  try {
    const ctx = await systemContext();
    const isNeeded = refused?.name === "proof_needed" || (await projectUse(ctx, what)).needsProof;
    return isNeeded ? await newChallenge(ctx.projectId) : null;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return null;
  }
}

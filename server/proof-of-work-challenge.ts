import type { Challenge, PublicAttempt } from "@/contract/abuse-protection";
import type { FormError } from "@/contract/errors";
import { hasCodeLinkToken } from "@/core/abuse-protection/link-token";
import { newProofChallenge } from "@/core/abuse-protection/proof-of-work";
import { getProjectUsage } from "@/core/abuse-protection/public-rate-limits";
import { isUnavailable } from "@/db/query";
import { getSystemContext } from "./system-context";

/** The error and the values of a submitted form. */
type FormState = { error?: FormError | undefined; values?: { code?: string; linkToken?: string } };

/** Returns a challenge if a form needs a proof of work: after a `proof_required` error, or when the project's limit is used up. Otherwise null. */
export async function getProofOfWorkChallenge(attempt: PublicAttempt, { error, values = {} }: FormState): Promise<Challenge | null> {
  try {
    const ctx = await getSystemContext();
    const isNeeded =
      error?.name === "proof_required" ||
      (!hasCodeLinkToken(ctx.projectId, values) && (await getProjectUsage(ctx, attempt)).isProofRequired);
    return isNeeded ? await newProofChallenge(ctx.projectId) : null;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return null;
  }
}

import type { SignUpSignals } from "../abuse-protection/hold-reason";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { requireConsent } from "../projects/consent";
import { createLead } from "./create";

type JoinWaitlistInput = {
  email: string;
  firstname?: string | undefined;
  lastname?: string | undefined;
  referralCode?: string | undefined;
  /** The id of the consent text the person agreed to. */
  consent?: string | undefined;
} & SignUpSignals;

/**
 * Adds a person to the waitlist, as a new lead if necessary. Ignores an unknown referral code. Throws `invalid_input` if the person didn't
 * agree to the consent text that the project asks for.
 */
export async function joinWaitlist(ctx: Context, { referralCode, consent, ...input }: JoinWaitlistInput): Promise<void> {
  const leadInput = { ...input, waitlist: true, consent: await requireConsent(ctx, consent) };
  try {
    await createLead(ctx, { ...leadInput, referralCode });
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== "referral_code_not_found") throw error;
    await createLead(ctx, leadInput);
  }
}

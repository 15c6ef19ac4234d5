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
  /** The id of the wording they agreed to. */
  consent?: string | undefined;
} & SignUpSignals;

/**
 * Puts somebody on the waitlist, as a lead where they are none yet. A referral code that nobody has is left out, and they join all the same.
 * Refuses with `invalid_input` whoever has not agreed to what the project asks for.
 */
export async function joinWaitlist(ctx: Context, { referralCode, consent, ...ask }: JoinWaitlistInput): Promise<void> {
  const joining = { ...ask, waitlist: true, consent: await requireConsent(ctx, consent) };
  try {
    await createLead(ctx, { ...joining, referralCode });
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== "referral_code_not_found") throw error;
    await createLead(ctx, joining);
  }
}

import type { Signs } from "../abuse-protection/hold";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { refuseUnlessAgreed } from "../projects/consent";
import { create } from "./create";

type Ask = {
  email: string;
  firstname?: string | undefined;
  lastname?: string | undefined;
  referralCode?: string | undefined;
  /** The id of the wording they agreed to. */
  consent?: string | undefined;
} & Signs;

/**
 * Puts somebody on the waitlist, as a lead where they are none yet. A referral code that nobody has is left out, and they join all the same.
 * Refuses with `invalid_input` whoever has not agreed to what the project asks for.
 */
export async function join(ctx: Context, { referralCode, consent, ...ask }: Ask): Promise<void> {
  const joining = { ...ask, waitlist: true, consent: await refuseUnlessAgreed(ctx, consent) };
  try {
    await create(ctx, { ...joining, referralCode });
  } catch (error) {
    if (!(error instanceof ApiError) || error.refusal !== "referral_code_not_found") throw error;
    await create(ctx, joining);
  }
}

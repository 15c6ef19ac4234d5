// Generated from contract/ by `npm run openapi`.

import { type Call, call } from "../call.js";
import type { SendRequest, WriteOptions } from "../client.js";
import { Resource } from "../resource.js";
import type { ClaimCodeInput, ClaimConfirmation, ClaimToken, CreateLeadInput, PublicSignUp } from "./types.js";

/** The calls of `leads`. */
export class PublicLeadsResource extends Resource {
  /**
   * Create a lead.
   *
   * With the secret key or a staff session, returns the lead. With the public key, returns `{ email, referral }`, whether or not the lead
   * already existed. If it did and `waitlist` is `true`, the lead is added to the waitlist and no other fields change.
   */
  create(input: CreateLeadInput, options?: WriteOptions): Call<PublicSignUp, "leads.create"> {
    return call(this.request, "leads.create", "write", "POST /leads/create", { body: input, options });
  }
}

/** The calls of `codes`. */
export class PublicCodesResource extends Resource {
  /**
   * Claim a code.
   *
   * Claims the code for the customer and returns a claim token. If there's no lead with that email address, one is created. Claiming the
   * same code again with the same email address returns a new claim token and doesn't use another claim. With the public key, a code that's
   * reserved for someone else returns `code_not_found`. If the project requires email confirmation to claim, a request with the public key
   * and without a link token that was emailed to `email` claims nothing: it emails a link to the claim page and returns `claimToken: null`
   * with `confirmationRequired: true`. Claims with the secret key or a session ignore this setting; `requireConfirmation: true` does the
   * same for them.
   */
  claim(input: ClaimCodeInput, options?: WriteOptions): Call<ClaimToken | ClaimConfirmation, "codes.claim"> {
    return call(this.request, "codes.claim", "write", "POST /codes/claim", { body: input, options });
  }
}

/** All calls that the public key can make. */
export class PublicResources {
  readonly leads: PublicLeadsResource;
  readonly codes: PublicCodesResource;

  /** @internal */
  constructor(request: SendRequest) {
    this.leads = new PublicLeadsResource(request);
    this.codes = new PublicCodesResource(request);
  }
}

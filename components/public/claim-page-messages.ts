import { claimMessages } from "./claim-messages";
import { submitErrorMessages } from "./form-messages";

/** Copy of the claim page. */
export const claimPageMessages = {
  ...claimMessages,
  intro: (project: string) => `Enter your email and the code you received for ${project}.`,
  /** `{codes}` is replaced by a list of buttons. */
  didYouMean: "Did you mean {codes}?",
  errorTitle: "Error: Claim your code",
  continue: "Continue",
  continueTo: (host: string) => `Continue to ${host} to use your code.`,
  redirectingTo: (host: string) => `Redirecting you to ${host}…`,
  claimAgain: "To continue, claim your code once more. You won't use the code again.",

  proof: {
    javaScriptRequired:
      "Enable JavaScript so we can verify you're human. You can also open the link in your email or try again in an hour.",
    unsupported: "We couldn't verify your browser. Open the link in your email or try again in an hour.",
  },

  paused: "Claims are paused",
  pausedText: (project: string) => `You can't claim ${project} codes right now. Your code is still valid. Try again later.`,

  errors: {
    ...claimMessages.errors,
    ...submitErrorMessages,
    proof_required: "We're seeing too many invalid codes, so we need to verify you're human. Your code hasn't been claimed yet.",
    code_reserved: "This code belongs to a different email. Enter the email that received it.",
    claims_paused: "Claims are paused right now. Your code hasn't been used. Try again later.",
  },
} as const;

import { claimMessages } from "./claim-messages";
import { submitErrorMessages } from "./form-messages";

/** What the claim page says. */
export const claimPageMessages = {
  ...claimMessages,
  intro: (project: string) => `Enter the code you got for ${project}, and your address.`,
  didYouMean: ["Did you mean ", "?"],
  or: " or ",
  notClaimed: "Not claimed yet",
  onward: "Go on",
  leadsOn: (host: string) => `Go on to ${host}, which then knows that this claim is yours.`,
  leadingOn: (host: string) => `You are being led on to ${host}.`,
  again: "To go on from here, claim it once more: that uses nothing up.",

  proof: {
    withoutScript:
      "You have to prove that you are no program, which takes JavaScript. Without it, open the link in your mail, or try again in an hour.",
    notChecked: "Your browser cannot be checked here. Open the link in your mail, or try again in an hour.",
  },

  paused: "Claims are paused",
  pausedText: (project: string) => `Codes of ${project} cannot be claimed at the moment. Yours stays good; try again later.`,

  refused: {
    ...claimMessages.refused,
    ...submitErrorMessages,
    proof_required: "Too many wrong codes are being tried just now, so nothing was claimed yet.",
    code_reserved: "That code is for another address. Enter the one that the mail with it came to.",
    claims_paused: "Claims are paused at the moment. Nothing was used up; try again later.",
  },
} as const;

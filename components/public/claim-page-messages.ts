import { claimMessages } from "./claim-messages";
import { plainFormMessages, proofMessages } from "./form-messages";

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

  paused: "Claims are paused",
  pausedText: (project: string) => `Codes of ${project} cannot be claimed at the moment. Yours stays good; try again later.`,

  refused: {
    ...claimMessages.refused,
    ...plainFormMessages,
    proof_needed: proofMessages.needed,
    claims_paused: "Claims are paused at the moment. Nothing was used up; try again later.",
  },
} as const;

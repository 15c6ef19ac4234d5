import type { RefusalName } from "@/contract/refusals";
import { type FormMessages, formMessages } from "./form-messages";

/** What the claim page says, in English. */
export const claimMessages = {
  title: "Claim your code",
  intro: (project: string) => `Enter the code you got for ${project}, and your address.`,
  code: "Code",
  codeHint: "Capital letters, spaces and hyphens make no difference.",
  didYouMean: ["Did you mean ", "?"],
  or: " or ",
  email: "Your e-mail address",
  claim: "Claim",
  notClaimed: "Not claimed yet",

  claimed: "Claimed",
  claimedText: (code: string, email: string) => `${code} is claimed for ${email}.`,
  onward: "Go on",
  leadsOn: (host: string) => `Go on to ${host}, which then knows that this claim is yours.`,
  leadingOn: (host: string) => `You are being led on to ${host}.`,
  again: "To go on from here, claim it once more: that uses nothing up.",

  paused: "Claims are paused",
  pausedText: (project: string) => `Codes of ${project} cannot be claimed at the moment. Yours stays good; try again later.`,

  refused: {
    ...formMessages,
    claims_paused: "Claims are paused at the moment. Nothing was used up; try again later.",
    code_not_found: "There is no such code. Look for a letter or digit that was mistyped.",
    code_paused: "That code is paused at the moment. Try again later.",
    code_expired: "That code has expired. It can no longer be claimed.",
    code_exhausted: "That code is used up: everybody it was for has claimed it.",
    code_not_started: "That code cannot be claimed yet.",
  } satisfies FormMessages & Partial<Record<RefusalName, string>>,
  startsAt: "It can be claimed from ",
} as const;

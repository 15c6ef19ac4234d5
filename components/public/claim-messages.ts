import type { ErrorName } from "@/contract/errors";

/** What a form that claims says, in English: on the claim page, and on other sites. */
export const claimMessages = {
  title: "Claim your code",
  code: "Code",
  codeHint: "Capital letters, spaces and hyphens make no difference.",
  email: "Your e-mail address",
  claim: "Claim",

  claimed: "Claimed",
  claimedText: (code: string, email: string) => `${code} is claimed for ${email}.`,

  refused: {
    code_not_found: "That code doesn't exist. Look for a letter or digit that was mistyped.",
    code_paused: "That code is paused at the moment. Try again later.",
    code_expired: "That code has expired. It can no longer be claimed.",
    code_exhausted: "That code is used up: everybody it was for has claimed it.",
    code_not_started: "That code can't be claimed yet.",
  } satisfies Partial<Record<ErrorName, string>>,
  startsAt: "It can be claimed from ",
} as const;

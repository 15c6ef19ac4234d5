import type { ErrorName } from "@/contract/errors";

/** Copy of the claim form, on the claim page and on other sites. */
export const claimMessages = {
  title: "Claim your code",
  code: "Code",
  codeHint: "Capitalization, spaces and hyphens don't matter.",
  email: "Email",
  claim: "Claim code",

  claimed: "Code claimed",
  claimedText: (code: string, email: string) => `${code} is now claimed for ${email}.`,

  errors: {
    code_not_found: "This code doesn't exist. Check for typos.",
    code_paused: "This code is paused. Try again later.",
    code_expired: "This code has expired.",
    code_exhausted: "This code has already been used.",
    code_not_started: "This code can't be claimed yet.",
  } satisfies Partial<Record<ErrorName, string>>,
  /** Follows `code_not_started`; `{time}` is replaced by the time. */
  availableFrom: "You can claim it from {time}.",
} as const;

import type { ErrorName } from "@/contract/errors";

/** Copy of the forms on other sites, in addition to the claim and join messages. The script doesn't know the project's name. */
export const embedMessages = {
  // The lead may have to confirm their email first, which the script doesn't know.
  joined: "Thanks for signing up!",
  joinedText: (email: string) => `We'll email ${email} with next steps.`,
  unreachable: "We couldn't submit this form. Check your internet connection and try again.",

  errors: {
    bad_key: "This form isn't set up correctly. Please let the site owner know.",
    origin_not_allowed: "This form can't be used on this website. Please let the site owner know.",
  } satisfies Partial<Record<ErrorName, string>>,

  /** For the developer of the site. */
  setupErrors: {
    form: 'This form needs data-form="join" or data-form="claim".',
    key: "This form needs your public key (pk_…) in data-key.",
    secret: "This form uses a secret key, which anyone can read on this page. Revoke it and use your public key (pk_…).",
    bad_key: "Gatehouse: The data-key is unknown. It may have been revoked.",
    origin_not_allowed: (origin: string) =>
      `Gatehouse: ${origin} isn't an allowed origin. Add it under Settings › API keys › Allowed origins.`,
    target: (selector: string) => `Gatehouse: No element on this page matches ${selector} yet.`,
  },
} as const;

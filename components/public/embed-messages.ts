import type { ErrorName } from "@/contract/errors";

/** Copy of the forms on other sites, in addition to the claim and join messages. The script doesn't know the project's name. */
export const embedMessages = {
  // The lead may have to confirm their email first, which the script doesn't know.
  joined: "Thanks for signing up!",
  joinedText: (email: string) => `We'll email ${email} with next steps.`,
  optional: " (optional)",
  unreachable: "We couldn't submit this form. Check your connection and try again.",

  errors: {
    bad_key: "This form isn't set up correctly. Let the site owner know.",
    origin_not_allowed: "This form can't be used on this website. Let the site owner know.",
  } satisfies Partial<Record<ErrorName, string>>,

  /** Setup errors, for the developer of the site. */
  setup: {
    form: 'This form needs data-form="join" or data-form="claim".',
    key: "This form needs your public key (pk_…) in data-key.",
    secret: "This form exposes a secret key. Revoke it and use your public key (pk_…).",
    bad_key: "Gatehouse: Unknown data-key. It may have been revoked.",
    origin_not_allowed: (origin: string) => `Gatehouse: Add ${origin} under Settings › API keys › Allowed origins.`,
    target: (selector: string) => `Gatehouse: No element matches ${selector} yet.`,
  },
} as const;

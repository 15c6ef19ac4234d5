import type { ErrorName } from "@/contract/errors";
import { tooManyAttempts } from "./form-messages";

/** What the form on other sites says beside the words of the pages for customers, in English. It does not know what the project is called. */
export const embedMessages = {
  // It may be that they have to confirm their address first.
  joined: "Thank you",
  joinedText: (email: string) => `We have your address, ${email}, and write to you.`,
  waitFor: (minutes: number) => `${tooManyAttempts} Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
  unreachable: "This form cannot be reached at the moment. Look at your connection, then try again.",

  refused: {
    bad_key: "This form is not connected. Please tell whoever runs this web site.",
    origin_not_allowed: "This form may not be used on this web site. Please tell whoever runs it.",
  } satisfies Partial<Record<ErrorName, string>>,

  /** For whoever builds the site. */
  wrong: {
    form: 'This form needs data-form="join" or data-form="claim".',
    key: "This form needs the public key (pk_…) as data-key.",
    secret: "This form holds a secret key. Everybody can read it here: revoke it.",
    bad_key: "Gatehouse does not know this data-key; it may have been revoked.",
    origin_not_allowed: (origin: string) => `Gatehouse: is ${origin} among Settings › Keys › Web origins?`,
    target: (selector: string) => `Gatehouse: there is no ${selector} on this page yet.`,
  },
} as const;

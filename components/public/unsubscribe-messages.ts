import { submitErrorMessages } from "./form-messages";

/** Copy of the unsubscribe page. */
export const unsubscribeMessages = {
  title: "Unsubscribe",
  /** Each text is followed by the email. */
  text: (project: string) => `Stop receiving emails from ${project} at this email address:`,
  unsubscribe: "Unsubscribe",
  errorTitle: "Error: Unsubscribe",

  unsubscribed: "You're unsubscribed",
  unsubscribedText: (project: string) => `You'll no longer receive emails from ${project} at this email address:`,
  undo: "Undo",

  resubscribed: "You're subscribed again",
  resubscribedText: (project: string) => `You'll receive emails from ${project} at this email address:`,

  invalidLinkTitle: "This link isn't valid",
  invalidLinkText: "Part of the link is missing. Open it again from your email, or copy the whole link.",

  errors: submitErrorMessages,
} as const;

import { submitErrorMessages } from "./form-messages";
import { invalidLinkMessages } from "./invalid-link-messages";

/** Copy of the page where a lead confirms their email. */
export const confirmMessages = {
  title: "Confirm your email",
  description: "Confirm your email to join the waitlist.",
  intro: (email: string, project: string) => `Join the ${project} waitlist with ${email}?`,
  confirm: "Confirm email",
  ignore: "If you didn't request this, close this page. You won't be added to the waitlist.",
  confirmed: "You're on the list!",
  confirmedText: (email: string) => `We'll email ${email} when it's your turn. Check your email for a link to your position.`,
  errorTitle: "Error: Confirm your email",
  errors: { ...submitErrorMessages, link_not_valid: invalidLinkMessages.text },
} as const;

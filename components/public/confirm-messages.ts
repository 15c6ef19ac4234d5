import { submitErrorMessages } from "./form-messages";
import { invalidLinkMessages } from "./invalid-link-messages";

/** What the page where a lead confirms their address says, in English. */
export const confirmMessages = {
  title: "Confirm your address",
  description: "Confirm that you want to join the waitlist.",
  intro: (email: string, project: string) => `Join the waitlist of ${project} with ${email}?`,
  confirm: "Yes, join",
  elseNothing: "If you did not ask for this, close this page: you are on no list.",
  confirmed: "You are on the list",
  confirmedText: (email: string, project: string) =>
    `${project} has your address, ${email}, and writes to you when it is your turn. A mail with the way to your own page is under way.`,
  notConfirmed: "Not confirmed yet",
  refused: { ...submitErrorMessages, link_not_valid: invalidLinkMessages.link_not_valid },
} as const;

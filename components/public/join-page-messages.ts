import { plainFormMessages } from "./form-messages";
import { joinMessages } from "./join-messages";

/** What the join page says. */
export const joinPageMessages = {
  ...joinMessages,
  intro: (project: string) => `Leave your address, and ${project} writes to you when it is your turn.`,
  notJoined: "Not joined yet",
  // The same for everybody: whether an address was known before is nobody's business.
  joinedText: (email: string, project: string) => `${project} has your address, ${email}, and writes to you when it is your turn.`,

  refused: plainFormMessages,
} as const;

import { submitErrorMessages } from "./form-messages";
import { joinMessages } from "./join-messages";

/** What the join page says. */
export const joinPageMessages = {
  ...joinMessages,
  intro: (project: string) => `Leave your address, and ${project} writes to you when it is your turn.`,
  leaveEmpty: "Leave this empty",
  notJoined: "Not joined yet",
  // The same for everybody: whether an address was known before is nobody's business.
  joinedText: (email: string, project: string) => `${project} has your address, ${email}, and writes to you when it is your turn.`,
  placeByMail: "Your place in line comes by mail.",
  toConfirm: "Look into your mail",
  toConfirmText: (email: string, project: string) =>
    `We have written to ${email}. Press the button in that mail to be on the list of ${project}. If it is not there in a few minutes, look among the spam.`,

  joined: "You are on the list",

  proof: {
    withoutScript: "You have to prove that you are no program, which takes JavaScript. Without it, try again in an hour.",
    notChecked: "Your browser cannot be checked here. Try again in an hour, or with another browser.",
  },

  paused: "Sign-ups are paused",
  pausedText: (project: string) => `Nobody can join the waitlist of ${project} at the moment. Try again later.`,

  refused: {
    ...submitErrorMessages,

    proof_required: "Very many people join just now, so you are not on the list yet.",
    sign_ups_paused: "Sign-ups are paused right now. Try again later.",
  },
} as const;

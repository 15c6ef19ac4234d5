import { submitErrorMessages } from "./form-messages";
import { joinMessages } from "./join-messages";

/** Copy of the join page. */
export const joinPageMessages = {
  ...joinMessages,
  intro: (project: string) => `Enter your email to join the ${project} waitlist. We'll email you when it's your turn.`,
  leaveEmpty: "Leave this field empty",
  errorTitle: "Error: Join the waitlist",

  // The same for new and known emails, so that the page doesn't reveal who signed up.
  joined: "You're on the list!",
  joinedText: (email: string) => `We'll email ${email} when it's your turn.`,
  positionByEmail: "Check your email for your position.",
  checkEmail: "Check your email",
  checkEmailText: (email: string, project: string) =>
    `We sent an email to ${email}. Click the button in it to join the ${project} waitlist. If it doesn't arrive in a few minutes, check your spam folder.`,

  proof: {
    javaScriptRequired: "Enable JavaScript so we can verify you're human, or try again in an hour.",
    unsupported: "We couldn't verify your browser. Try another browser or try again in an hour.",
  },

  paused: "Sign-ups are paused",
  pausedText: (project: string) => `You can't join the ${project} waitlist right now. Try again later.`,

  errors: {
    ...submitErrorMessages,
    proof_required: "We're getting a lot of sign-ups, so we need to verify you're human. You're not on the list yet.",
    sign_ups_paused: "Sign-ups are paused right now. Try again later.",
  },
} as const;

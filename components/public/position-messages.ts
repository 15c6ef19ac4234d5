import { plural } from "@/lib/plural";
import { submitErrorMessages } from "./form-messages";
import { invalidLinkMessages } from "./invalid-link-messages";

/** Copy of a lead's position page. */
export const positionMessages = {
  title: "Your position",
  description: "Your position on the waitlist.",
  success: "Done",
  errorTitle: "Error: Your position",
  position: (position: number) => position.toLocaleString("en-US"),
  /** Follows the position. */
  waiting: (waiting: number) => plural(waiting, { one: "of {n} in line", other: "of {n} in line" }),
  nextStep: "We'll email you when it's your turn.",
  claimed: "You've claimed a code, so you don't have to wait in line.",
  invited: "It's your turn! Check your email for your code.",
  notWaiting: "You're not on the waitlist.",
  joinAgain: "Join the waitlist",

  referrals: "Invite friends",
  referralBonus: (positions: number) =>
    positions === 0
      ? "Share your link with friends who may be interested."
      : plural(positions, {
          one: "You move up {n} position for each friend who joins with your link.",
          other: "You move up {n} positions for each friend who joins with your link.",
        }),
  referralCount: (referrals: number) =>
    referrals === 0
      ? "No friends have joined yet."
      : plural(referrals, { one: "{n} friend has joined so far.", other: "{n} friends have joined so far." }),
  link: "Your link",
  copyLink: "Copy link",
  copied: "Copied",
  share: "Share…",
  shareWith: "Share your link",
  email: "Email",
  shareText: (project: string) => `I'm on the ${project} waitlist. Join with my link:`,

  leave: "Leave the waitlist",
  leaveText: "You'll lose your position. If you join again, you'll go to the back of the line.",
  leaveButton: "Leave waitlist",
  deleteData: "Delete my data",
  deleteDataText: (project: string) =>
    `This permanently deletes your email and everything related to it from ${project}. You'll lose access to anything you've claimed. This can't be undone.`,
  deleteDataCheckbox: "Yes, I want to delete my data",
  deleteDataButton: "Delete my data",
  left: "You've left the waitlist",
  leftText: (email: string, project: string) => `${email} is no longer on the ${project} waitlist.`,
  deleted: "Your data has been deleted",
  deletedText: (project: string) =>
    `${project} no longer has your data. If you unsubscribed, we only keep a record of that so we don't email you again.`,
  errors: {
    ...submitErrorMessages,
    link_not_valid: invalidLinkMessages.text,
    invalid_input: "Select the checkbox to delete your data.",
  },
} as const;

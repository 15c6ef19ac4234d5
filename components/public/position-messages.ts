import { submitErrorMessages } from "./form-messages";
import { invalidLinkMessages } from "./invalid-link-messages";

const count = (n: number): string => n.toLocaleString("en");

/** What a lead's own page says, in English. */
export const positionMessages = {
  title: "Your place in line",
  description: "Your place on the waitlist.",
  done: "Done",
  notDone: "Not done yet",
  place: (place: number) => count(place),
  of: (waiting: number) => (waiting === 1 ? "You are the only one in line." : `of ${count(waiting)} in line`),
  turn: (project: string) => `${project} writes to you when it is your turn.`,
  claimed: "You have claimed a code, so you need not wait in line.",
  invited: "Your code was sent to you. Look for it in your mail.",
  notWaiting: "You are not on the waitlist.",
  joinAgain: "Join it again",

  friends: "Bring friends",
  moves: (places: number) =>
    places === 0
      ? "Send your link to friends who may like it."
      : `Each friend who joins by your link moves you up ${places === 1 ? "one place" : `${count(places)} places`}.`,
  joined: (friends: number) =>
    friends === 0
      ? "Nobody has joined by it yet."
      : friends === 1
        ? "One friend has joined by it."
        : `${count(friends)} friends have joined by it.`,
  link: "Your link",
  copy: "Copy",
  copied: "Copied",
  share: "Share…",
  shareBy: "Share your link by",
  mail: "Mail",
  shareText: (project: string) => `I am on the waitlist of ${project}. Join by my link:`,

  leave: "Leave the waitlist",
  leaveText: "You lose your place. If you join again, you stand at the end.",
  leaveNow: "Leave",
  erase: "Erase me",
  eraseText: (project: string) => `${project} deletes your address and all that belongs to it, for good. What you have claimed, you lose.`,
  eraseSure: "I want to be erased",
  eraseNow: "Erase me",
  left: "You have left the waitlist",
  leftText: (email: string, project: string) => `${project} does not count ${email} among those who wait any more.`,
  erased: "You are erased",
  erasedText: (project: string) => `${project} has nothing of you any more, but whether you asked for no mail, where you did.`,
  refused: { ...submitErrorMessages, link_not_valid: invalidLinkMessages.link_not_valid, invalid_input: "Tick the box to be erased." },
} as const;

import { submitErrorMessages } from "./form-messages";

/** What the page says where somebody asks for no more mail, in English. */
export const unsubscribeMessages = {
  title: "Stop mail",
  intro: (project: string) => `Mail from ${project} goes to this address:`,
  stop: "Stop mail to this address",
  notDone: "Not done yet",

  stopped: (project: string) => `You get no more mail from ${project}`,
  stoppedText: "Nothing more is sent to this address:",
  mistaken: "I did not mean this",

  again: (project: string) => `You get mail from ${project} again`,
  againText: "It goes to this address:",

  broken: "This link does not work",
  brokenText: "A part of it is missing. Open it from the mail once more, or copy all of it.",

  refused: submitErrorMessages,
} as const;

import { fillVariables } from "./fill-variables";

/**
 * The kinds of messages to a chat, with the text of each, its variables with a description, and examples of their values. The texts can be changed for a webhook.
 * Formatting isn't possible in them, so that none comes from what a customer entered.
 */
export const chatMessages = {
  "lead.created": {
    text: "New sign-up: {{lead}}",
    variables: {
      lead: "The name and email address of the lead",
      email: "The lead's email address",
      firstname: "The lead's first name",
      lastname: "The lead's last name",
      source: "Where the lead is from",
      tags: "The lead's tags",
    },
    example: {
      lead: "Ada Lovelace (ada@example.org)",
      email: "ada@example.org",
      firstname: "Ada",
      lastname: "Lovelace",
      source: "newsletter",
      tags: "beta",
    },
  },
  "code.claimed": {
    text: "{{email}} claimed the code {{code}}.",
    variables: {
      email: "The email address of the customer",
      code: "The code",
      batch: "The name of its batch",
      claims: "Its number of claims",
    },
    example: { email: "ada@example.org", code: "curious-pineapple", batch: "Launch", claims: "1" },
  },
  "wave.sent": {
    text: "The wave “{{wave}}” invited {{people}}.",
    variables: { wave: "The name of the wave", people: "The number of people, such as “100 people”" },
    example: { wave: "First 100", people: "100 people" },
  },
  "send.finished": {
    text: "A send has ended: {{emails}} sent.",
    variables: { emails: "The number of emails that were sent, such as “118 emails”", code: "The code that was sent" },
    example: { emails: "118 emails", code: "curious-pineapple" },
  },
  "send.failed": {
    text: "A send has ended: {{emails}} sent, {{failed}}.",
    variables: {
      emails: "The number of emails that were sent, such as “118 emails”",
      failed: "The number of emails that weren't, such as “2 failed emails”",
      code: "The code that was sent",
    },
    example: { emails: "118 emails", failed: "2 failed emails", code: "curious-pineapple" },
  },
  other: {
    text: "{{event}}: {{subject}}",
    variables: { event: "What happened, such as “Code paused”", subject: "The lead, code or other record, if there is one" },
    example: { event: "Code paused", subject: "curious-pineapple" },
  },
  summary: {
    text: "{{date}}: {{signUps}}, {{claims}}, {{failed}}.",
    variables: {
      date: "The day",
      signUps: "The number of sign-ups, such as “12 sign-ups”",
      claims: "The number of claims",
      failed: "The number of emails that failed",
    },
    example: { date: "Nov 21, 2026", signUps: "12 sign-ups", claims: "3 claims", failed: "0 failed emails" },
  },
} as const satisfies Record<string, { text: string; variables: Record<string, string>; example: Record<string, string> }>;

export type ChatMessageKind = keyof typeof chatMessages;

export const chatMessageKinds = Object.keys(chatMessages) as [ChatMessageKind, ...ChatMessageKind[]];

/** Returns a message: a text with the values of its variables, or the usual text without one. */
export const fillChatMessage = (
  kind: ChatMessageKind,
  text: string | undefined,
  values: Readonly<Record<string, string | null>> = chatMessages[kind].example,
): string =>
  fillVariables(text ?? chatMessages[kind].text, values)
    // A colon before a subject that doesn't exist.
    .replace(/:\s*$/, "")
    .trim();

/** Describes the texts and their variables, as a list in Markdown. */
export const describeChatMessages = (): string =>
  Object.entries(chatMessages)
    .map(([kind, { text, variables }]) => `- \`${kind}\`: “${text}”, with ${Object.keys(variables).join(", ")}`)
    .join("\n");

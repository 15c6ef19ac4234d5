/**
 * The kinds of messages to a chat, with the text of each, and its variables with a description. The texts can be changed for a webhook.
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
  },
  "code.claimed": {
    text: "{{email}} claimed the code {{code}}.",
    variables: {
      email: "The email address of the customer",
      code: "The code",
      batch: "The name of its batch",
      claims: "Its number of claims",
    },
  },
  "wave.sent": {
    text: "The wave “{{wave}}” invited {{people}}.",
    variables: { wave: "The name of the wave", people: "The number of people, such as “100 people”" },
  },
  "send.finished": {
    text: "A send has ended: {{emails}} sent.",
    variables: { emails: "The number of emails that were sent, such as “118 emails”", code: "The code that was sent" },
  },
  "send.failed": {
    text: "A send has ended: {{emails}} sent, {{failed}}.",
    variables: {
      emails: "The number of emails that were sent, such as “118 emails”",
      failed: "The number of emails that weren't, such as “2 failed emails”",
      code: "The code that was sent",
    },
  },
  other: {
    text: "{{event}}: {{subject}}",
    variables: { event: "What happened, such as “Code paused”", subject: "The lead, code or other record, if there is one" },
  },
  summary: {
    text: "{{date}}: {{signUps}}, {{claims}}, {{failed}}.",
    variables: {
      date: "The day",
      signUps: "The number of sign-ups, such as “12 sign-ups”",
      claims: "The number of claims",
      failed: "The number of emails that failed",
    },
  },
} as const satisfies Record<string, { text: string; variables: Record<string, string> }>;

export type ChatMessageKind = keyof typeof chatMessages;

/** Describes the texts and their variables, as a list in Markdown. */
export const describeChatMessages = (): string =>
  Object.entries(chatMessages)
    .map(([kind, { text, variables }]) => `- \`${kind}\`: “${text}”, with ${Object.keys(variables).join(", ")}`)
    .join("\n");

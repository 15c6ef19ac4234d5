// The words of the mails to leads, in English, and what may stand in them. Staff may change them for their project.

/** The kinds of mail to leads: a code that was sent; a personal code; that they are on the waitlist; that they are to confirm their address; that they have claimed a code. */
export const mailKinds = ["code", "invitation", "joined", "confirm", "claimed"] as const;
export type MailKind = (typeof mailKinds)[number];

/** What each kind of mail is called in the dashboard. */
export const mailNames: Readonly<Record<MailKind, string>> = {
  code: "Code",
  invitation: "Personal code",
  joined: "Joined the waitlist",
  confirm: "Confirm the address",
  claimed: "Code claimed",
};

/** The words of a kind of mail. A blank line parts paragraphs; `{{…}}` are variables. A code or the button that is a paragraph by itself stands large. */
export type MailText = Record<MailField, string>;
export const mailFields = ["subject", "body", "button"] as const;
export type MailField = (typeof mailFields)[number];

/** What a mail says before staff change anything. */
export const mailTexts: Readonly<Record<MailKind, MailText>> = {
  code: {
    subject: "Your code for {{project}}",
    body: `Hello {{firstname}},

Here is your code for {{project}}:

{{code}}

{{button}}

Or enter it where {{project}} asks for your code. {{terms}}`,
    button: "Claim it",
  },
  invitation: {
    subject: "Your code for {{project}}",
    body: `Hello {{firstname}},

It is your turn. Here is your own code for {{project}}:

{{code}}

{{button}}

Or enter it where {{project}} asks for your code. {{terms}}`,
    button: "Claim it",
  },
  joined: {
    subject: "You are on the waitlist of {{project}}",
    body: `Hello {{firstname}},

You are on the waitlist of {{project}}, as number {{place}} in line. We write to you when it is your turn.

{{button}}

{{friends}}
{{referralUrl}}`,
    button: "See your place",
  },
  confirm: {
    subject: "Confirm your address for {{project}}",
    body: `Hello {{firstname}},

Somebody, most likely you, entered this address to join the waitlist of {{project}}. Confirm that it is yours:

{{button}}

If it was not you, there is nothing you need to do: without that you are on no list.`,
    button: "Confirm",
  },
  claimed: {
    subject: "You have claimed your code for {{project}}",
    body: `Hello {{firstname}},

You have claimed the code {{code}} for {{project}}.

{{button}}`,
    button: "Go on",
  },
};

/** What stands below every mail of a kind, which staff cannot change: why it came. */
export const mailReasons: Readonly<Record<MailKind, string>> = {
  code: "You get this message because your address is on the list of {{project}}. If you did not expect it, there is nothing you need to do.",
  invitation:
    "You get this message because your address is on the list of {{project}}. If you did not expect it, there is nothing you need to do.",
  joined:
    "You get this message because this address joined the waitlist of {{project}}. If that was not you, the link below ends such mail.",
  confirm: "You get this message once for each time somebody enters this address at {{project}}.",
  claimed: "You get this message because a code was claimed with this address at {{project}}.",
};

/** What stands below every mail with a code. */
export const codeHint = "Capital letters, spaces and hyphens in the code make no difference.";

/** What leads to no more mail. */
export const unsubscribeWords = "Get no more mail";

const withCode = ["code", "invitation"] as const;

/** What may stand in a mail as `{{name}}`: in which kinds it has a value, and what it says. */
export const mailVariables = {
  firstname: { kinds: mailKinds, says: "The lead's first name; where there is none, nothing, and no space before it" },
  lastname: { kinds: mailKinds, says: "Their last name" },
  email: { kinds: mailKinds, says: "Their address" },
  project: { kinds: mailKinds, says: "The project's name" },
  button: { kinds: mailKinds, says: "The button, as a paragraph by itself" },
  code: { kinds: [...withCode, "claimed"], says: "The code" },
  claimUrl: { kinds: withCode, says: "The claim page, with the code filled in" },
  validFrom: { kinds: withCode, says: "From when it can be claimed, where that is set" },
  validUntil: { kinds: withCode, says: "Through when it can be claimed, where that is set" },
  terms: { kinds: withCode, says: "For whom and when the code works, in sentences" },
  place: { kinds: ["joined"], says: "Their place in line" },
  waiting: { kinds: ["joined"], says: "How many wait" },
  placeUrl: { kinds: ["joined"], says: "Their own page" },
  referralUrl: { kinds: ["joined"], says: "The join page, with who sent friends there" },
  friends: { kinds: ["joined"], says: "What a friend who joins by their link does for them, in a sentence" },
  confirmUrl: { kinds: ["confirm"], says: "The page where they confirm their address" },
  claimedUrl: { kinds: ["claimed"], says: "Where the project leads whoever has claimed a code, where that is set" },
} as const satisfies Record<string, { kinds: readonly MailKind[]; says: string }>;
export type MailVariable = keyof typeof mailVariables;

/** A variable as it stands in a text, with the spaces before it. */
export const variablePattern = /(\s*)\{\{\s*(\w+)\s*\}\}/g;

/** A variable as it is written in a text. */
export const asWritten = (name: string): string => `{{${name}}}`;

/** The paragraphs of a body, in their order. */
export const paragraphsOf = (body: string): string[] => body.split(/\n[^\S\n]*\n+/).map((paragraph) => paragraph.trim());

/** Whether a paragraph is nothing but a variable, and so stands large. */
export const isAlone = (paragraph: string, name: MailVariable): boolean => new RegExp(`^\\{\\{\\s*${name}\\s*\\}\\}$`).test(paragraph);

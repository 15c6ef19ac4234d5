// The default emails to leads, in English, and the variables they can contain. Staff can edit the templates of their project.

/** The kinds of emails to leads: a code, a personal code, a confirmed waitlist sign-up, a request to confirm an email address or a claim, a claimed code, a reminder of a personal code, and an announcement. */
export const emailTemplateKinds = [
  "code",
  "invitation",
  "joined",
  "confirm",
  "confirm_claim",
  "claimed",
  "reminder",
  "announcement",
] as const;
export type EmailTemplateKind = (typeof emailTemplateKinds)[number];

/** The label of each kind in the dashboard. */
export const emailTemplateNames: Readonly<Record<EmailTemplateKind, string>> = {
  code: "Code",
  invitation: "Personal code",
  joined: "Joined the waitlist",
  confirm: "Confirm email",
  confirm_claim: "Confirm claim",
  claimed: "Code claimed",
  reminder: "Reminder",
  announcement: "Announcement",
};

/**
 * The editable text of an email. The body has paragraphs, lists, bold text and links in Markdown. `{{name}}` is a variable, and
 * `{{name|fallback}}` has a fallback for leads without a value. A paragraph that is only `{{code}}` or `{{button}}` is shown large.
 */
export type EmailTemplateContent = Record<EmailTemplateField, string>;
export const emailTemplateFields = ["subject", "body", "button"] as const;
export type EmailTemplateField = (typeof emailTemplateFields)[number];

/** The templates that projects start with. */
export const defaultEmailTemplates: Readonly<Record<EmailTemplateKind, EmailTemplateContent>> = {
  code: {
    subject: "Your code for {{project}}",
    body: `Hello {{firstname|there}},

Here is your code for {{project}}:

{{code}}

{{button}}

Or enter it where you're asked for a code. {{terms}}`,
    button: "Claim your code",
  },
  invitation: {
    subject: "Your code for {{project}}",
    body: `Hello {{firstname|there}},

It's your turn. Here is your personal code for {{project}}:

{{code}}

{{button}}

Or enter it where you're asked for a code. {{terms}}`,
    button: "Claim your code",
  },
  joined: {
    subject: "You're on the {{project}} waitlist",
    body: `Hello {{firstname|there}},

You're number {{position}} on the {{project}} waitlist. We'll email you when it's your turn.

{{button}}

{{referralText}}
{{referralUrl}}`,
    button: "View your position",
  },
  confirm: {
    subject: "Confirm your email for {{project}}",
    body: `Hello {{firstname|there}},

Please confirm your email address to join the {{project}} waitlist:

{{button}}

If you didn't sign up, you can ignore this email. You won't be added to the waitlist.`,
    button: "Confirm email",
  },
  confirm_claim: {
    subject: "Finish claiming your code for {{project}}",
    body: `Hello {{firstname|there}},

Please confirm your email address to claim your code for {{project}}:

{{code}}

{{button}}

If you didn't enter this code, you can ignore this email. Nothing has been claimed.`,
    button: "Claim your code",
  },
  claimed: {
    subject: "You claimed your code for {{project}}",
    body: `Hello {{firstname|there}},

You claimed the code {{code}} for {{project}}.

{{button}}

{{inviteText}}
{{inviteUrl}}`,
    button: "Continue",
  },
  reminder: {
    subject: "Your code for {{project}} is waiting",
    body: `Hello {{firstname|there}},

You haven't claimed your personal code for {{project}} yet:

{{code}}

{{button}}

Or enter it where you're asked for a code. {{terms}}`,
    button: "Claim your code",
  },
  announcement: {
    subject: "News from {{project}}",
    body: `Hello {{firstname|there}},

We have news about {{project}}.

{{button}}`,
    button: "Learn more",
  },
};

/** The end of each kind, which says why the lead receives the email. Staff cannot edit it. */
export const emailReasons: Readonly<Record<EmailTemplateKind, string>> = {
  code: "You're receiving this because {{project}} sent you a code. If you weren't expecting it, you can ignore this email.",
  invitation: "You're receiving this because {{project}} sent you a code. If you weren't expecting it, you can ignore this email.",
  joined: "You're receiving this because this email address joined the {{project}} waitlist. If that wasn't you, unsubscribe below.",
  confirm:
    "You're receiving this because this email address was used to sign up for the {{project}} waitlist. If you unsubscribed before, you'll get emails again when you confirm.",
  confirm_claim: "You're receiving this because this email address was entered to claim a code for {{project}}.",
  claimed: "You're receiving this because this email address was used to claim a code for {{project}}.",
  reminder: "You're receiving this because {{project}} sent you a code. If you weren't expecting it, you can ignore this email.",
  announcement: "You're receiving this because this email address was used to sign up for {{project}}.",
};

/** The hint in the footer of every email with a code. */
export const codeHint = "Capitalization, spaces and hyphens don't matter when you enter the code.";

/** The label of the unsubscribe link. */
export const unsubscribeLabel = "Unsubscribe";

const codeKinds = ["code", "invitation", "reminder"] as const;

/** Whether the email gives a lead a code to claim, as its main content. */
export const isCodeEmail = (kind: EmailTemplateKind): boolean => (codeKinds as readonly EmailTemplateKind[]).includes(kind);

const claimLinkKinds = [...codeKinds, "confirm_claim"] as const;

/** The variables that templates can contain as `{{name}}`, with the kinds in which they have a value. */
export const templateVariables = {
  firstname: { kinds: emailTemplateKinds, description: "The lead's first name, or nothing if it isn't known" },
  lastname: { kinds: emailTemplateKinds, description: "The lead's last name, or nothing if it isn't known" },
  email: { kinds: emailTemplateKinds, description: "The lead's email address" },
  project: { kinds: emailTemplateKinds, description: "The project's name" },
  button: { kinds: emailTemplateKinds, description: "The button, in a paragraph of its own" },
  code: { kinds: [...claimLinkKinds, "claimed"], description: "The code" },
  claimUrl: { kinds: claimLinkKinds, description: "Link to the claim page with the code filled in" },
  validFrom: { kinds: codeKinds, description: "When the code becomes claimable, or nothing if it starts immediately" },
  validUntil: { kinds: codeKinds, description: "When the code expires, or nothing if it never does" },
  terms: { kinds: codeKinds, description: "Who can claim the code and when, in full sentences" },
  position: { kinds: ["joined"], description: "The lead's position in the waitlist" },
  waiting: { kinds: ["joined"], description: "The number of leads on the waitlist" },
  positionUrl: { kinds: ["joined", "announcement"], description: "Link to the lead's own waitlist page" },
  referralUrl: { kinds: ["joined", "announcement"], description: "The lead's referral link" },
  referralText: { kinds: ["joined"], description: "What the lead gets for inviting friends, in full sentences" },
  inviteText: {
    kinds: ["claimed"],
    description: "That the lead can invite friends, in a full sentence, or nothing without an invite quota",
  },
  inviteUrl: { kinds: ["claimed"], description: "Link to the lead's own page with their invite codes, or nothing without an invite quota" },
  confirmUrl: { kinds: ["confirm"], description: "Link to confirm the email address" },
  redirectUrl: { kinds: ["claimed"], description: "The project's redirect URL, or nothing if it isn't set" },
} as const satisfies Record<string, { kinds: readonly EmailTemplateKind[]; description: string }>;
export type TemplateVariable = keyof typeof templateVariables;

/** The variable with a lead's answer to a question. All kinds of emails can contain it. */
export type AnswerVariable = `field.${string}`;
export const answerVariable = (questionKey: string): AnswerVariable => `field.${questionKey}`;
export const isAnswerVariable = (name: string): name is AnswerVariable => name.startsWith("field.");

/** Matches a variable in a template, and its fallback: `{{firstname|there}}`. */
export const variablePattern = /\{\{\s*(\w+(?:\.\w+)?)\s*(?:\|([^{}\n]*))?\}\}/g;

/** Writes a variable as it appears in a template: "{{name}}". */
export const formatVariable = (name: string): string => `{{${name}}}`;

/** Splits a template body into paragraphs. */
export const splitParagraphs = (body: string): string[] => body.split(/\n[^\S\n]*\n+/).map((paragraph) => paragraph.trim());

/** Whether the body of an email shows the button. */
export const hasButton = (body: string): boolean => splitParagraphs(body).some((paragraph) => isOnlyVariable(paragraph, "button"));

/** Whether a paragraph contains only the given variable. */
export const isOnlyVariable = (paragraph: string, name: TemplateVariable): boolean =>
  new RegExp(`^\\{\\{\\s*${name}\\s*\\}\\}$`).test(paragraph);

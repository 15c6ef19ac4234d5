import type { EmailTemplateField, EmailTemplateKind } from "@/contract/default-email-templates";
import type { ProjectRecord } from "@/contract/project";

export const emailTemplateLabels = {
  title: "Email templates",
  description: "The emails that leads receive. Emails to your team can't be customized.",
  columns: { template: "Template", trigger: "Sent", content: "Content", updated: "Last updated" },
  turnedOff: "Turned off",
  customized: "Customized",
  default: "Default",
  neverUpdated: "Never",
  allTemplates: "All templates",
  turnedOffHint: "This email is turned off in the project settings.",
  noRedirectUrlHint: "It has no button because the project has no redirect URL.",
  changing: "Editing email templates",
  bodyHint: "Separate paragraphs with an empty line. Links can be [text](https://…).",
  customTextsHint: "The email template stays as it is.",
  toolbar: {
    title: "Format",
    bold: "Bold",
    italic: "Italic",
    link: "Link",
    list: "Bulleted list",
    numberedList: "Numbered list",
  },
  versions: {
    button: "Versions",
    title: "Versions",
    description: "Each save is kept. Restoring a version saves it again.",
    empty: "No versions yet",
    emptyDescription: "Versions appear here when you save this template.",
    current: "Current",
    unknownActor: "Unknown",
    view: "View",
    hide: "Hide",
    restore: "Restore",
    restored: "Version restored",
    restoreFailed: "Couldn't restore this version",
  },
  design: {
    title: "Design",
    description: "Emails show your project's logo. Its button color and footer apply to all emails to leads.",
    buttonColor: "Button color",
    buttonColorHint: "Leave empty for the accent color.",
    footer: "Footer",
    footerHint: "Your postal address, for example. It's at the end of every email. Links can be [text](https://…).",
    savedToast: "Design saved",
    noFooter: "None",
    changing: "Changing the design of emails",
  },
  save: "Save changes",
  savedToast: "Email template saved",
  conflict: "This email template has changed since you opened this page.",
  reset: {
    button: "Reset to default",
    title: (name: string) => `Reset “${name}” to its default?`,
    consequence: "Your changes to this template are lost. Queued emails use the default, too. This can't be undone.",
    submit: "Reset to default",
    toast: "Email template reset",
  },
  test: {
    button: "Send test email",
    sentToast: "Test email sent",
    savedToFileToast: "Test email saved to file",
    savedToFileDescription: (email: string) =>
      `No mail server is connected. The email to ${email} is the newest file in the outbox folder of Gatehouse's data folder.`,
  },
  variables: {
    answer: (question: string) => `The answer to “${question}”, or nothing if there is none`,
    title: "Variables",
    hint: "Click a variable to insert it at the cursor. The text after | is for leads without a value.",
    insert: (variable: string) => `Insert ${variable}`,
  },
  preview: {
    title: "Email preview",
    recipient: "Preview as",
    sampleLead: "Sample lead",
    names: "Names and answers that people typed themselves are left out of emails until their email is confirmed.",
    subject: "Subject",
    format: "Format",
    html: "HTML",
    plainText: "Plain text",
    colorScheme: "Color scheme",
    light: "Light",
    dark: "Dark",
    failed: "The preview couldn't be loaded",
  },
};

export const fieldLabels: Readonly<Record<EmailTemplateField, string>> = { subject: "Subject", body: "Body", button: "Button label" };

/** When each email is sent. */
export const templateTriggers: Readonly<Record<EmailTemplateKind, string>> = {
  code: "When you send a code to leads",
  invitation: "When you invite leads with personal codes",
  joined: "When someone joins the waitlist",
  confirm: "When someone signs up and has to confirm their email",
  confirm_claim: "When someone has to confirm their email to claim a code",
  claimed: "When someone claims a code",
  reminder: "When someone hasn't claimed the personal code of a wave with a reminder",
  announcement: "When you send an announcement to leads. Each announcement can have its own text",
};

type AutomaticEmailSettings = Pick<ProjectRecord, "sendJoinedEmail" | "sendClaimedEmail" | "doubleOptIn" | "requireClaimConfirmation">;

/** Whether the project settings turn on the email of a template. */
export function isTemplateEnabled(
  kind: EmailTemplateKind,
  { sendJoinedEmail, sendClaimedEmail, doubleOptIn, requireClaimConfirmation }: AutomaticEmailSettings,
): boolean {
  if (kind === "joined") return sendJoinedEmail;
  if (kind === "claimed") return sendClaimedEmail;
  if (kind === "confirm_claim") return requireClaimConfirmation;
  return kind === "confirm" ? doubleOptIn : true;
}

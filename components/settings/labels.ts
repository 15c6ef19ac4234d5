import { type PasswordRequirement, postmarkUsername, type SmtpServerRecord } from "@/contract/email-delivery";
import type { EmailProvider, SmtpSecurityMode, SmtpTestStep, serverLimitKinds } from "@/contract/enums";
import { defaultSmtpPorts } from "@/lib/smtp-ports";

export const settingsLabels = {
  project: {
    title: "Project",
    description: "What customers and your team see on pages and in emails.",
    save: "Save changes",
    savedToast: "Project saved",
    waitlistSection: "Waitlist and emails",
    invitesSection: "Invite codes",
    binSection: "Deleted items",
  },
  export: {
    title: "Project export",
    description: "One file with everything in this project, to keep, to read with other tools, or to move to another installation.",
    contents: [
      "Contains settings, codes, claims, leads with their waitlist positions, waves, sends, emails, email templates, imports and activity.",
      "Doesn't contain API keys, passwords, the bin, or your team's accounts.",
      "Contains personal data and isn't encrypted. Keep it safe.",
    ],
    download: "Download project export",
  },
  questions: {
    title: "Questions",
    description:
      "Ask people questions when they join. Answers appear on each lead. You can filter and export them, and use them in emails.",
    save: "Save changes",
    savedToast: "Questions saved",
    conflict: "These questions have changed since you opened this page.",
    none: "No questions yet.",
    question: (number: number) => `Question ${number}`,
    add: "Add question",
    full: (most: number) => `You can ask up to ${most} questions.`,
    moveUp: "Move up",
    moveDown: "Move down",
    remove: "Remove question",
    label: "Question",
    key: (key: string) => `Key: ${key}`,
    type: "Type",
    types: [
      { value: "text" as const, label: "Text" },
      { value: "choice" as const, label: "Choice" },
      { value: "checkbox" as const, label: "Checkbox" },
      { value: "url" as const, label: "URL" },
    ],
    options: "Options",
    optionsHint: "One per line.",
    onJoinForms: "Show on join forms",
    required: "Required",
    requiredHint: "People must answer it to join. A checkbox must be checked.",
  },
  name: { label: "Name" },
  image: {
    tooLarge: (megabytes: number) => `must be at most ${megabytes} MB`,
    unreadable: "must be a PNG, JPEG, WebP or SVG image",
    remove: "Remove",
  },
  logo: {
    label: "Logo",
    hint: "PNG, JPEG, WebP or SVG, up to 20 MB. It's resized to fit.",
    choose: "Choose logo",
    replace: "Replace logo",
    remove: "Remove logo",
  },
  accent: {
    label: "Accent color",
    hint: "Used for buttons, links and outlines.",
    pick: "Pick accent color",
    previewButton: "Button",
    light: "Light",
    dark: "Dark",
    lowContrast: {
      light: (contrast: string, minimum: number) =>
        `Buttons in this color are hard to see on light pages. The contrast is ${contrast}:1 and should be at least ${minimum}:1.`,
      dark: (contrast: string, minimum: number) =>
        `Buttons in this color are hard to see on dark pages. The contrast is ${contrast}:1 and should be at least ${minimum}:1.`,
    },
  },
  timeZone: { label: "Time zone" },
  successMessage: {
    label: "Success message",
    hint: "Shown on the claim page after a code is claimed. If you also set a redirect URL, people read this message first and continue with a button. Leave empty to show the default message.",
  },
  redirectUrl: {
    label: "Redirect URL",
    hint: "Where customers go after a claim: right away, or with a button below your success message. Gatehouse adds a claimToken parameter that your server can exchange for the lead.",
  },
  claimPageUrl: {
    label: "Claim page of your site",
    hint: "The page that links in emails open, if people claim in your own form. Leave empty to use the claim page of Gatehouse.",
  },
  returnUrls: {
    title: "Return URLs",
    description:
      "Apps that send people to the claim or join page can choose one of these URLs with return_to, instead of the redirect URL: those of your other environments, or of an app with a scheme of its own.",
    label: "URLs",
    hint: "One per line, such as https://staging.example.org/welcome or myapp://welcome.",
    save: "Save URLs",
    saved: "Return URLs saved",
  },
  publicPages: {
    title: "Public pages",
    description: "What visitors see on your home page and your join page.",
    save: "Save changes",
    savedToast: "Public pages saved",
    joinSection: "Join page",
    sharingSection: "Sharing",
    preview: "Preview",
    previewFailed: "The preview couldn't be loaded",
    form: "Join page",
    success: "After joining",
    sharedLink: "Shared link",
  },
  homePage: {
    label: "Home page",
    hint: (url: string) => `What visitors see at ${url}. Your team signs in at ${url}sign-in.`,
    options: [
      { value: "join" as const, label: "Join page" },
      { value: "claim" as const, label: "Claim page" },
      { value: "redirect" as const, label: "Redirect to your own site" },
    ],
  },
  homeRedirectUrl: { label: "Redirect to", hint: "Query parameters, such as ?ref=, are passed on." },
  joinHeadline: { label: "Headline" },
  joinText: { label: "Text", hint: "Shown below the headline. Links: [pricing](https://example.org/pricing)." },
  joinSuccessMessage: {
    label: "Join success message",
    hint: "Shown after someone joins, or after they confirm their email if you require that. If you also set a redirect URL, people read this message first and continue with a button.",
  },
  joinRedirectUrl: {
    label: "Join redirect URL",
    hint: "Where people go after they join: right away, or with a button below your success message.",
  },
  joinDescription: { label: "Description", hint: "Shown by search engines, and with links on social networks." },
  socialImage: {
    label: "Social image",
    hint: "Shown with links on social networks. It's cropped to 1200 × 630 pixels.",
    choose: "Choose social image",
    replace: "Replace social image",
    remove: "Remove social image",
  },
  referralPageUrl: {
    label: "Referral page",
    hint: "The page that referral links open, such as a page of your site with the embedded join form. Leave empty to use the join page.",
  },
  consentText: {
    label: "Consent text",
    hint: "People must agree to it in every join form. It's saved with each lead. Links: [terms](https://example.org/terms). Leave empty to skip consent.",
  },
  binDays: {
    label: "Days in the bin",
    hint: "Deleted codes, batches and leads can be restored for this long, up to 90 days. Set to 0 to delete permanently at once.",
  },
  referralBonus: {
    label: "Referral bonus",
    hint: "Positions that a lead moves up for each friend who joins with their link. Set to 0 to turn it off.",
    unconfirmed:
      "Email confirmation is off, so anyone can move up by signing up with made-up email addresses. Turn on “Require email confirmation” below to count only confirmed sign-ups.",
  },
  signUpsOpenAt: {
    label: "Sign-ups open",
    open: "Open now",
    from: (dateTime: string) => `People can join from ${dateTime}.`,
  },
  signUpsCloseAt: {
    label: "Sign-ups close",
    never: "Never close",
    through: (dateTime: string) => `People can join through ${dateTime}.`,
    beforeOpening: "must be after sign-ups open",
  },
  waitlistLimit: {
    label: "Maximum size of the waitlist",
    hint: "When this many people wait, no more can join until someone leaves or is invited. People who haven't confirmed their email yet count, too.",
  },
  signUpsClosedMessage: {
    label: "Message while people can't join",
    hint: "Shown instead of the form before sign-ups open, after they close and while the waitlist is full. You can still add leads.",
  },
  doubleOptIn: {
    label: "Require email confirmation",
    hint: "People join the waitlist, and count as referrals, after they confirm their email. Until then, emails leave out the name that they typed.",
  },
  sendJoinedEmail: {
    label: "Send waitlist email",
    hint: "Tells people their waitlist position and links to their own page.",
  },
  requireClaimConfirmation: {
    label: "Require email confirmation to claim",
    hint: "People finish a claim with a link that we email to them, unless they already opened the link in their email. Claims with your secret key ignore this setting, unless they have requireConfirmation: true.",
  },
  sendClaimedEmail: { label: "Send claim email", hint: "Sends a confirmation when someone claims a code." },
  inviteQuota: {
    label: "Invite codes for each lead",
    hint: "Leads who have claimed a code get this many codes on their own page, up to 50, to pass on to friends. Set to 0 to turn it off.",
    withoutEmail: "The claim email links to their own page. Turn on “Send claim email” above, or show the codes in your app.",
  },
  inviteExpiresAfterDays: {
    label: "Days until invite codes expire",
    hint: "Applies to new invite codes. Leave empty if they don't expire.",
  },
};

export const emailDeliveryLabels = {
  current: {
    title: "Current settings",
    sender: "Sender",
    replyTo: "Replies go to",
    replyToSender: "The sender",
    server: "Mail server",
    noServer: "Not set. Emails are saved to files in the outbox folder and not delivered.",
    unreadableServer: "Unreadable",
    unreadableWarning:
      "The saved mail server can't be read because AUTH_SECRET changed. Emails are queued until you enter the server and its password again, or choose another option under Mail server.",
    linksInEmails: "Links in emails",
    notSetByOwner:
      "Emails to owners, such as password reset links, don't use this mail server, because it isn't known that an owner set it. To use it for them too, an owner must enter the server's password again and save the changes.",
    limits: {
      connections: "The mail server accepts no connection: {response} Emails wait until {until}, then Gatehouse tries again.",
      rate: "The mail server accepts no more emails for now: {response} Emails wait until {until}, then Gatehouse tries again.",
      quota: "The mail server's quota is used up: {response} Emails wait until {until}, then Gatehouse tries again.",
    } satisfies Record<(typeof serverLimitKinds)[number], string>,
    ownersOnly: "Only owners can change these settings, because the mail server receives everyone's password reset links.",
    fromSettings: "From these settings",
    fromInstallation: "From the installation",
  },
  sections: {
    sender: { title: "Sender", description: "Who emails to leads and to your team come from. The test uses the saved mail server." },
    server: {
      title: "Mail server",
      description: "The server that emails to leads and to your team are sent through. The test uses the saved sender, and sends no email.",
    },
    webhooks: {
      title: "Bounces and complaints",
      description: "Your email provider reports bounces and spam complaints. Gatehouse stops emailing these people.",
    },
  },
  form: {
    testConnection: "Test connection",
    testSender: "Test sender",
    nothingToTest: "To test the sender, first save a mail server below.",
    testing: "Testing. This takes up to 15 seconds.",
    save: "Save changes",
    savedToast: "Email delivery saved",
    savedToastDescription: "Emails use the new settings within seconds.",
    conflict: "These settings have changed since you opened this page.",
  },
  sender: {
    label: "Sender",
    hint: "An email, optionally with a name. Leave empty to use the installation's sender:",
    placeholder: "Launch <codes@example.org>",
  },
  replyTo: { label: "Reply-to email", hint: "Leave empty to send replies to the sender." },
  domainHint:
    "To keep emails out of spam, publish SPF, DKIM and DMARC records for the sender's domain. Your email provider tells you which.",
  server: {
    label: "Send through",
    installation: "Mail server of this installation",
    installationHint: "Set with SMTP_URL when Gatehouse was installed.",
    none: "No mail server",
    noneHint: "Emails are saved to files and not delivered.",
    own: "Your own mail server",
    ownHint: "Stored encrypted. The password is never shown again.",
    provider: "Provider",
    otherProvider: "Another provider or your own server",
    host: "Host",
    hostPlaceholder: "smtp.example.org",
    encryption: "Encryption",
    port: "Port",
    user: "Username",
    userHint: "Leave empty if the server doesn't require sign-in.",
    password: "Password",
    keepPasswordHint: "Leave empty to keep the saved password.",
  },
  rate: {
    title: "Sending rate",
    hint: "Spaces out emails to leads to stay within your provider's limits. Leave empty for no limit.",
    emailsPerSecond: "Emails per second",
    emailsPerHour: "Emails per hour",
    none: "No limit",
  },
  webhooks: {
    notSetUp: "Not set up",
    setUp: "Set up",
    newSecret: "A new secret",
    noReports: "Set up, no reports yet",
    lastReport: "Last report",
    remove: "Remove",
    keep: "Keep",
    removed: "The webhook is removed when you save.",
    keepHint: "Leave empty to keep the saved one.",
    copyTarget: (provider: string) => `webhook URL for ${provider}`,
    providers: {
      ses: {
        name: "Amazon SES",
        secret: "ARN of the SNS topic",
        hint: "Save the ARN of the topic that SES publishes bounces and complaints to. Then subscribe this URL to the topic.",
      },
      postmark: {
        name: "Postmark",
        secret: "Password of the webhook",
        hint: `At least 20 characters. Enter it with the username ${postmarkUsername} in the webhook for bounces and spam complaints.`,
      },
      resend: {
        name: "Resend",
        secret: "Signing secret of the webhook",
        hint: "Add a webhook for email.bounced, email.complained and email.suppressed with this URL. Its signing secret starts with whsec_.",
      },
    } satisfies Record<EmailProvider, { name: string; secret: string; hint: string }>,
  },
  testResult: {
    title: "Test result",
    passed: "The connection works.",
    failed: "The connection doesn't work.",
    stepPassed: (step: string) => `${step}, passed: `,
    stepFailed: (step: string) => `${step}, failed: `,
  },
};

export const passwordHints: Readonly<Record<PasswordRequirement, string | undefined>> = {
  not_saved: undefined,
  different_server: "Enter the password again, because the saved one belongs to another host, port or username.",
  unencrypted: "Enter the password again, because the saved one is only used on encrypted connections.",
};

export const securityOptions: readonly { value: SmtpSecurityMode; label: string; hint: string }[] = [
  { value: "starttls", label: "STARTTLS", hint: `Usually port ${defaultSmtpPorts.starttls}` },
  { value: "tls", label: "TLS", hint: `Usually port ${defaultSmtpPorts.tls}` },
  { value: "none", label: "None", hint: "Only for your own network" },
];

const encryptionLabels: Readonly<Record<SmtpSecurityMode, string>> = { starttls: "STARTTLS", tls: "TLS", none: "not encrypted" };

/** The encryption and the username of a server, such as "TLS, signs in as gatehouse". */
export function serverDescription({ security, user }: Omit<SmtpServerRecord, "hasPassword">): string {
  const encryption = security === null ? "STARTTLS if available" : encryptionLabels[security];
  return user === null ? `${encryption}, no sign-in` : `${encryption}, signs in as ${user}`;
}

/** The host and port of a server. IPv6 addresses are in brackets. */
export const serverAddress = ({ host, port }: Omit<SmtpServerRecord, "hasPassword">): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

export const testStepLabels: Readonly<Record<SmtpTestStep, string>> = {
  resolve: "Find the host",
  connect: "Connect",
  encrypt: "Encrypt",
  sign_in: "Sign in",
  sender: "Check the sender",
};

import { type PasswordRequirement, postmarkUsername, type SmtpServerRecord } from "@/contract/email-delivery";
import type { EmailProvider, SmtpSecurityMode, SmtpTestStep } from "@/contract/enums";
import { defaultSmtpPorts } from "@/lib/smtp-ports";

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
      "The saved mail server can't be read because AUTH_SECRET changed. Emails are queued until you enter the server and its password again, or switch to the server from SMTP_URL.",
    notSetByOwner:
      "Emails to owners, such as password reset links, don't use this mail server, because it isn't known that an owner set it. To use it for them too, an owner must enter the server's password again and save the changes.",
    ownersOnly: "Only owners can change these settings, because the mail server receives everyone's password reset links.",
    fromSettings: "From these settings",
    fromVariable: (variable: string) => `From ${variable}`,
  },
  form: {
    title: "Email delivery",
    description: "The sender and the mail server for emails to leads and to your team.",
    test: "Test connection",
    testing: "Testing the connection. This takes up to 15 seconds.",
    save: "Save changes",
    savedToast: "Email delivery saved",
    savedToastDescription: "Emails use the new settings within seconds.",
  },
  sender: {
    label: "Sender",
    hint: "An email, optionally with a name. Leave empty to use MAIL_FROM:",
    placeholder: "The Gate <codes@example.org>",
  },
  replyTo: { label: "Reply-to email", hint: "Leave empty to send replies to the sender." },
  domainHint:
    "To keep emails out of spam, publish SPF, DKIM and DMARC records for the sender's domain. Your email provider tells you which.",
  server: {
    label: "Mail server",
    fromEnvironment: "Use the server from SMTP_URL",
    notInEnvironment: "SMTP_URL isn't set. Emails are saved to files and not delivered.",
    own: "Use another server",
    ownHint: "Stored encrypted. The password is never shown again.",
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
  },
  webhooks: {
    title: "Bounces and complaints",
    hint: "Your email provider reports bounces and spam complaints. Gatehouse stops emailing these people.",
    notSetUp: "Not set up",
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
        hint: "Add a webhook for email.bounced and email.complained with this URL. Its signing secret starts with whsec_.",
      },
    } satisfies Record<EmailProvider, { name: string; secret: string; hint: string }>,
  },
  currentPassword: { label: "Your Gatehouse password", hint: "Confirms that it's you. All owners get an email about the change." },
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
export function serverDescription({ security, user }: SmtpServerRecord): string {
  const encryption = security === null ? "STARTTLS if available" : encryptionLabels[security];
  return user === null ? `${encryption}, no sign-in` : `${encryption}, signs in as ${user}`;
}

/** The host and port of a server. IPv6 addresses are in brackets. */
export const serverAddress = ({ host, port }: SmtpServerRecord): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;

export const testStepLabels: Readonly<Record<SmtpTestStep, string>> = {
  resolve: "Find the host",
  connect: "Connect",
  encrypt: "Encrypt",
  sign_in: "Sign in",
  sender: "Check the sender",
};

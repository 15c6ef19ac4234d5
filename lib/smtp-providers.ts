/** An email provider, and how to send through it. */
export type SmtpProvider = {
  name: string;
  host: string;
  port: number;
  security: "starttls" | "tls";
  /** What the provider uses as the username, and the username itself if it is the same for everyone. */
  userHint: string;
  user?: string;
  /** How many connections the provider takes at once, if it says so and it is less than usual. */
  connections?: number;
  /** How many emails the provider takes, if it is the same for everyone. */
  emailsPerHour?: number;
};

/** Email providers whose settings are known, by name. */
export const smtpProviders: readonly SmtpProvider[] = [
  {
    name: "Amazon SES",
    host: "email-smtp.us-east-1.amazonaws.com",
    port: 587,
    security: "starttls",
    userHint: "The SMTP username that SES created. Replace the region in the host with yours.",
  },
  {
    name: "Brevo",
    host: "smtp-relay.brevo.com",
    port: 587,
    security: "starttls",
    userHint: "The SMTP login of your Brevo account. The password is an SMTP key.",
  },
  {
    name: "Fastmail",
    host: "smtp.fastmail.com",
    port: 465,
    security: "tls",
    userHint: "Your Fastmail email. The password is an app password.",
  },
  {
    name: "Gmail",
    host: "smtp.gmail.com",
    port: 587,
    security: "starttls",
    userHint: "Your Gmail or Google Workspace email. The password is an app password.",
  },
  {
    name: "Google Workspace relay",
    host: "smtp-relay.gmail.com",
    port: 587,
    security: "starttls",
    userHint: "Your Google Workspace email, or empty if the relay allows this server's IP address.",
  },
  { name: "IONOS", host: "smtp.ionos.com", port: 587, security: "starttls", userHint: "The email of the mailbox." },
  {
    name: "Mailgun",
    host: "smtp.mailgun.org",
    port: 587,
    security: "starttls",
    userHint: "The SMTP login of your domain, such as postmaster@mg.example.org. In the EU, the host is smtp.eu.mailgun.org.",
  },
  {
    name: "Mailjet",
    host: "in-v3.mailjet.com",
    port: 587,
    security: "starttls",
    userHint: "Your API key. The password is the secret key.",
  },
  {
    name: "Microsoft 365",
    host: "smtp.office365.com",
    port: 587,
    security: "starttls",
    userHint: "The email of the mailbox. SMTP AUTH must be enabled for it.",
    connections: 3,
    emailsPerHour: 1800,
  },
  { name: "OVHcloud", host: "ssl0.ovh.net", port: 465, security: "tls", userHint: "The email of the mailbox." },
  {
    name: "Postmark",
    host: "smtp.postmarkapp.com",
    port: 587,
    security: "starttls",
    userHint: "The server API token, which is also the password.",
  },
  {
    name: "Resend",
    host: "smtp.resend.com",
    port: 587,
    security: "starttls",
    userHint: "Always resend. The password is an API key.",
    user: "resend",
  },
  {
    name: "SendGrid",
    host: "smtp.sendgrid.net",
    port: 587,
    security: "starttls",
    userHint: "Always apikey. The password is an API key.",
    user: "apikey",
  },
  {
    name: "Zoho Mail",
    host: "smtp.zoho.com",
    port: 587,
    security: "starttls",
    userHint: "Your Zoho email. Outside the US, the host ends with your region, such as smtp.zoho.eu.",
  },
];

/** Returns the provider of a host. */
export const findProvider = (host: string): SmtpProvider | undefined =>
  smtpProviders.find((provider) => provider.host === host.trim().toLowerCase());

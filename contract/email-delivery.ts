import * as z from "zod";
import { endpoint } from "./endpoint";
import { emailSettingSources, serverLimitKinds, smtpSecurityModes, smtpTestSteps } from "./enums";
import { Email, oneOf, singleLineText, Timestamp, wholeNumber } from "./fields";
import { emailReportDays } from "./limits";
import { asciiDomain, describeUnsupportedEmail, normalizeEmail } from "./normalize";
import { recentSignInMinutes } from "./passkeys";
import { Password as CurrentPassword } from "./staff-fields";

/** The ARN of an SNS topic, with its region. */
export const topicArnPattern = /^arn:aws[a-z-]*:sns:([a-z0-9-]+):\d{12}:[\w-]{1,256}(?:\.fifo)?$/;

/** The username of Postmark's webhook. Postmark signs nothing, but sends a username and password. */
export const postmarkUsername = "gatehouse";

/** Splits a sender such as `Name <email>` or a plain email into its parts, without validating them. */
export function parseSender(text: string): { name: string; address: string } {
  const [, name = "", address = text] = /^([^<>]*)<([^<>]*)>\s*$/.exec(text) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address: address.trim() };
}

/** Returns the emails that an email is from and that replies go to. */
export const senderEmails = ({ from, replyTo }: { from: string; replyTo: string | null }): string[] =>
  [parseSender(from).address, replyTo ?? ""].filter((email) => email !== "");

/** Normalizes a sender. Returns null if the email is invalid or the name has characters that email clients misread. */
function normalizeSender(text: string): string | null {
  const { name, address } = parseSender(text);
  const email = normalizeEmail(address);
  const displayName = name.normalize("NFC").replace(/\s+/g, " ").trim();
  if (email === null || /[<>"\\\p{Cc}\p{Cf}]/u.test(displayName)) return null;
  return displayName === "" ? email : `${displayName} <${email}>`;
}

const Sender = singleLineText(400)
  .transform((text, ctx) => {
    const sender = normalizeSender(text);
    if (sender !== null) return sender;
    ctx.addIssue({
      code: "custom",
      message:
        describeUnsupportedEmail(parseSender(text).address) ??
        "must be an email such as codes@example.org, or a name with an email: Example <codes@example.org>",
    });
    return z.NEVER;
  })
  .meta({ override: { type: "string", maxLength: 400 }, example: "Example <codes@example.org>" });

const hostLabel = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Returns a hostname in ASCII, or an IP address without brackets; `null` if it is neither. Names without a dot are allowed for private networks. */
function parseHost(text: string): string | null {
  const host = text
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
  if (z.ipv4().safeParse(host).success || z.ipv6().safeParse(host).success) return host;
  const labels = asciiDomain(host).split(".");
  // Resolvers read a name that ends in a number as an IP address, in surprising ways.
  return labels.every((label) => hostLabel.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "") ? labels.join(".") : null;
}

const Host = singleLineText(253)
  .transform((text, ctx) => {
    const host = parseHost(text);
    if (host !== null) return host;
    ctx.addIssue({ code: "custom", message: "must be a hostname such as smtp.example.org, without smtp:// and without a port" });
    return z.NEVER;
  })
  .meta({ override: { type: "string", maxLength: 253 }, example: "smtp.example.org" });

const Password = z
  .string()
  .min(1, "must not be empty")
  .max(1000, "must be at most 1000 characters")
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "must not contain control characters or invalid Unicode")
  .meta({ override: { type: "string", minLength: 1, maxLength: 1000 } });

const Security = oneOf(smtpSecurityModes);

export const SmtpServerBody = z
  .strictObject({
    host: Host,
    port: wholeNumber(65_535),
    security: Security.meta({
      description: "`starttls`: requires STARTTLS. `tls`: uses TLS from the start. `none`: no encryption.",
    }),
    user: singleLineText(320)
      .transform((text) => text || null)
      .nullable()
      .optional()
      .meta({ description: "The username for the server. Without one, no sign-in is attempted." }),
    password: Password.nullable()
      .transform((text) => text ?? undefined)
      .optional()
      .meta({
        description:
          "The password for the server. Omit it to keep the saved password. Required if you change the host, port or username, or turn off encryption.",
      }),
  })
  .refine(({ user, password }) => password === undefined || (user ?? null) !== null, {
    path: ["user"],
    message: "is required with a password",
  });

/** A mail server in a response, never with its password. */
const SmtpServerRecord = z.object({
  host: z.string(),
  port: z.number().int(),
  security: Security.nullable().meta({
    description: "`null` if STARTTLS is only used when the server offers it. Only `SMTP_URL` can configure this.",
  }),
  user: z.string().nullable(),
  hasPassword: z.boolean(),
});
export type SmtpServerRecord = z.output<typeof SmtpServerRecord>;

/** Why a saved password can't be used: none is saved, or it belongs to a different server, or it would be sent unencrypted. */
export type PasswordRequirement = "not_saved" | "different_server" | "unencrypted";

/** Returns why the password must be entered, or `null` if the saved one can be used. The saved password is only ever sent to the server it was saved for. */
export function getPasswordRequirement(
  next: Omit<SmtpServerRecord, "hasPassword">,
  saved: SmtpServerRecord | null,
): PasswordRequirement | null {
  if (!saved?.hasPassword) return "not_saved";
  if (saved.host !== next.host || saved.port !== next.port || saved.user !== next.user) return "different_server";
  return next.security === "none" && saved.security !== "none" ? "unencrypted" : null;
}

const source = z.enum(emailSettingSources).meta({
  description:
    "Where the value comes from. `settings`: these settings. `environment`: the environment variables `SMTP_URL` and `MAIL_FROM`.",
});

const Webhook = z.object({
  url: z.string().meta({ description: "The URL to enter at the provider." }),
  isSetUp: z.boolean(),
  lastReportAt: Timestamp.nullable().meta({
    description: `When the provider last reported something, in the last ${emailReportDays} days.`,
  }),
});

const removesWebhook = "`null` removes the webhook.";

const WebhookSecrets = z.strictObject({
  ses: singleLineText(400)
    .refine((text) => topicArnPattern.test(text), "must be the ARN of an SNS topic, such as arn:aws:sns:us-east-1:123456789012:bounces")
    .nullable()
    .optional()
    .meta({ description: `The ARN of the SNS topic that Amazon SES publishes to. ${removesWebhook}` }),
  postmark: Password.refine((text) => text.length >= 20, "must be at least 20 characters")
    .nullable()
    .optional()
    .meta({ description: `The password of the webhook; its username is \`${postmarkUsername}\`. ${removesWebhook}` }),
  resend: singleLineText(400)
    .refine((text) => /^whsec_[A-Za-z0-9+/=]{20,300}$/.test(text), "must be the signing secret of the webhook, which starts with whsec_")
    .nullable()
    .optional()
    .meta({ description: `The signing secret of the webhook. ${removesWebhook}` }),
});

const Rate = (max: number) => wholeNumber(max).nullable();

export const EmailDeliverySettings = z
  .object({
    sender: z.object({ value: z.string(), source }).meta({ description: "The sender of all emails." }),
    replyTo: z
      .object({ value: z.string().nullable(), source })
      .meta({ description: "Where replies are sent. If `value` is `null`, they're sent to the sender." }),
    server: z
      .object({
        value: SmtpServerRecord.nullable().meta({ description: "`null` if no server is set, or if the saved server can't be read." }),
        source,
        setByOwner: z.boolean().meta({
          description:
            "Whether an owner set the server. If not, emails to owners, such as password reset links, use the server from the environment until an owner sets it again. `true` for the server from the environment.",
        }),
        unreadable: z.boolean().meta({
          description:
            "Whether the saved server can't be decrypted because `AUTH_SECRET` changed. Emails stay queued until you enter the server again.",
        }),
      })
      .meta({ description: "The mail server. Without one, emails are saved to files." }),
    limit: z
      .object({
        kind: z.enum(serverLimitKinds).meta({ description: "`quota` is a limit for a day or a month, `rate` one for a shorter time." }),
        until: Timestamp,
        response: z.string().meta({ description: "What the server answered." }),
      })
      .nullable()
      .meta({
        description:
          "The limit of the mail server because of which emails wait. They are tried again at `until`. `null` if they don't wait.",
      }),
    emailsPerSecond: z.number().int().nullable().meta({ description: "How many emails to leads are sent per second at most." }),
    emailsPerHour: z.number().int().nullable().meta({ description: "How many emails to leads are sent per hour at most." }),
    webhooks: z
      .object({
        ses: Webhook.extend({ topicArn: z.string().nullable().meta({ description: "The ARN of the SNS topic." }) }),
        postmark: Webhook,
        resend: Webhook,
      })
      .meta({ description: "The webhooks of email providers that report bounces and complaints." }),
    environment: z
      .object({ sender: z.string(), server: SmtpServerRecord.nullable() })
      .meta({ description: "The values from the environment, which are used for settings that you don't set." }),
  })
  .meta({ id: "EmailDeliverySettings" });
export type EmailDeliverySettings = z.output<typeof EmailDeliverySettings>;

const server = { host: "smtp.example.org", port: 587, security: "starttls", user: "gatehouse" } as const;

const topicArn = "arn:aws:sns:us-east-1:123456789012:bounces";

const example: EmailDeliverySettings = {
  sender: { value: "Example <codes@example.org>", source: "settings" },
  replyTo: { value: null, source: "environment" },
  server: { value: { ...server, hasPassword: true }, source: "settings", setByOwner: true, unreadable: false },
  limit: null,
  emailsPerSecond: 10,
  emailsPerHour: null,
  webhooks: {
    ses: { url: "https://codes.example.org/api/inbound/ses", isSetUp: true, lastReportAt: "2026-11-21T12:00:00.000Z", topicArn },
    postmark: { url: "https://codes.example.org/api/inbound/postmark", isSetUp: false, lastReportAt: null },
    resend: { url: "https://codes.example.org/api/inbound/resend", isSetUp: false, lastReportAt: null },
  },
  environment: { sender: "Gatehouse <gatehouse@localhost>", server: null },
};

export const getEmailDeliveryEndpoint = endpoint({
  method: "GET",
  path: "/project/email-delivery",
  tag: "Project",
  summary: "Get email delivery settings",
  access: ["admin"],
  reply: EmailDeliverySettings,
  errors: [],
  example: { reply: example },
});

/** The settings as the form of a request has them. What is secret is only known to be set up. */
const ExpectedSettings = z
  .strictObject({
    sender: z.string().nullable(),
    replyTo: z.string().nullable(),
    server: z.strictObject({ host: z.string(), port: z.number().int(), security: Security, user: z.string().nullable() }).nullable(),
    emailsPerSecond: z.number().int().nullable(),
    emailsPerHour: z.number().int().nullable(),
    webhooks: z
      .strictObject({ ses: z.string().nullable(), postmark: z.boolean(), resend: z.boolean() })
      .partial()
      .meta({ description: "The `topicArn` of `ses`, and `isSetUp` of the others." }),
  })
  .partial();

const nullUsesEnvironment = "`null` uses the value from the environment.";

export const updateEmailDeliveryEndpoint = endpoint({
  method: "PATCH",
  path: "/project/email-delivery",
  tag: "Project",
  summary: "Update email delivery settings",
  description:
    "Only owners can call this, because the mail server receives their password reset links. Fields you leave out don't change. All owners get an email about the change, through the previous server. The worker applies changes within seconds. Passwords are stored encrypted and never returned.",
  access: ["owner"],
  body: z.strictObject({
    expected: ExpectedSettings.optional().meta({
      description:
        "The values you last read, and `null` for those from the environment. If a setting that you update has changed since then, the request returns `project_changed` and nothing is updated.",
    }),
    sender: Sender.nullable().optional().meta({ description: nullUsesEnvironment }),
    replyTo: Email.nullable().optional().meta({ description: "Where replies are sent. `null` sends them to the sender." }),
    server: SmtpServerBody.nullable().optional().meta({ description: nullUsesEnvironment }),
    emailsPerSecond: Rate(1000).optional().meta({ description: "`null` removes the limit." }),
    emailsPerHour: Rate(1_000_000).optional().meta({ description: "`null` removes the limit." }),
    webhooks: WebhookSecrets.optional().meta({ description: "Webhooks you leave out don't change." }),
    currentPassword: CurrentPassword.optional().meta({
      description: `Your own password. You can leave it out within ${recentSignInMinutes} minutes after you sign in.`,
    }),
  }),
  reply: EmailDeliverySettings,
  errors: ["project_changed", "invalid_password", "confirmation_required", "too_many_requests"],
  example: {
    body: {
      sender: "Example <codes@example.org>",
      server: { ...server, password: "open sesame" },
      emailsPerSecond: 10,
      webhooks: { ses: topicArn },
    },
    reply: example,
  },
});

/** How often a project can test email delivery. */
export const smtpTestLimit = { limit: 20, windowSeconds: 3600 } as const;

export const SmtpTestReply = z
  .object({
    passed: z.boolean(),
    steps: z
      .array(
        z.object({
          step: z.enum(smtpTestSteps),
          passed: z.boolean(),
          message: z.string(),
          response: z.string().nullable().meta({ description: "The server's response, shortened. `null` if there was none." }),
        }),
      )
      .meta({ description: "The steps of the test, in order. If a step fails, the test ends." }),
  })
  .meta({ id: "EmailDeliveryTest" });
export type SmtpTestReply = z.output<typeof SmtpTestReply>;

export const testEmailDeliveryEndpoint = endpoint({
  method: "POST",
  path: "/project/email-delivery/test",
  tag: "Project",
  summary: "Test email delivery settings",
  description: `Connects to the server, signs in and announces the sender, without sending an email. For fields you omit, the current settings are used. Takes at most 15 seconds. Limited to ${smtpTestLimit.limit} tests per hour.`,
  access: ["owner"],
  body: updateEmailDeliveryEndpoint.body.pick({ sender: true, server: true }),
  reply: SmtpTestReply,
  errors: ["too_many_requests"],
  example: {
    body: { server: { ...server, password: "open sesame" } },
    reply: {
      passed: false,
      steps: [
        { step: "resolve", passed: true, message: "Found smtp.example.org.", response: null },
        { step: "connect", passed: true, message: "Connected on port 587.", response: null },
        { step: "encrypt", passed: true, message: "The connection is encrypted and the certificate is valid.", response: null },
        {
          step: "sign_in",
          passed: false,
          message:
            "The server rejected the sign-in for gatehouse. Check the username and password. Some providers require an app password.",
          response: "535 5.7.8 Authentication failed",
        },
      ],
    },
  },
});

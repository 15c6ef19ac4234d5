import { z } from "zod";
import { endpoint } from "./endpoint";
import { count, Email, line } from "./fields";
import { mailSources, mailTestSteps, smtpSecurities } from "./kinds";
import { asciiDomain, normaliseSender } from "./text";

const Sender = line(400)
  .transform((text, ctx) => {
    const sender = normaliseSender(text);
    if (sender !== null) return sender;
    ctx.addIssue({
      code: "custom",
      message: "must be an address such as codes@example.org, or a name with it: The Gate <codes@example.org>",
    });
    return z.NEVER;
  })
  .meta({ override: { type: "string", maxLength: 400 }, example: "The Gate <codes@example.org>" });

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** A host's name in ASCII, or its IP address without brackets; null where it is neither. Names without a dot are those of one's own network. */
function hostOf(text: string): string | null {
  const bare = text
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
  if (z.ipv4().safeParse(bare).success || z.ipv6().safeParse(bare).success) return bare;
  const labels = asciiDomain(bare).split(".");
  // What ends in a number is read as an address in ways that few expect.
  return labels.every((each) => label.test(each)) && !/^\d+$/.test(labels.at(-1) ?? "") ? labels.join(".") : null;
}

const Host = line(253)
  .transform((text, ctx) => {
    const host = hostOf(text);
    if (host !== null) return host;
    ctx.addIssue({ code: "custom", message: "must be a host alone, such as smtp.example.org, without smtp:// and port" });
    return z.NEVER;
  })
  .meta({ override: { type: "string", maxLength: 253 }, example: "smtp.example.org" });

const Password = z
  .string()
  .min(1, "must not be empty")
  .max(1000, "must be at most 1000 characters")
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "must not contain control characters or broken Unicode")
  .meta({ override: { type: "string", minLength: 1, maxLength: 1000 } });

const Security = z.enum(smtpSecurities, `must be one of ${smtpSecurities.join(", ")}`);

/** A mail server as it is asked for. */
export const MailServerBody = z
  .strictObject({
    host: Host,
    port: count(65_535),
    security: Security.meta({
      description: "`starttls` insists on STARTTLS, `tls` begins with TLS, `none` encrypts nothing.",
    }),
    user: line(320)
      .transform((text) => text || null)
      .nullable()
      .optional()
      .meta({ description: "Whom to sign in as; without one nobody signs in." }),
    password: Password.nullable()
      .transform((text) => text ?? undefined)
      .optional()
      .meta({
        description:
          "Left out, the kept one stays, as long as host, port and user name are the same and the connection is not made one without encryption.",
      }),
  })
  .refine(({ user, password }) => password === undefined || (user ?? null) !== null, {
    path: ["user"],
    message: "is needed where there is a password",
  });

/** A mail server as answers show it: never with its password. */
const MailServerRecord = z.object({
  host: z.string(),
  port: z.number().int(),
  security: Security.nullable().meta({
    description: "Null where STARTTLS is used as the server offers it, which an `SMTP_URL` may ask for.",
  }),
  user: z.string().nullable(),
  hasPassword: z.boolean(),
});
export type MailServerRecord = z.output<typeof MailServerRecord>;

/** Why the kept password of a server does not go with another one: there is none, it is for another server or user, or for an encrypted way. */
export type PasswordNeed = "none_kept" | "for_another" | "for_encrypted";

/**
 * Why the password of a server must be typed, or null where the kept server's goes with it: that goes to nobody but the server it was kept for,
 * and to nobody on the way there.
 */
export function whyPasswordNeeded(asked: Omit<MailServerRecord, "hasPassword">, kept: MailServerRecord | null): PasswordNeed | null {
  if (!kept?.hasPassword) return "none_kept";
  if (kept.host !== asked.host || kept.port !== asked.port || kept.user !== asked.user) return "for_another";
  return asked.security === "none" && kept.security !== "none" ? "for_encrypted" : null;
}

const source = z.enum(mailSources).meta({ description: "`environment`: from `SMTP_URL` and `MAIL_FROM`." });

export const MailSettings = z
  .object({
    sender: z.object({ value: z.string(), source }),
    replyTo: z.object({ value: z.string().nullable(), source }).meta({ description: "Where answers go; to the sender where it is null." }),
    server: z
      .object({
        value: MailServerRecord.nullable().meta({ description: "Null where there is none, and where it cannot be read." }),
        source,
        unreadable: z.boolean().meta({
          description:
            "Whether the server of the settings cannot be read, as `AUTH_SECRET` has changed: mail waits until it is given again.",
        }),
      })
      .meta({ description: "Without one, messages are kept as files." }),
    environment: z
      .object({ sender: z.string(), server: MailServerRecord.nullable() })
      .meta({ description: "What holds where the settings say nothing." }),
  })
  .meta({ id: "MailSettings" });
export type MailSettings = z.output<typeof MailSettings>;

const server = { host: "smtp.example.org", port: 587, security: "starttls", user: "gatehouse" } as const;

const example: MailSettings = {
  sender: { value: "The Gate <codes@example.org>", source: "settings" },
  replyTo: { value: null, source: "environment" },
  server: { value: { ...server, hasPassword: true }, source: "settings", unreadable: false },
  environment: { sender: "Gatehouse <gatehouse@localhost>", server: null },
};

export const findMailSettingsEndpoint = endpoint({
  method: "GET",
  path: "/project/mail",
  tag: "Project",
  summary: "Look up how mail is sent",
  access: ["admin"],
  reply: MailSettings,
  errors: [],
  example: { reply: example },
});

const orEnvironment = "What the environment says where it is null.";

export const changeMailSettingsEndpoint = endpoint({
  method: "PATCH",
  path: "/project/mail",
  tag: "Project",
  summary: "Change how mail is sent",
  description: "What is not given stays. The worker takes it up within seconds; passwords are stored sealed and never answered.",
  access: ["admin"],
  body: z.strictObject({
    sender: Sender.nullable().optional().meta({ description: orEnvironment }),
    replyTo: Email.nullable().optional(),
    server: MailServerBody.nullable().optional().meta({ description: orEnvironment }),
  }),
  reply: MailSettings,
  errors: [],
  example: { body: { sender: "The Gate <codes@example.org>", server: { ...server, password: "open sesame" } }, reply: example },
});

/** How often a project's connections may be tested. */
export const mailServerTestLimit = { most: 20, seconds: 3600 } as const;

export const MailTest = z
  .object({
    works: z.boolean(),
    steps: z
      .array(
        z.object({
          step: z.enum(mailTestSteps),
          passed: z.boolean(),
          message: z.string(),
          said: z.string().nullable().meta({ description: "The server's own words, shortened." }),
        }),
      )
      .meta({ description: "What was tried, in its order; the first that failed is the last." }),
  })
  .meta({ id: "MailTest" });
export type MailTest = z.output<typeof MailTest>;

export const testMailServerEndpoint = endpoint({
  method: "POST",
  path: "/project/mail/test",
  tag: "Project",
  summary: "Test a mail server",
  description: `Connects, signs in and names the sender, and sends nothing. What is not given is what holds now, as for changing. Answers within 15 seconds, at most ${mailServerTestLimit.most} times an hour.`,
  access: ["admin"],
  body: changeMailSettingsEndpoint.body.pick({ sender: true, server: true }),
  reply: MailTest,
  errors: ["too_many_requests"],
  example: {
    body: { server: { ...server, password: "open sesame" } },
    reply: {
      works: false,
      steps: [
        { step: "find", passed: true, message: "smtp.example.org is found.", said: null },
        { step: "connect", passed: true, message: "Port 587 answers.", said: null },
        { step: "encrypt", passed: true, message: "The connection is encrypted, and the certificate is good.", said: null },
        {
          step: "sign_in",
          passed: false,
          message: "The server refused to sign gatehouse in. Check the user name and the password.",
          said: "535 5.7.8 Authentication failed",
        },
      ],
    },
  },
});

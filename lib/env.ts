import { isIP } from "node:net";
import { z } from "zod";

const optional = <S extends z.ZodType>(schema: S) => z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
const withDefault = <S extends z.ZodType>(schema: S, value: z.input<S>) =>
  z.preprocess((given) => (given === undefined || given === "" ? value : given), schema);

const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(error).int(error).min(least, error).max(most, error);
};

const webAddress = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://codes.example.org" })
  .transform((value) => value.replace(/\/+$/, ""));

const proxyRanges = ["loopback", "linklocal", "uniquelocal"];
const isProxy = (entry: string) => {
  const [address = "", bits, ...rest] = entry.split("/");
  const kind = isIP(address);
  return (
    proxyRanges.includes(entry) ||
    (kind > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))))
  );
};
const proxies = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine((entries) => entries.every(isProxy), "must be addresses, ranges such as 10.0.0.0/8, or loopback, separated by commas");

/** Settings that mean nothing without each other. */
const together = [
  ["OWNER_EMAIL", "OWNER_PASSWORD"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
] as const;

/** Every environment variable Gatehouse reads, with its default; `.env.example` says what each is for. */
const Environment = z
  .object({
    PORT: withDefault(wholeNumber(1, 65535), 3000),
    APP_URL: optional(webAddress),
    DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: "must be postgres://user:password@host:port/database" })),
    DATA_DIR: withDefault(z.string(), ".data"),
    PUBLIC_KEY: optional(z.string().regex(/^pk_[0-9A-Za-z]{32}$/, "must be pk_ and 32 letters and digits")),
    SECRET_KEY: optional(z.string().regex(/^sk_[0-9A-Za-z]{40}$/, "must be sk_ and 40 letters and digits")),
    SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: "must be smtp://user:password@host:port or smtps://…" })),
    MAIL_FROM: withDefault(
      z.string().regex(/^[^\r\n]*@[^\r\n]*$/, "must be an address, with or without a name before it"),
      "Gatehouse <gatehouse@localhost>",
    ),
    AUTH_SECRET: optional(z.string().min(32, "must be at least 32 characters")),
    OWNER_EMAIL: optional(z.string().regex(/^[^@\s]+@[^@\s]+$/, "must be an e-mail address")),
    OWNER_PASSWORD: optional(z.string().min(10, "must have at least 10 characters").max(200, "must be at most 200 characters")),
    OIDC_ISSUER: optional(webAddress),
    OIDC_CLIENT_ID: optional(z.string()),
    OIDC_CLIENT_SECRET: optional(z.string()),
    OIDC_NAME: withDefault(z.string().max(40, "must be at most 40 characters"), "Single sign-on"),
    GITHUB_CLIENT_ID: optional(z.string()),
    GITHUB_CLIENT_SECRET: optional(z.string()),
    GOOGLE_CLIENT_ID: optional(z.string()),
    GOOGLE_CLIENT_SECRET: optional(z.string()),
    WEB_PROCESSES: withDefault(wholeNumber(1, 64), 1),
    WORKER: withDefault(z.enum(["on", "off"]), "on"),
    LOG_LEVEL: withDefault(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]), "info"),
    TRUSTED_PROXIES: withDefault(proxies, ""),
  })
  .superRefine((value, ctx) => {
    for (const group of together) {
      const given = group.filter((name) => value[name] !== undefined);
      const missing = group.filter((name) => value[name] === undefined);
      for (const name of given.length > 0 ? missing : [])
        ctx.addIssue({ code: "custom", path: [name], message: `is needed as well, since ${given[0]} is given` });
    }
  })
  .transform((value) => ({ ...value, APP_URL: value.APP_URL ?? `http://localhost:${value.PORT}` }));

export type Env = z.output<typeof Environment>;

/** Thrown when the environment is wrong; `message` is a list a person can act on, without the values. */
export class InvalidEnvironment extends Error {}

/** Reads and checks the environment. Throws `InvalidEnvironment` naming every variable that is wrong. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const result = Environment.safeParse(source);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new InvalidEnvironment(`These settings need mending (in the environment or in .env):\n${lines.join("\n")}`);
}

let known: Env | undefined;

/** The checked environment of this process, read once. */
export function env(): Env {
  known ??= readEnv();
  return known;
}

/** The whole address of a page (`/claim`), as mail, pictures and other sites need it. */
export const pageAddress = (page: string): string => `${env().APP_URL}${page}`;

/** The secret behind sessions and everything sealed. */
export function authSecret(): string {
  const secret = env().AUTH_SECRET;
  if (secret === undefined) throw new Error("AUTH_SECRET is not set; `npm start` sets it");
  return secret;
}

/** A variable that is no setting of Gatehouse's own, such as PATH or CI. */
export function inherited(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** Tells next-auth, which reads this variable itself and nothing else, where people reach us: identity providers send them back there. */
export function tellNextAuth({ APP_URL }: Env): void {
  process.env.NEXTAUTH_URL = APP_URL;
}

/** The environment for a child process: this one's, and what is given over it; `undefined` takes a variable away. */
export function environmentWith(given: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return { ...process.env, ...given };
}

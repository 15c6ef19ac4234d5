import * as z from "zod";
import { parseNamedHost } from "./internal-hosts";
import { isIpRange } from "./ip-network";
import { publicKeyPattern, secretKeyPattern } from "./key-patterns";

const optional = <S extends z.ZodType>(schema: S) => z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
const withDefault = <S extends z.ZodType>(schema: S, defaultValue: z.input<S>) =>
  z.preprocess((value) => (value === undefined || value === "" ? defaultValue : value), schema);

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error);
};

const webUrl = z
  .url({ protocol: /^https?$/, error: "must be a URL such as https://codes.example.org" })
  .transform((value) => value.replace(/\/+$/, ""));

const proxyRanges = ["loopback", "linklocal", "uniquelocal"];
const isProxyEntry = (entry: string) => proxyRanges.includes(entry) || isIpRange(entry);
const proxyList = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine(
    (entries) => entries.every(isProxyEntry),
    "must be a comma-separated list of IP addresses, ranges such as 10.0.0.0/8, or loopback",
  );

const hostList = z.string().transform((value, ctx) =>
  value
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean)
    .flatMap((entry) => {
      const host = parseNamedHost(entry);
      if (host === null) ctx.addIssue({ code: "custom", message: "must be a comma-separated list of hosts, such as hooks.internal:8080" });
      return host ?? [];
    }),
);

const secretList = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((secret) => secret.trim())
      .filter(Boolean),
  )
  .refine(
    (secrets) => secrets.every((secret) => secret.length >= 32),
    "must be a comma-separated list of secrets of at least 32 characters",
  );

/** Variables that must be set together. */
const requiredTogether = [
  ["OWNER_EMAIL", "OWNER_PASSWORD"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
] as const;

const sampleShare = z.coerce.number("must be a number from 0 to 1").min(0, "must be at least 0").max(1, "must be at most 1");

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: "must be postgres://user:password@host:port/database" });

/** Every setting of Gatehouse with its default. `.env.example` explains them. */
const Environment = z
  .object({
    PORT: withDefault(wholeNumber(1, 65535), 3000),
    HOST: optional(z.union([z.ipv4(), z.ipv6(), z.literal("localhost")], "must be an IP address of this machine, such as 127.0.0.1")),
    APP_URL: optional(webUrl),
    DATABASE_URL: optional(databaseUrl),
    MIGRATION_DATABASE_URL: optional(databaseUrl),
    DATA_DIR: withDefault(z.string(), ".data"),
    PUBLIC_KEY: optional(z.string().regex(publicKeyPattern, "must be pk_ followed by 32 letters or digits")),
    SECRET_KEY: optional(z.string().regex(secretKeyPattern, "must be sk_ followed by 40 letters or digits")),
    SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: "must be smtp://user:password@host:port or smtps://…" })),
    MAIL_FROM: withDefault(
      z.string().regex(/^[^\r\n]*@[^\r\n]*$/, "must be an email address, or a name followed by an email address in angle brackets"),
      "Gatehouse <gatehouse@localhost>",
    ),
    AUTH_SECRET: optional(z.string().min(32, "must be at least 32 characters")),
    AUTH_SECRET_PREVIOUS: withDefault(secretList, ""),
    OWNER_EMAIL: optional(z.string().regex(/^[^@\s]+@[^@\s]+$/, "must be an email address")),
    OWNER_PASSWORD: optional(z.string().min(10, "must be at least 10 characters").max(200, "must be at most 200 characters")),
    OIDC_ISSUER: optional(webUrl),
    OIDC_CLIENT_ID: optional(z.string()),
    OIDC_CLIENT_SECRET: optional(z.string()),
    OIDC_NAME: withDefault(z.string().max(40, "must be at most 40 characters"), "Single sign-on"),
    GITHUB_CLIENT_ID: optional(z.string()),
    GITHUB_CLIENT_SECRET: optional(z.string()),
    GOOGLE_CLIENT_ID: optional(z.string()),
    GOOGLE_CLIENT_SECRET: optional(z.string()),
    DRAIN_SECONDS: withDefault(wholeNumber(0, 300), 0),
    WEB_PROCESSES: withDefault(wholeNumber(1, 64), 1),
    WORKER: withDefault(z.enum(["on", "off"]), "on"),
    METRICS_TOKEN: optional(z.string().min(16, "must be at least 16 characters")),
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/, error: "must be a URL such as http://localhost:4318" })),
    OTEL_TRACES_SAMPLER_ARG: withDefault(sampleShare, 1),
    DAILY_BACKUPS: withDefault(wholeNumber(0, 365), 0),
    BACKUP_PASSPHRASE: optional(z.string()),
    COOKIE_NAME: withDefault(z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, "must be lowercase letters, digits and hyphens"), "gatehouse"),
    LOG_LEVEL: withDefault(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]), "info"),
    TRUSTED_PROXIES: withDefault(proxyList, ""),
    WEBHOOK_ALLOWED_HOSTS: withDefault(hostList, ""),
    WEBHOOK_ALLOW_HTTP: withDefault(
      z.enum(["true", "false"]).transform((value) => value === "true"),
      "false",
    ),
  })
  .superRefine((value, ctx) => {
    for (const group of requiredTogether) {
      const present = group.filter((name) => value[name] !== undefined);
      const missing = group.filter((name) => value[name] === undefined);
      for (const name of present.length > 0 ? missing : [])
        ctx.addIssue({ code: "custom", path: [name], message: `is required because ${present[0]} is set` });
    }
  })
  .transform((value) => ({ ...value, APP_URL: value.APP_URL ?? `http://localhost:${value.PORT}` }));

export type Env = z.output<typeof Environment>;

/** Thrown for invalid settings. The message lists the problems without the values. */
export class InvalidEnvironmentError extends Error {}

/** Reads and validates the environment. Throws `InvalidEnvironmentError` with every invalid variable. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const result = Environment.safeParse(source);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new InvalidEnvironmentError(`Invalid settings in the environment or .env:\n${lines.join("\n")}`);
}

let cachedEnv: Env | undefined;

/** Returns the validated environment of this process. Reads it once. */
export function env(): Env {
  cachedEnv ??= readEnv();
  return cachedEnv;
}

/** Returns the absolute URL of a path such as `/claim`. */
export const pageUrl = (path: string): string => `${env().APP_URL}${path}`;

/** Returns the secret that signs sessions and encrypts stored secrets. Throws if it is not set. */
export function authSecret(): string {
  const secret = env().AUTH_SECRET;
  if (secret === undefined) throw new Error("AUTH_SECRET is not set");
  return secret;
}

/** Gives this process the URL of the installation that it starts, and its secret unless it has one. */
export function setInstallation({ APP_URL, AUTH_SECRET }: { APP_URL: string; AUTH_SECRET: string | undefined }): void {
  const current = env();
  current.APP_URL = APP_URL;
  current.AUTH_SECRET ??= AUTH_SECRET;
}

/** Returns the secrets that can be read with: the current one, then earlier ones. */
export const authSecrets = (): string[] => [authSecret(), ...env().AUTH_SECRET_PREVIOUS];

/** Reads a variable that is not a setting of Gatehouse, such as CI, or a setting for a command with defaults of its own, such as the demo. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** Returns the folder of the build, relative to that of package.json. */
export const buildFolder = (): string => environmentVariable("NEXT_DIST_DIR") ?? ".next";

/** Sets what next-auth and Next read only from variables. */
export function setFrameworkVariables({ APP_URL }: Env): void {
  // The URL that identity providers redirect to.
  process.env.NEXTAUTH_URL = APP_URL;
  // Lets Node read next.config.ts, as `--experimental-next-config-strip-types` does. Next's compiler takes 23 MB and 0.3 s.
  process.env.__NEXT_NODE_NATIVE_TS_LOADER_ENABLED = "true";
}

/** Returns the environment for a child process: this process's, with `overrides`. `undefined` removes a variable. */
export function childEnvironment(overrides: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return { ...process.env, ...overrides };
}

/** Returns the environment for a child process that must not know the settings and secrets of this one. */
export const isolatedEnvironment = (): NodeJS.ProcessEnv => ({
  NODE_ENV: process.env.NODE_ENV,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  TZ: "UTC",
});

import { parseConnectionUrl } from "nodemailer/lib/shared";
import { defaultSmtpPorts } from "./smtp-ports";

const encryption = {
  starttls: { secure: false, requireTLS: true },
  tls: { secure: true },
  none: { secure: false, ignoreTLS: true },
} as const;

type Security = keyof typeof encryption;

/** A mail server from the project's settings. */
export type SmtpServerSettings = { host: string; port: number; security: Security; user: string | null; password: string | null };

/** A mail server from the settings, or from SMTP_URL. */
export type SmtpServer = SmtpServerSettings | { url: string };

/** The connection options of nodemailer, which it also parses from URLs. */
type SmtpConnectionOptions = {
  host?: string;
  port?: number | string;
  secure?: boolean;
  requireTLS?: boolean;
  ignoreTLS?: boolean;
  tls?: { rejectUnauthorized?: boolean };
  auth?: { user?: string; pass?: string };
};

/** Returns nodemailer's connection options for a server. SMTP_URL with a password requires encryption, unless it has `?insecure=true`. */
export function smtpConnectionOptions(server: SmtpServer): SmtpConnectionOptions {
  if ("url" in server) {
    const { insecure, ...options } = parseConnectionUrl(server.url) as SmtpConnectionOptions & { insecure?: unknown };
    const requiresTls = options.auth !== undefined && !options.secure && !options.ignoreTLS && String(insecure) !== "true";
    return requiresTls ? { ...options, requireTLS: true } : options;
  }
  const { host, port, security, user, password } = server;
  return { host, port, ...encryption[security], ...(user === null ? {} : { auth: { user, pass: password ?? "" } }) };
}

/** Describes a server without its password. */
export function smtpServerSummary(server: SmtpServer) {
  const { host = "localhost", port, secure, requireTLS, ignoreTLS } = smtpConnectionOptions(server);
  const { user, pass } = smtpCredentials(server);
  const security: Security | null = secure ? "tls" : requireTLS ? "starttls" : ignoreTLS ? "none" : null;
  return {
    host,
    port: Number(port) || (secure ? defaultSmtpPorts.tls : defaultSmtpPorts.starttls),
    security,
    user: user || null,
    hasPassword: pass !== "",
  };
}

/** Whether the server's certificate is checked; SMTP_URL can turn that off. */
export const verifiesCertificate = (server: SmtpServer): boolean => smtpConnectionOptions(server).tls?.rejectUnauthorized !== false;

/** Returns the username and password, or "" if not set. */
export function smtpCredentials(server: SmtpServer): { user: string; pass: string } {
  const { user = "", pass = "" } = smtpConnectionOptions(server).auth ?? {};
  return { user, pass };
}

import { parseConnectionUrl } from "nodemailer/lib/shared";
import { usualPorts } from "./smtp-ports";

const encryption = {
  starttls: { secure: false, requireTLS: true },
  tls: { secure: true },
  none: { secure: false, ignoreTLS: true },
} as const;

/** How the way to a server is encrypted. */
type Security = keyof typeof encryption;

/** A mail server of the settings, with all it takes to use it. */
export type KeptServer = { host: string; port: number; security: Security; user: string | null; password: string | null };

/** A mail server: of the settings, or as the environment names it. */
export type MailServer = KeptServer | { url: string };

/** The way to a server and who signs in there, as nodemailer goes by it: an address such as SMTP_URL says it in its own way. */
type Way = {
  host?: string;
  port?: number | string;
  secure?: boolean;
  requireTLS?: boolean;
  ignoreTLS?: boolean;
  tls?: { rejectUnauthorized?: boolean };
  auth?: { user?: string; pass?: string };
};

/** The way to a server, whoever names it. */
export function wayTo(server: MailServer): Way {
  if ("url" in server) return parseConnectionUrl(server.url) as Way;
  const { host, port, security, user, password } = server;
  return { host, port, ...encryption[security], ...(user === null ? {} : { auth: { user, pass: password ?? "" } }) };
}

/** A server as people are told of it, without its password. */
export function shownServer(server: MailServer) {
  const { host = "localhost", port, secure, requireTLS, ignoreTLS } = wayTo(server);
  const { user, pass } = signInOf(server);
  const security: Security | null = secure ? "tls" : requireTLS ? "starttls" : ignoreTLS ? "none" : null;
  return {
    host,
    port: Number(port) || (secure ? usualPorts.tls : usualPorts.starttls),
    security,
    user: user || null,
    hasPassword: pass !== "",
  };
}

/** Whether the server's certificate is looked at, which an SMTP_URL may forbid. */
export const isProven = (server: MailServer): boolean => wayTo(server).tls?.rejectUnauthorized !== false;

/** Whom nodemailer signs in as, and by which password; each "" where there is none. */
export function signInOf(server: MailServer): { user: string; pass: string } {
  const { user = "", pass = "" } = wayTo(server).auth ?? {};
  return { user, pass };
}

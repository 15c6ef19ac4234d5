import { smtpSecurities } from "@/contract/kinds";
import type { MailServerRecord } from "@/contract/mail-settings";
import type { KeptServer } from "@/emails/server";
import { env } from "@/lib/env";
import { seal, unseal } from "@/lib/seal";

const purpose = (projectId: number): string => `mail server of project ${projectId}`;

/** A server as the project's row keeps it: all of it sealed, so that whoever writes into the database cannot have its password sent elsewhere. */
export const sealServer = (projectId: number, server: KeptServer): string => seal(JSON.stringify(server), purpose(projectId));

/** The server that a project's row keeps; null where it cannot be read, as AUTH_SECRET is another than it was. */
export function unsealServer(projectId: number, sealed: string): KeptServer | null {
  try {
    return JSON.parse(unseal(sealed, purpose(projectId))) as KeptServer;
  } catch {
    return null;
  }
}

/** A server as answers show it. */
export function serverRecord({ password, ...server }: KeptServer): MailServerRecord {
  return { ...server, hasPassword: password !== null };
}

const flag = (url: URL, name: string): boolean => url.searchParams.get(name) === "true";

/** The server that SMTP_URL names, as answers show it; null where there is none. */
export function environmentServer(): MailServerRecord | null {
  const { SMTP_URL } = env();
  if (SMTP_URL === undefined) return null;
  const url = new URL(SMTP_URL);
  const [starttls, tls, none] = smtpSecurities;
  const secure = url.protocol === "smtps:";
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port) || (secure ? 465 : 587),
    security: secure ? tls : flag(url, "requireTLS") ? starttls : flag(url, "ignoreTLS") ? none : null,
    user: url.username === "" ? null : decoded(url.username),
    hasPassword: url.password !== "",
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

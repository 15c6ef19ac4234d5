import { parseConnectionUrl } from "nodemailer/lib/shared";
import type { MailServer } from "./server";

/** The forms in which a server's password goes over the wire, and so may come back in what the server says. */
export function secretsOf(server: MailServer): string[] {
  const { user, pass } = signInOf(server);
  if (!pass) return [];
  const inBase64 = (text: string) => Buffer.from(text).toString("base64");
  return [inBase64(`\0${user}\0${pass}`), inBase64(pass), pass];
}

/** Whom nodemailer signs in as, and by which password; each "" where there is none. */
export function signInOf(server: MailServer): { user: string; pass: string } {
  if (!("url" in server)) return { user: server.user ?? "", pass: server.password ?? "" };
  const { user = "", pass = "" } = parseConnectionUrl(server.url).auth ?? {};
  return { user, pass };
}

/** A text with nothing secret in it. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, "…"), text);

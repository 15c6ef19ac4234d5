import { type MailServer, signInOf } from "@/lib/smtp";

/** The forms in which a server's password goes over the wire, and so may come back in what the server says. */
export function secretsOf(server: MailServer): string[] {
  const { user, pass } = signInOf(server);
  if (!pass) return [];
  const inBase64 = (text: string) => Buffer.from(text).toString("base64");
  return [inBase64(`\0${user}\0${pass}`), inBase64(pass), pass];
}

/** A text with nothing secret in it. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, "…"), text);

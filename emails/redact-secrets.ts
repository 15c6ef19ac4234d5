import { type SmtpServer, smtpCredentials } from "@/lib/smtp";

/** The encodings in which a server's password is transmitted and could be echoed back in a response. */
export function passwordEncodings(server: SmtpServer): string[] {
  const { user, pass } = smtpCredentials(server);
  if (!pass) return [];
  const toBase64 = (text: string) => Buffer.from(text).toString("base64");
  return [toBase64(`\0${user}\0${pass}`), toBase64(pass), pass];
}

/** Replaces every secret in a text with "…". */
export const redactSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((result, secret) => result.replaceAll(secret, "…"), text);

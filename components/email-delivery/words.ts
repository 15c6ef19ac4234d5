import type { MailTestStep, SmtpSecurity } from "@/contract/kinds";
import type { MailServerRecord } from "@/contract/mail-settings";
import { usualPorts } from "@/lib/smtp-ports";

/** The ways to encrypt, for the form. */
export const securities: readonly { value: SmtpSecurity; label: string; hint: string }[] = [
  { value: "starttls", label: "STARTTLS", hint: `Port ${usualPorts.starttls} as a rule` },
  { value: "tls", label: "TLS", hint: `Port ${usualPorts.tls} as a rule` },
  { value: "none", label: "None", hint: "For your own network only" },
];

const encryptionOf = ({ security }: MailServerRecord): string =>
  security === null ? "STARTTLS where it is offered" : security === "none" ? "not encrypted" : security === "tls" ? "TLS" : "STARTTLS";

/** A server in words, without its host and port. */
export const serverWords = (server: MailServerRecord): string =>
  [encryptionOf(server), server.user === null ? "no sign-in" : `signs in as ${server.user}`].join(", ");

/** A host with its port, as one reads it. */
export const addressOf = ({ host, port }: MailServerRecord): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** The steps of a test in words. */
export const stepWords: Readonly<Record<MailTestStep, string>> = {
  find: "Find the host",
  connect: "Connect",
  encrypt: "Encrypt",
  sign_in: "Sign in",
  sender: "Name the sender",
};

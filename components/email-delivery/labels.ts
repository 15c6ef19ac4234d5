import type { SmtpTestStep, SmtpSecurityMode } from "@/contract/kinds";
import type { SmtpServerRecord } from "@/contract/email-delivery";
import { defaultSmtpPorts } from "@/lib/smtp-ports";

/** The ways to encrypt, for the form. */
export const securityOptions: readonly { value: SmtpSecurityMode; label: string; hint: string }[] = [
  { value: "starttls", label: "STARTTLS", hint: `Port ${defaultSmtpPorts.starttls} as a rule` },
  { value: "tls", label: "TLS", hint: `Port ${defaultSmtpPorts.tls} as a rule` },
  { value: "none", label: "None", hint: "For your own network only" },
];

const encryptionLabel = ({ security }: SmtpServerRecord): string =>
  security === null ? "STARTTLS where it is offered" : security === "none" ? "not encrypted" : security === "tls" ? "TLS" : "STARTTLS";

/** A server in words, without its host and port. */
export const serverDescription = (server: SmtpServerRecord): string =>
  [encryptionLabel(server), server.user === null ? "no sign-in" : `signs in as ${server.user}`].join(", ");

/** A host with its port, as one reads it. */
export const serverAddress = ({ host, port }: SmtpServerRecord): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** The steps of a test in words. */
export const testStepLabels: Readonly<Record<SmtpTestStep, string>> = {
  find: "Find the host",
  connect: "Connect",
  encrypt: "Encrypt",
  sign_in: "Sign in",
  sender: "Name the sender",
};

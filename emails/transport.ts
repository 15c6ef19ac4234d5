import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import nodemailer from "nodemailer";
import { senderParts } from "@/contract/text";
import type { MailServer } from "@/lib/smtp";
import { storable } from "@/lib/storable";
import { secretsOf, withoutSecrets } from "./secrets";
import { type Patience, type Sender, smtpOptions } from "./server";
import { unsubscribeHeaders } from "./unsubscribe";

export type Mail = { id: string; to: string; subject: string; html: string; text: string; oneClickUrl?: string };

/** What became of one message: handed to the mail server, kept as a file, to be tried again, or refused for good with the server's words. */
export type Outcome = { status: "sent" | "kept" } | { status: "retrying" | "failed"; error: string };

export type Mailer = {
  /** Hands one message over in the name of `sender`; it answers what became of it and never throws. */
  deliver(mail: Mail, sender: Sender): Promise<Outcome>;
  close(): void;
};

/** Connections to the mail server that are open at once. */
export const mailConnections = 10;

const patience: Patience = { connecting: 10_000, talking: 30_000 };

// Short lines leave as they are; longer ones would be encoded, and a link in a kept file could not be taken out of it by eye.
const wrapped = (text: string): string =>
  text.replace(/^(?=.{77}).*$/gm, (line) => line.replace(/(\S.{0,70}\S|\S+)(?:\s+|$)/g, "$1\n").trimEnd());

// A delivery's id makes its Message-ID, so that a message that was sent twice is recognised as one.
function messageOf(mail: Mail, { from, replyTo }: Sender) {
  // In its parts: what stands before the address is a name, whatever commas it has.
  const { name, address } = senderParts(from);
  const host = /@([^\s>]+)$/.exec(address)?.[1] ?? "localhost";
  return {
    from: { name, address },
    ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
    to: { name: "", address: mail.to },
    subject: mail.subject,
    html: mail.html,
    text: wrapped(mail.text),
    messageId: `<${mail.id}@${host}>`,
    headers: mail.oneClickUrl ? unsubscribeHeaders(mail.oneClickUrl) : {},
  };
}

/** Sends by SMTP over kept connections, one recipient to a message, and gives up on a silent server soon. */
export function smtpMailer(server: MailServer, waits = patience): Mailer {
  const secrets = secretsOf(server);
  const transport = nodemailer.createTransport({
    ...smtpOptions(server, waits),
    pool: true,
    maxConnections: mailConnections,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  return {
    async deliver(mail, sender) {
      try {
        await transport.sendMail(messageOf(mail, sender));
        return { status: "sent" };
      } catch (error) {
        return outcomeOf(error, secrets);
      }
    },
    close: () => transport.close(),
  };
}

const heldAgainstUs = [530, 534, 535, 538, 503];

/** Final is only a 5xx about this recipient or this message; a refused sender, sign-in or connection, or a 4xx, may be mended. */
function outcomeOf(thrown: unknown, secrets: readonly string[]): Outcome {
  const {
    responseCode = 0,
    response,
    code,
    command,
    message,
  } = thrown as Partial<Record<"response" | "code" | "command" | "message", string>> & { responseCode?: number };
  const error = storable(withoutSecrets(response ?? message ?? "The message could not be handed over", secrets), 1000);
  const refused = (command === "RCPT TO" || command === "DATA") && responseCode >= 500 && !heldAgainstUs.includes(responseCode);
  const impossible = code === "EENVELOPE" && responseCode === 0;
  return { status: refused || impossible ? "failed" : "retrying", error };
}

/** Keeps each message as a file `<delivery id>.eml` in `folder`, for installs without a mail server. */
export function outboxMailer(folder: string): Mailer {
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(mail, sender) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const { message } = await transport.sendMail(messageOf(mail, sender));
        const file = path.join(folder, `${mail.id}.eml`);
        // Renamed into place, so that nobody reads half a message.
        await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
        await rename(`${file}.part`, file);
        return { status: "kept" };
      } catch (error) {
        return {
          status: "retrying",
          error: `The message could not be written to the outbox: ${(error as NodeJS.ErrnoException).code ?? "unknown"}`,
        };
      }
    },
    close: () => transport.close(),
  };
}

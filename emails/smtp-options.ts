import { type MailServer, wayTo } from "@/lib/smtp";

/** Whom mail is from, as `Name <address>` or an address, and where answers go where that is not there. */
export type Sender = { from: string; replyTo: string | null };

/** How long a mail server may stay silent, in milliseconds: when it is called, and in the middle of a message. */
export type Patience = { connecting: number; talking: number };

/** A server as nodemailer is told of it; it reads nothing else, neither files nor the web. */
export function smtpOptions(server: MailServer, { connecting, talking }: Patience) {
  return {
    ...("url" in server ? { url: server.url } : wayTo(server)),
    connectionTimeout: connecting,
    greetingTimeout: connecting,
    dnsTimeout: connecting,
    socketTimeout: talking,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

import { type SmtpServer, smtpConnectionOptions } from "@/lib/smtp";

/** The sender, as `Name <email>` or an email address, and the address for replies if it's different. */
export type Sender = { from: string; replyTo: string | null };

/** How long a mail server may stay silent while connecting and while sending, in milliseconds. */
export type SmtpTimeouts = { connect: number; idle: number };

/** The options for nodemailer. Access to files and URLs is disabled. */
export function smtpOptions(server: SmtpServer, { connect, idle }: SmtpTimeouts) {
  return {
    ...smtpConnectionOptions(server),
    connectionTimeout: connect,
    greetingTimeout: connect,
    dnsTimeout: connect,
    socketTimeout: idle,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

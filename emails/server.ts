import type { SmtpSecurity } from "@/contract/kinds";

/** A mail server of the settings, with all it takes to use it. */
export type KeptServer = { host: string; port: number; security: SmtpSecurity; user: string | null; password: string | null };

/** A mail server: of the settings, or as the environment names it. */
export type MailServer = KeptServer | { url: string };

/** Whom mail is from, as `Name <address>` or an address, and where answers go where that is not there. */
export type Sender = { from: string; replyTo: string | null };

/** How long a mail server may stay silent, in milliseconds: when it is called, and in the middle of a message. */
export type Patience = { connecting: number; talking: number };

const encryption = {
  starttls: { secure: false, requireTLS: true },
  tls: { secure: true },
  none: { secure: false, ignoreTLS: true },
} as const satisfies Record<SmtpSecurity, object>;

/** A server as nodemailer is told of it; it reads nothing else, neither files nor the web. */
export function smtpOptions(server: MailServer, { connecting, talking }: Patience) {
  const way =
    "url" in server
      ? { url: server.url }
      : {
          host: server.host,
          port: server.port,
          ...encryption[server.security],
          ...(server.user === null ? {} : { auth: { user: server.user, pass: server.password ?? "" } }),
        };
  return {
    ...way,
    connectionTimeout: connecting,
    greetingTimeout: connecting,
    dnsTimeout: connecting,
    socketTimeout: talking,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type SMTPPool from "nodemailer/lib/smtp-pool";
import { parseSender, senderEmails } from "@/contract/email-delivery";
import { currentTime } from "@/lib/clock";
import type { ResolveHost } from "@/lib/internal-hosts";
import { sanitizeText } from "@/lib/sanitize-text";
import { type SmtpServer, smtpServerSummary } from "@/lib/smtp";
import { findProvider } from "@/lib/smtp-providers";
import { isRecipientRejection } from "@/lib/smtp-rejections";
import { logoSource } from "./logo";
import { passwordEncodings, redactSecrets } from "./redact-secrets";
import { decideByLastLine, decisiveReply, lastReplyCode } from "./reply-code";
import { createLimitedSender, type Postponed, type SendTry, type SendTurn } from "./send-within-limits";
import { adaptContent } from "./smtp-content";
import { type Sender, type SmtpTimeouts, smtpOptions } from "./smtp-options";
import { smtpSocketOpener } from "./smtp-socket";

export type OutgoingEmail = {
  id: string;
  /** The name of its file without extension, if it isn't the id. Only the files of emails to leads have the id of a delivery as their name. */
  fileName?: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** A PNG image that the HTML refers to by `logoSource`. */
  logo?: Buffer;
  oneClickUrl?: string;
};

/**
 * The result of one delivery attempt. `retrying` is temporary, `failed` is final, and `bounced` is final for every email to this recipient;
 * `error` is the server's response. If it didn't respond, `isUnreachable` is set. `postponed` is no attempt.
 */
export type DeliveryOutcome =
  | { status: "sent" | "saved_to_file" }
  | Postponed
  | { status: "retrying" | "failed" | "bounced"; error: string; isUnreachable?: boolean };

export type EmailTransport = {
  /** Delivers one email from `sender` and returns the outcome. Never throws. Doesn't begin if `turn` is over before. */
  deliver(email: OutgoingEmail, sender: Sender, turn?: SendTurn): Promise<DeliveryOutcome>;
  /** How long the server accepts no connection of this process, in milliseconds. */
  blockedFor(): number;
  close(): void;
};

/** The number of parallel connections to a mail server. */
export const maxSmtpConnections = 10;

const defaultTimeouts: SmtpTimeouts = { connect: 10_000, idle: 30_000 };

/** What can't be sent as it is: other characters than printable ASCII, and lines over 998 characters (RFC 5322, section 2.1.1). */
const needsEncoding = /[^\n\t\x20-\x7e]|^.{999}/m;

/**
 * A part of an email. nodemailer encodes all texts with lines over 76 characters, which takes a third of its time for an email and breaks
 * links in saved files, so it gets only those that need it.
 */
const textPart = (type: "plain" | "html", text: string) =>
  needsEncoding.test(text) ? text : { raw: `Content-Type: text/${type}; charset=utf-8\nContent-Transfer-Encoding: 7bit\n\n${text}` };

const wrapLines = (text: string): string =>
  text.replace(/^(?=.{77}).*$/gm, (line) => line.replace(/(\S.{0,70}\S|\S+)(?:\s+|$)/g, "$1\n").trimEnd());

/** Rendered HTML has no line breaks. Those in front of attributes have no effect. */
const breakTags = (html: string): string => html.replaceAll(' style="', '\nstyle="');

function nodemailerMessage(email: OutgoingEmail, { from, replyTo }: Sender) {
  // Passed as parts, so that commas in the name cannot add a recipient.
  const { name, address } = parseSender(from);
  const host = /@([^\s>]+)$/.exec(address)?.[1] ?? "localhost";
  return {
    from: { name, address },
    ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
    to: { name: "", address: email.to },
    subject: email.subject,
    date: new Date(currentTime()),
    html: textPart("html", breakTags(email.html)),
    text: textPart("plain", wrapLines(email.text)),
    // The delivery's id, so that mailboxes recognize an email that was sent twice.
    messageId: `<${email.id}@${host}>`,
    attachments: email.logo ? [inlineLogo(email.logo)] : [],
    headers: { ...automaticHeaders, ...(email.oneClickUrl && { ...unsubscribeHeaders(email.oneClickUrl), "List-Id": `<leads.${host}>` }) },
  };
}

/** No vacation notice answers an email that a program sent (RFC 3834, section 5; the second one is Exchange's). */
const automaticHeaders = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** Shown in the email, and not listed as an attachment. */
const inlineLogo = (content: Buffer) => ({
  filename: "logo.png",
  content,
  contentType: "image/png",
  contentDisposition: "inline" as const,
  cid: logoSource.replace(/^cid:/, ""),
});

/**
 * The headers for one-click unsubscribe in email clients (RFC 2369, RFC 8058). Clients send a POST to `url` and trust only https;
 * a GET opens the unsubscribe page.
 */
export const unsubscribeHeaders = (url: string): { "List-Unsubscribe": string; "List-Unsubscribe-Post": string } => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Creates a value on first use. nodemailer takes 20 MB of memory, so it is loaded with the first email. */
function lazy<T>(create: () => Promise<T>): { get(): Promise<T>; current(): Promise<T> | undefined } {
  let created: Promise<T> | undefined;
  return { get: () => (created ??= create()), current: () => created };
}

/** Sends over SMTP connections that stay open, with one recipient per message, at the speed of the server. */
export function smtpTransport(server: SmtpServer, timeouts = defaultTimeouts, resolve?: ResolveHost): EmailTransport {
  const secrets = passwordEncodings(server);
  const respondsAgain = reachabilityCheck();
  const openSocket = smtpSocketOpener(server, resolve);
  const getSocket: SMTPPool.Options["getSocket"] = (options, callback) =>
    void openSocket(options).then((connection) => callback(null, { connection }), callback);
  const initial = findProvider(smtpServerSummary(server).host)?.connections ?? maxSmtpConnections;
  let blockedFor = () => 0;
  const sender = lazy(async () => {
    const { default: connectionClass } = await import("nodemailer/lib/smtp-connection");
    decideByLastLine(connectionClass);
    adaptContent(connectionClass);
    const { createTransport } = (await import("nodemailer")).default;
    // Each has one connection, so that it can be closed alone.
    const open = (): Transporter => {
      const gate: ContentGate = { beforeContent: async () => true };
      const limits = { pool: true, maxConnections: 1, maxMessages: Number.POSITIVE_INFINITY, maxRequeues: 0 } as const;
      const options = { ...smtpOptions(server, timeouts), ...limits, getSocket, beforeContent: () => gate.beforeContent() };
      return Object.assign(createTransport(options), { gate });
    };
    const limited = createLimitedSender(open, { max: maxSmtpConnections, initial });
    blockedFor = limited.blockedFor;
    return limited;
  });
  return {
    async deliver(email, from, turn) {
      const limited = await sender.get();
      const context = { secrets, senders: senderEmails(from).filter((each) => each.toLowerCase() !== email.to.toLowerCase()) };
      const attempt = (transporter: Transporter, beforeContent: ContentGate["beforeContent"]) => {
        transporter.gate.beforeContent = beforeContent;
        return trySending(transporter, nodemailerMessage(email, from), { ...context, respondsAgain });
      };
      const outcome = await limited.send(email.id, attempt, turn);
      if (outcome.status !== "postponed" || outcome.limit === null) return outcome;
      return { ...outcome, limit: { ...outcome.limit, response: toError(outcome.limit.response, secrets) } };
    },
    blockedFor: () => blockedFor(),
    close: () => void sender.current()?.then((limited) => limited.close()),
  };
}

/** Asked before the content of an email is sent. */
type ContentGate = { beforeContent: () => Promise<boolean> };

type Transporter = ReturnType<typeof import("nodemailer").createTransport> & { gate: ContentGate };

/** Sends an email once. */
async function trySending(
  transporter: Transporter,
  message: ReturnType<typeof nodemailerMessage>,
  { respondsAgain, ...context }: OutcomeContext & { respondsAgain: ReturnType<typeof reachabilityCheck> },
): Promise<SendTry<DeliveryOutcome>> {
  try {
    const { response } = await transporter.sendMail(message);
    if (isAccepted(response)) return { outcome: { status: "sent" }, isSent: true, refusal: null };
    throw asRejection(response);
  } catch (error) {
    const outcome = deliveryOutcome(error, context);
    const refusal = describeRefusal(error as NodemailerError);
    if (!("isUnreachable" in outcome) || isConnectFailure(error as NodemailerError) || refusal.isUnsent)
      return { outcome, isSent: false, refusal };
    const { isUnreachable: _, ...reachable } = outcome;
    return { outcome: (await respondsAgain(transporter)) ? reachable : outcome, isSent: false, refusal };
  }
}

/** Returns where a server refused an email. nodemailer reports a connection that ended before anything was sent without a command. */
function describeRefusal(error: NodemailerError): NonNullable<SendTry<unknown>["refusal"]> {
  const { command = "CONN", response = null, code } = error;
  // nodemailer doesn't say which command was answered with 421 after MAIL FROM.
  const isWhileSending = command === "RCPT TO" || command === "DATA" || (command === "CONN" && code === "ECONNECTION" && response !== null);
  const stage = /^MAIL/.test(command) ? "sender" : isWhileSending ? "email" : "connection";
  const isUnsent = isConnectFailure(error) || (error.command === undefined && code === "ECONNECTION");
  return { stage, response, isUnsent };
}

/** Returns whether a server took an email: nodemailer looks at the first line of the response only. */
function isAccepted(response: string): boolean {
  const code = lastReplyCode(response);
  return code === 0 || (code >= 200 && code < 300);
}

const asRejection = (response: string): NodemailerError => ({
  response: decisiveReply(response),
  responseCode: lastReplyCode(response),
  command: "DATA",
});

/** Codes of connections on which nothing was sent. */
const connectFailures = ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EDNS", "CONNECT_TIMEOUT", "UPGRADE_TIMEOUT"];

const isConnectFailure = ({ code, originalCode, timeoutType }: NodemailerError): boolean =>
  [code, originalCode, timeoutType].some((each) => each !== undefined && connectFailures.includes(each));

/** How long the result of a check whether the server responds applies, in milliseconds. */
const reachabilityCheckTime = 10_000;

/**
 * Returns a check whether a server responds to a new connection, after one ended while an email was sent: it may hang up on this email only.
 */
function reachabilityCheck(): (transporter: { verify(): Promise<true> }) => Promise<boolean> {
  let check: { startedAt: number; result: Promise<boolean> } | null = null;
  return (transporter) => {
    if (check === null || performance.now() - check.startedAt > reachabilityCheckTime) {
      const result = transporter.verify().catch((error: NodemailerError) => (error.responseCode ?? 0) > 0);
      check = { startedAt: performance.now(), result };
    }
    return check.result;
  };
}

/** Responses about the sign-in or encryption, which staff can fix in the settings. */
const configurationErrors = [530, 534, 535, 538, 503];

/** Codes of nodemailer and of Node for connections that fail or end. */
const connectionErrors: readonly (string | undefined)[] = [
  ...["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EDNS", "ETLS"],
  ...["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EPIPE"],
];

type NodemailerError = Partial<Record<"response" | "code" | "originalCode" | "timeoutType" | "command" | "message", string>> & {
  responseCode?: number;
};

type OutcomeContext = {
  secrets: readonly string[];
  /** Our own emails. A refusal that names one is about it. */
  senders: readonly string[];
};

/** Only a 5xx about this recipient or message is final. Everything else may succeed later. */
function deliveryOutcome(error: unknown, { secrets, senders }: OutcomeContext): DeliveryOutcome {
  const { responseCode = 0, response, code, command, message } = error as NodemailerError;
  const isRejected = (command === "RCPT TO" || command === "DATA") && responseCode >= 500 && !configurationErrors.includes(responseCode);
  // A response without a code is no refusal, but a server that doesn't work.
  const isInvalid = code === "EENVELOPE" && responseCode === 0 && !response;
  const isBounce = isRejected && isRecipientRejection(response ?? "", command, senders);
  return {
    status: isBounce ? "bounced" : isRejected || isInvalid ? "failed" : "retrying",
    ...(responseCode === 0 && connectionErrors.includes(code) ? { isUnreachable: true } : {}),
    error: toError(response ?? message ?? "The email couldn't be sent", secrets),
  };
}

const toError = (text: string, secrets: readonly string[]): string => sanitizeText(redactSecrets(text, secrets), 1000);

/** Saves each email as `<delivery id>.eml`, or under its file name, in `folder`, for installations without a mail server. */
export function fileTransport(folder: string): EmailTransport {
  const transporter = lazy(async () =>
    (await import("nodemailer")).default.createTransport({
      streamTransport: true,
      buffer: true,
      newline: "windows",
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return {
    async deliver(email, sender) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const { message } = await (await transporter.get()).sendMail(nodemailerMessage(email, sender));
        const file = path.join(folder, `${email.fileName ?? email.id}.eml`);
        // Renamed into place, so that readers never see half a file.
        await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
        await rename(`${file}.part`, file);
        return { status: "saved_to_file" };
      } catch (error) {
        return {
          status: "retrying",
          error: `The email couldn't be saved to the outbox folder: ${(error as NodeJS.ErrnoException).code ?? "unknown"}`,
        };
      }
    },
    blockedFor: () => 0,
    close: () => void transporter.current()?.then((current) => current.close()),
  };
}

/** Why a request to a URL that a person chose has no answer, in messages for people. */
const messages = {
  invalid_url: "This isn't a valid URL. Enter one such as https://example.org/hooks.",
  credentials: "The URL contains a username or password. Remove them.",
  not_https: "The URL must start with https://. The settings WEBHOOK_ALLOW_HTTP and WEBHOOK_ALLOWED_HOSTS can allow others.",
  forbidden_port: "Requests aren't sent to this port, because it belongs to another protocol. Use port 443, or one from 1024.",
  forbidden_address:
    "The host is in a private or reserved network, to which no requests are sent. The setting WEBHOOK_ALLOWED_HOSTS can allow it.",
  internal_address:
    "The host belongs to internal services of the machine or its hosting provider, to which no requests are sent. No setting allows it.",
  unknown_host: "The host can't be found. Check the spelling and its DNS records.",
  unreachable: "The host can't be reached. Check its DNS records and its firewall.",
  connection_refused: "The host refused the connection. Check the port, and that the server is running.",
  connection_closed: "The server closed the connection without an answer.",
  timeout: "The server didn't answer in time.",
  invalid_certificate:
    "The server's certificate isn't valid: it has expired, is for another host, is self-signed, or comes without the full chain.",
  encryption_failed: "No secure connection could be made. The server must support TLS 1.2 or later on this port.",
  invalid_answer: "The server's answer isn't valid HTTP.",
  canceled: "The request was canceled.",
  not_sent: "The request couldn't be sent.",
} as const;

export type RequestFailure = keyof typeof messages;

/** A request without an answer. The message is for people, and has neither the URL nor an address. */
export type FailedRequest = { failure: RequestFailure; message: string };

export const failed = (failure: RequestFailure): FailedRequest => ({ failure, message: messages[failure] });

/** Thrown by a look-up that finds an address to which no requests are sent. */
export class ForbiddenAddressError extends Error {
  constructor(readonly failure: "forbidden_address" | "internal_address") {
    super(failure);
  }
}

/** The failures by the codes of errors of Node.js, OpenSSL and the parser of HTTP. */
const failuresByCode: readonly [RegExp, RequestFailure][] = [
  [/^ENOTFOUND|^ENODATA|^EAI_/, "unknown_host"],
  [/^ECONNREFUSED/, "connection_refused"],
  [/^ECONNRESET|^EPIPE|^ECONNABORTED/, "connection_closed"],
  [/^ETIMEDOUT/, "timeout"],
  [/UNREACH$|^EADDRNOTAVAIL|^EACCES|^EPERM|^ENETDOWN/, "unreachable"],
  [/^HPE_/, "invalid_answer"],
  [/SSL|^EPROTO|^ERR_TLS_(?!CERT)/, "encryption_failed"],
  [/CERT|^UNABLE_TO_|CRL|^INVALID_|^PATH_LENGTH|HOSTNAME_MISMATCH/, "invalid_certificate"],
];

/** Returns why a request failed, from the error of Node.js. */
export function failureOf(error: unknown): RequestFailure {
  if (error instanceof ForbiddenAddressError) return error.failure;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return failuresByCode.find(([pattern]) => pattern.test(code))?.[1] ?? "not_sent";
}

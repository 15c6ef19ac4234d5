import type { SmtpSecurityMode, SmtpTestStep } from "@/contract/enums";
import { internalHostMessage } from "@/lib/internal-hosts";
import { redactSecrets } from "./redact-secrets";

/** The settings that a connection test uses. `security` is null if the server decides. */
export type ConnectionTarget = {
  host: string;
  port: number;
  security: SmtpSecurityMode | null;
  verifiesCertificate: boolean;
  user: string | null;
  sender: string;
  secrets: readonly string[];
};

/** The phase in which a test failed. */
export type ConnectionPhase = "connect" | "sign_in" | "sender";

/** The fields of nodemailer's errors. */
export type SmtpError = Partial<Record<"code" | "originalCode" | "timeoutType" | "response" | "command", string>> & {
  responseCode?: number;
};

type ConnectionFailure = { step: SmtpTestStep; message: string };

/** Returns the step that failed, what to do about it, and the server's response if a mail server sent one. */
export function describeFailure(
  error: SmtpError,
  target: ConnectionTarget,
  phase: ConnectionPhase,
): ConnectionFailure & { response: string | null } {
  return { ...failureIn(phase, error, target), response: serverResponse(error, target) };
}

function failureIn(phase: ConnectionPhase, error: SmtpError, target: ConnectionTarget): ConnectionFailure {
  if (phase === "connect") return describeConnectFailure(error, target);
  if (phase === "sign_in") return describeSignInFailure(error, target);
  return describeSenderFailure(error, target);
}

/** Only SMTP responses are shown, so that the test cannot be used to read from other services. */
function serverResponse({ response }: SmtpError, { secrets }: ConnectionTarget): string | null {
  if (response === undefined || !/^[245]\d\d[ -]/.test(response)) return null;
  // Redact first: collapsing whitespace would hide a password that contains two spaces.
  return redactSecrets(response, secrets)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 300);
}

const portHint = "Most servers use 587 for STARTTLS and 465 for TLS.";

const selfSignedMessage =
  "The server's certificate is self-signed, so its identity can't be verified. Install a certificate from a trusted authority, or start Gatehouse with NODE_EXTRA_CA_CERTS set to your certificate.";

const unknownAuthorityMessage =
  "The server's certificate was issued by an unknown authority. Configure the server to send the full certificate chain, or start Gatehouse with NODE_EXTRA_CA_CERTS set to the authority's certificate.";

const certificateMessages: Readonly<Record<string, (target: ConnectionTarget) => string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) =>
    `The server's certificate isn't valid for ${host}. Enter the hostname that the certificate was issued for.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => selfSignedMessage,
  SELF_SIGNED_CERT_IN_CHAIN: () => selfSignedMessage,
  CERT_HAS_EXPIRED: () => "The server's certificate has expired. Ask the server's administrator to renew it.",
  CERT_NOT_YET_VALID: () => "The server's certificate isn't valid yet. Check the clocks of the server and this machine.",
};

function describeConnectFailure(error: SmtpError, target: ConnectionTarget): ConnectionFailure {
  const { host, port } = target;
  const { code, originalCode = "", timeoutType } = error;
  if (code === "EINTERNAL") return { step: "resolve", message: internalHostMessage };
  if (code === "EDNS")
    return /NOTFOUND|NODATA|ENONAME/.test(originalCode)
      ? { step: "resolve", message: `The host ${host} doesn't exist. Check the spelling.` }
      : { step: "resolve", message: `The host ${host} couldn't be looked up. Check this machine's DNS settings, or enter an IP address.` };
  if (originalCode === "ECONNREFUSED")
    return { step: "connect", message: `${host} refused the connection on port ${port}. Check the port. ${portHint}` };
  if (/UNREACH|EACCES|EADDRNOTAVAIL/.test(originalCode))
    return { step: "connect", message: `${host} can't be reached on port ${port} from this machine. Check the host and the firewall.` };
  if (timeoutType === "CONNECT_TIMEOUT" || (timeoutType === "UPGRADE_TIMEOUT" && target.security === "tls"))
    return {
      step: "connect",
      message: `${host} didn't answer on port ${port}${target.security === "tls" ? " using TLS" : ""}. Check the port and the firewall. ${portHint}`,
    };
  return describeEncryptionFailure(error, target) ?? describeGreetingFailure(error, target);
}

function describeEncryptionFailure(
  { code, originalCode = "", timeoutType, command }: SmtpError,
  target: ConnectionTarget,
): ConnectionFailure | null {
  const { port, security } = target;
  const failure = (message: string): ConnectionFailure => ({ step: "encrypt", message });
  const certificateMessage = certificateMessages[originalCode];
  if (certificateMessage) return failure(certificateMessage(target));
  if (/^UNABLE_TO_|CERT/.test(originalCode)) return failure(unknownAuthorityMessage);
  if (/SSL|EPROTO/.test(originalCode))
    return failure(
      security === "tls"
        ? `Port ${port} doesn't accept TLS connections. Choose STARTTLS.`
        : "The server doesn't support a secure TLS version. It needs TLS 1.2 or later.",
    );
  if ((code === "ETLS" && command === "STARTTLS") || command === "EHLO")
    return failure(
      `The server doesn't support STARTTLS on port ${port}. Choose TLS, usually on port 465. Choose None only on a network you trust.`,
    );
  if (code === "ETLS" || timeoutType === "UPGRADE_TIMEOUT" || (security === "tls" && /RESET|EPIPE/.test(originalCode)))
    return failure("The connection closed during encryption. Check that the port matches the encryption.");
  // A server that expects TLS waits silently or hangs up.
  if (port === 465 && security !== "tls" && (timeoutType !== undefined || code === "ECONNECTION" || code === "EPROTOCOL"))
    return failure("Port 465 requires TLS. Choose TLS.");
  return null;
}

function describeGreetingFailure({ code, timeoutType, response = "" }: SmtpError, { host, port }: ConnectionTarget): ConnectionFailure {
  const failure = (message: string): ConnectionFailure => ({ step: "connect", message });
  if (timeoutType !== undefined)
    return failure(
      `${host} accepted the connection on port ${port} but didn't respond. Check that it's a mail server. If it requires TLS, choose TLS.`,
    );
  if (/^[45]\d\d[ -]/.test(response)) return failure("The server rejected the connection from this machine.");
  if (code === "EPROTOCOL") return failure(`The service on port ${port} of ${host} isn't a mail server. Check the port. ${portHint}`);
  return failure(`${host} closed the connection. Check the port. ${portHint}`);
}

function describeSignInFailure({ code, response, responseCode = 0 }: SmtpError, { user, security }: ConnectionTarget): ConnectionFailure {
  const failure = (message: string): ConnectionFailure => ({ step: "sign_in", message });
  if (code === "ENOAUTH")
    return failure(
      security === "none"
        ? "The server doesn't offer sign-in on an unencrypted connection. Choose STARTTLS or TLS."
        : "The server doesn't offer sign-in on this port. Try another port, usually 587, or leave the username empty if the server doesn't need one.",
    );
  if (response === undefined) return failure("The server stopped responding during sign-in. Try again.");
  if (responseCode === 538 || (security === "none" && responseCode === 530))
    return failure("The server requires an encrypted connection to sign in. Choose STARTTLS or TLS.");
  if (responseCode < 500) return failure("The server can't sign you in right now. Try again in a few minutes.");
  return failure(`The server rejected the sign-in for ${user}. Check the username and password. Some providers require an app password.`);
}

function describeSenderFailure({ response, responseCode = 0 }: SmtpError, { sender, user }: ConnectionTarget): ConnectionFailure {
  const failure = (message: string): ConnectionFailure => ({ step: "sender", message });
  if (response === undefined) return failure("The server stopped responding when checking the sender. Try again.");
  if (user === null && (responseCode === 530 || responseCode === 550))
    return failure(`The server doesn't accept email from ${sender} without signing in. Enter a username and password.`);
  if (responseCode < 500) return failure(`The server can't accept email from ${sender} right now. Try again in a few minutes.`);
  return failure(`The server doesn't accept email from ${sender}. Use a sender that this account is allowed to send from.`);
}

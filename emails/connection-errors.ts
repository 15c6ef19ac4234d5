import type { MailTestStep, SmtpSecurity } from "@/contract/kinds";
import { withoutSecrets } from "./secrets";

/** What a test is about: the server, how the way to it is encrypted (null: as it offers), who signs in, and the sender's address. */
export type Aim = {
  host: string;
  port: number;
  security: SmtpSecurity | null;
  /** Whether the certificate is looked at. */
  isProven: boolean;
  user: string | null;
  sender: string;
  secrets: readonly string[];
};

/** How far a test had come when it failed. */
export type Phase = "reaching" | "sign_in" | "sender";

/** What nodemailer throws, and we in its manner. */
export type Thrown = Partial<Record<"code" | "originalCode" | "timeoutType" | "response" | "command", string>> & { responseCode?: number };

type Why = { step: MailTestStep; message: string };

/** Which step failed, why and what to do about it; the server's own words are given where it is a mail server that spoke. */
export function whyNot(thrown: Thrown, aim: Aim, phase: Phase): Why & { said: string | null } {
  const why =
    phase === "reaching" ? whyNotReached(thrown, aim) : phase === "sign_in" ? whyNotSignedIn(thrown, aim) : whyNotSender(thrown, aim);
  return { ...why, said: saidBy(thrown, aim) };
}

/** Only a reply of SMTP is passed on: anything else may be a word of what does not send mail at all. */
function saidBy({ response }: Thrown, { secrets }: Aim): string | null {
  if (response === undefined || !/^[245]\d\d[ -]/.test(response)) return null;
  // Before anything is changed in it, or a password with two spaces would no longer be found.
  return withoutSecrets(response, secrets)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 300);
}

const usualPorts = "587 is usual with STARTTLS, 465 with TLS";

const ofCertificate: Readonly<Record<string, (aim: Aim) => string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) =>
    `The server’s certificate is not for ${host}. Enter the host by the name its certificate has.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: () => selfSigned,
  CERT_HAS_EXPIRED: () => "The server’s certificate has expired. Whoever runs the server has to renew it.",
  CERT_NOT_YET_VALID: () => "The server’s certificate is not valid yet. Check the clock of this machine and of the server.",
};

const selfSigned =
  "The server’s certificate is self-signed, so nobody can tell who answers. Give the server one of a known authority, or start Gatehouse with NODE_EXTRA_CA_CERTS naming its own.";

const unknownAuthority =
  "The server’s certificate is of an authority that is not known here. Give the server a complete chain of certificates, or start Gatehouse with NODE_EXTRA_CA_CERTS naming the authority.";

function whyNotReached(thrown: Thrown, aim: Aim): Why {
  const { host, port } = aim;
  const { code, originalCode = "", timeoutType } = thrown;
  if (code === "EDNS")
    return /NOTFOUND|NODATA|ENONAME/.test(originalCode)
      ? { step: "find", message: `There is no host named ${host}. Check how it is spelled.` }
      : {
          step: "find",
          message: `The name ${host} could not be looked up: name servers do not answer here. Try again, or enter its IP address.`,
        };
  if (originalCode === "ECONNREFUSED")
    return { step: "connect", message: `Nothing listens at port ${port} of ${host}. Check the port: ${usualPorts}.` };
  if (/UNREACH|EACCES|EADDRNOTAVAIL/.test(originalCode))
    return { step: "connect", message: `${host} cannot be reached from this machine at port ${port}. Check the host and the firewall.` };
  if (timeoutType === "CONNECT_TIMEOUT")
    return {
      step: "connect",
      message: `${host} does not answer at port ${port}${aim.security === "tls" ? " by TLS" : ""}. Check the port (${usualPorts}), and that no firewall holds it up.`,
    };
  return whyNotEncrypted(thrown, aim) ?? whyNotGreeted(thrown, aim);
}

function whyNotEncrypted({ code, originalCode = "", timeoutType, command }: Thrown, aim: Aim): Why | null {
  const { port, security } = aim;
  const encrypt = (message: string): Why => ({ step: "encrypt", message });
  const ofThis = ofCertificate[originalCode];
  if (ofThis) return encrypt(ofThis(aim));
  if (/^UNABLE_TO_|CERT/.test(originalCode)) return encrypt(unknownAuthority);
  if (/SSL|EPROTO/.test(originalCode))
    return encrypt(
      security === "tls"
        ? `Port ${port} does not speak TLS from the start; choose STARTTLS.`
        : "The server and this machine know no encryption in common. The server needs TLS 1.2 or newer.",
    );
  if ((code === "ETLS" && command === "STARTTLS") || command === "EHLO")
    return encrypt(
      `The server offers no STARTTLS at port ${port}. Choose TLS and its port, which is 465 as a rule; or None where the way to it is your own.`,
    );
  if (code === "ETLS" || timeoutType === "UPGRADE_TIMEOUT" || (security === "tls" && /RESET|EPIPE/.test(originalCode)))
    return encrypt("The connection broke off while it was being encrypted. Check that the port goes with the encryption.");
  // A server that waits for TLS says nothing before, or hangs up.
  if (port === 465 && security !== "tls" && (timeoutType !== undefined || code === "ECONNECTION" || code === "EPROTOCOL"))
    return encrypt("Port 465 wants TLS from the start; choose TLS.");
  return null;
}

function whyNotGreeted({ code, timeoutType, response = "" }: Thrown, { host, port }: Aim): Why {
  const connect = (message: string): Why => ({ step: "connect", message });
  if (timeoutType !== undefined)
    return connect(
      `Port ${port} of ${host} takes connections and says nothing. Check that a mail server listens there; one that wants TLS from the start needs TLS chosen.`,
    );
  if (/^[45]\d\d[ -]/.test(response)) return connect("The server answers, and turns this machine away.");
  if (code === "EPROTOCOL") return connect(`What answers at port ${port} of ${host} is no mail server. Check the port: ${usualPorts}.`);
  return connect(`${host} closed the connection at once. Check the port: ${usualPorts}.`);
}

function whyNotSignedIn({ code, response, responseCode = 0 }: Thrown, { user, security }: Aim): Why {
  const signIn = (message: string): Why => ({ step: "sign_in", message });
  const encrypted = "offered over an encrypted connection: choose STARTTLS or TLS.";
  if (code === "ENOAUTH")
    return signIn(
      security === "none"
        ? `The server offers no sign-in. It may be ${encrypted}`
        : "The server offers no sign-in at this port. Take another port, 587 as a rule, or leave the user name empty where it needs none.",
    );
  if (response === undefined) return signIn("The server broke off, or fell silent, when it was asked to sign in. Try again.");
  if (responseCode === 538 || (security === "none" && responseCode === 530)) return signIn(`Signing in is ${encrypted}`);
  if (responseCode < 500) return signIn("The server cannot sign anybody in at the moment. Test again in some minutes.");
  return signIn(
    `The server refused to sign ${user} in. Check the user name and the password; some providers want a password made for programs.`,
  );
}

function whyNotSender({ response, responseCode = 0 }: Thrown, { sender, user }: Aim): Why {
  const of = (message: string): Why => ({ step: "sender", message });
  if (response === undefined) return of("The server broke off, or fell silent, when the sender was named. Try again.");
  if (user === null && (responseCode === 530 || responseCode === 550))
    return of(`The server takes no mail from ${sender} without signing in. Enter a user name and a password.`);
  if (responseCode < 500) return of(`The server does not take mail from ${sender} at the moment. Test again in some minutes.`);
  return of(`The server does not take mail from ${sender}. Use a sender that it may send for.`);
}

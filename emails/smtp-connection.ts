import { setTimeout as sleep } from "node:timers/promises";
import SMTPConnection, { type CustomAuthenticationContext } from "nodemailer/lib/smtp-connection";
import { parseSender, type SmtpTestReply } from "@/contract/email-delivery";
import type { SmtpTestStep } from "@/contract/enums";
import type { ResolveHost } from "@/lib/internal-hosts";
import { type SmtpServer, smtpCredentials, smtpServerSummary, verifiesCertificate } from "@/lib/smtp";
import { isBadMailbox } from "@/lib/smtp-rejections";
import { type ConnectionPhase, type ConnectionTarget, describeFailure, type SmtpError } from "./connection-errors";
import { passwordEncodings } from "./redact-secrets";
import { type SmtpTimeouts, smtpOptions } from "./smtp-options";
import { smtpSocketOpener } from "./smtp-socket";

type Step = SmtpTestReply["steps"][number];

/** How long the server may stay silent, and how long the whole test may take, in milliseconds. */
const defaultTimeouts: SmtpTimeouts & { total: number } = { connect: 7_000, idle: 7_000, total: 14_000 };

/**
 * Tests a mail server without sending an email: looks up the host, connects, encrypts, signs in, and starts a message from and to the sender.
 * Never throws.
 */
export async function testSmtpConnection(
  server: SmtpServer,
  from: string,
  timeouts = defaultTimeouts,
  resolve?: ResolveHost,
): Promise<SmtpTestReply> {
  const target = connectionTarget(server, parseSender(from).address);
  const finished = new AbortController();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  sleep(timeouts.total, undefined, { signal: finished.signal }).then(
    () => failure.reject({ code: "ETIMEDOUT", timeoutType: "TOTAL" }),
    () => {},
  );
  const orFail = (action: Promise<void>) => Promise.race([action, failure.promise]);
  let connection: SMTPConnection | undefined;
  let phase: ConnectionPhase = "connect";
  const steps: Step[] = [];
  try {
    const options = connectionOptions(server, timeouts);
    const socket = await smtpSocketOpener(server, resolve)(options);
    const customAuth = { [senderCheckMethod]: (session: CustomAuthenticationContext) => checkSender(session, target.sender) };
    const opened = new SMTPConnection({ ...options, connection: socket, customAuth });
    connection = opened;
    opened.on("error", failure.reject);
    await orFail(promisify((callback) => opened.connect(callback)));
    steps.push(...stepsBefore("sign_in", target, opened.secure));
    phase = "sign_in";
    if (target.user !== null) await orFail(signIn(opened, smtpCredentials(server)));
    steps.push(passedStep("sign_in", target.user === null ? "Skipped because no username is set." : `Signed in as ${target.user}.`));
    phase = "sender";
    await orFail(promisify((callback) => opened.login({ method: senderCheckMethod }, callback)));
    return { passed: true, steps: [...steps, passedStep("sender", `The server accepts email from ${target.sender}.`)] };
  } catch (error) {
    const failedStep = { ...describeFailure(error as SmtpError, target, phase), passed: false };
    return { passed: false, steps: [...(phase === "connect" ? stepsBefore(failedStep.step, target, true) : steps), failedStep] };
  } finally {
    finished.abort();
    connection?.close();
  }
}

const passedStep = (step: SmtpTestStep, message: string): Step => ({ step, passed: true, message, response: null });

function stepsBefore(step: SmtpTestStep, target: ConnectionTarget, isEncrypted: boolean): Step[] {
  const steps = [
    passedStep("resolve", `Found ${target.host}.`),
    passedStep("connect", `Connected on port ${target.port}.`),
    passedStep("encrypt", describeEncryption(target, isEncrypted)),
  ];
  const index = steps.findIndex((each) => each.step === step);
  return index === -1 ? steps : steps.slice(0, index);
}

function describeEncryption(target: ConnectionTarget, isEncrypted: boolean): string {
  if (!isEncrypted) return "The connection isn't encrypted.";
  return target.verifiesCertificate
    ? "The connection is encrypted and the certificate is valid."
    : "The connection is encrypted, but SMTP_URL turns off certificate checks.";
}

/** The options without credentials: the test signs in explicitly. */
function connectionOptions(server: SmtpServer, timeouts: SmtpTimeouts) {
  const { auth: _, ...options } = smtpOptions(server, timeouts);
  return options;
}

function connectionTarget(server: SmtpServer, sender: string): ConnectionTarget {
  const { hasPassword: _, ...summary } = smtpServerSummary(server);
  return { ...summary, verifiesCertificate: verifiesCertificate(server), sender, secrets: passwordEncodings(server) };
}

const promisify = (run: (callback: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => run((error) => (error ? reject(error) : resolve())));

function signIn(connection: SMTPConnection, credentials: { user: string; pass: string }): Promise<void> {
  // Without this check the test would sign in where the sending transport would skip it.
  if (!connection.allowsAuth) return Promise.reject({ code: "ENOAUTH" });
  return promisify((callback) => connection.login({ credentials }, callback));
}

// nodemailer offers raw commands only to custom sign-in methods, so the sender check is registered as one.
const senderCheckMethod = "SENDER_CHECK";

/** Rejections of a mailbox that exists but accepts no email, such as a full one. They say nothing about the sender either. */
const mailboxRejection = /^5\d\d[ -]5\.2\.\d\b/;

async function checkSender({ sendCommand }: CustomAuthenticationContext, sender: string): Promise<void> {
  for (const command of [`MAIL FROM:<${sender}>`, `RCPT TO:<${sender}>`]) {
    const { response, status } = await sendCommand(command);
    const isRecipient = command.startsWith("RCPT") && (isBadMailbox(response) || mailboxRejection.test(response));
    if (status >= 400 && !isRecipient) throw Object.assign(new Error("The server rejected the sender"), { response, responseCode: status });
  }
  await sendCommand("RSET");
}

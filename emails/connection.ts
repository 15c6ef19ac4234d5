import { setTimeout as pause } from "node:timers/promises";
import SMTPConnection, { type CustomAuthenticationContext } from "nodemailer/lib/smtp-connection";
import type { MailTestStep } from "@/contract/kinds";
import type { MailTest } from "@/contract/mail-settings";
import { senderParts } from "@/contract/text";
import { isProven, type MailServer, shownServer, signInOf, wayTo } from "@/lib/smtp";
import { type Aim, type Phase, type Thrown, whyNot } from "./connection-words";
import { secretsOf } from "./secrets";
import { type Patience, smtpOptions } from "./server";

type Step = MailTest["steps"][number];

/** How long a server that is tested may stay silent, in milliseconds, and how long all of it may take. */
const patience: Patience & { all: number } = { connecting: 7_000, talking: 7_000, all: 14_000 };

/**
 * Tries a mail server as far as it goes without sending: finds it, connects, encrypts, signs in, and names the sender, who is the
 * recipient too. Never throws.
 */
export async function testConnection(server: MailServer, from: string, waits = patience): Promise<MailTest> {
  const aim = aimOf(server, senderParts(from).address);
  const connection = new SMTPConnection({
    ...optionsOf(server, waits),
    customAuth: { [naming]: (session) => nameSender(session, aim.sender) },
  });
  const over = new AbortController();
  const broken = new Promise<never>((_, reject) => {
    connection.on("error", reject);
    pause(waits.all, undefined, { signal: over.signal }).then(
      () => reject({ code: "ETIMEDOUT", timeoutType: "ALL" }),
      () => {},
    );
  });
  const unless = (work: Promise<void>) => Promise.race([work, broken]);
  let phase: Phase = "reaching";
  const steps: Step[] = [];
  try {
    await unless(done((end) => connection.connect(end)));
    steps.push(...before("sign_in", aim, connection.secure));
    phase = "sign_in";
    if (aim.user !== null) await unless(signIn(connection, signInOf(server)));
    steps.push(passed("sign_in", aim.user === null ? "No sign-in, as there is no user name." : `${aim.user} is signed in.`));
    phase = "sender";
    await unless(done((end) => connection.login({ method: naming }, end)));
    return { works: true, steps: [...steps, passed("sender", `The server takes mail from ${aim.sender}.`)] };
  } catch (error) {
    const failed = { ...whyNot(error as Thrown, aim, phase), passed: false };
    return { works: false, steps: [...(phase === "reaching" ? before(failed.step, aim, true) : steps), failed] };
  } finally {
    over.abort();
    connection.close();
  }
}

const passed = (step: MailTestStep, message: string): Step => ({ step, passed: true, message, said: null });

/** The steps that were passed on the way to `step`. */
function before(step: MailTestStep, { host, port, isProven }: Aim, secure: boolean): Step[] {
  const proven = isProven
    ? "The connection is encrypted, and the certificate is good."
    : "The connection is encrypted; SMTP_URL accepts any certificate.";
  const encrypted = secure ? proven : "The connection is not encrypted.";
  const all = [passed("find", `${host} is found.`), passed("connect", `Port ${port} answers.`), passed("encrypt", encrypted)];
  return step === "find" || step === "connect" || step === "encrypt"
    ? all.slice(
        0,
        all.findIndex((each) => each.step === step),
      )
    : all;
}

type Auth = { user: string; pass: string };

/** What nodemailer's connection is told: it reads no address, and who signs in is told it later. */
function optionsOf(server: MailServer, waits: Patience) {
  const { auth: _, ...options } = { ...smtpOptions(server, waits), ...wayTo(server) };
  return options as { host?: string };
}

function aimOf(server: MailServer, sender: string): Aim {
  const { hasPassword: _, ...shown } = shownServer(server);
  return { ...shown, isProven: isProven(server), sender, secrets: secretsOf(server) };
}

const done = (begin: (end: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => begin((error) => (error ? reject(error) : resolve())));

function signIn(connection: SMTPConnection, auth: Auth): Promise<void> {
  // Without it nodemailer would sign in all the same here, and not at all where mail is sent.
  if (!connection.allowsAuth) return Promise.reject({ code: "ENOAUTH" });
  return done((end) => connection.login({ credentials: auth }, end));
}

// What nodemailer lets programs speak to the server by are ways to sign in of their own: this one names sender and recipient, and leaves it there.
const naming = "NAMING";

/** Refusals of the recipient's box, which say nothing of the sender. */
const ofRecipient = /^5\d\d[ -]5\.(1\.([1-6]|10)|2\.\d)\b/;

async function nameSender({ sendCommand }: CustomAuthenticationContext, sender: string): Promise<void> {
  for (const command of [`MAIL FROM:<${sender}>`, `RCPT TO:<${sender}>`]) {
    const { response, status } = await sendCommand(command);
    if (status >= 400 && !(command.startsWith("RCPT") && ofRecipient.test(response)))
      throw Object.assign(new Error("The sender was refused"), { response, responseCode: status });
  }
  await sendCommand("RSET");
}

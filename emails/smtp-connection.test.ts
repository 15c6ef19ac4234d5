import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { SmtpTestReply } from "@/contract/email-delivery";
import type { SmtpServerSettings } from "@/lib/smtp";
import { createCertificate } from "@/tests/harness/certificate";
import { type SmtpSink, startSilentServer, startSmtpSink } from "@/tests/harness/smtp-sink";
import { startTimer } from "@/tests/harness/timer";
import { type ConnectionTarget, describeFailure } from "./connection-errors";
import { testSmtpConnection } from "./smtp-connection";

const from = "The Gate <codes@example.org>";
/** For servers that respond, however busy the machine is. */
const longTimeouts = { connect: 30_000, idle: 30_000, total: 60_000 };

const getPort = ({ url }: { url: string }) => Number(new URL(url).port);
const settingsFor = (server: { url: string }, changes: Partial<SmtpServerSettings> = {}): SmtpServerSettings => ({
  host: "127.0.0.1",
  port: getPort(server),
  security: "none",
  user: null,
  password: null,
  ...changes,
});
async function startSink(options: Parameters<typeof startSmtpSink>[0] = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  onTestFinished(() => sink.stop());
  return sink;
}
const runTest = (server: SmtpServerSettings | { url: string }, timeouts: Partial<typeof longTimeouts> = {}) =>
  testSmtpConnection(server, from, { ...longTimeouts, ...timeouts });
/** Expects the test to fail at its last step and returns that step, its message and the server's response. */
const getFailure = ({ passed: allPassed, steps }: SmtpTestReply) => {
  expect(allPassed).toBe(false);
  expect(steps.slice(0, -1).every(({ passed }) => passed)).toBe(true);
  const { step, passed, message, response } = steps.at(-1) ?? {};
  expect(passed).toBe(false);
  return [step, message, response];
};

test("a test of correct settings passes every step without sending an email", async () => {
  const sink = await startSink({ user: "gatehouse", password: "right" });
  const result = await runTest(settingsFor(sink, { user: "gatehouse", password: "right" }));
  expect(result.passed).toBe(true);
  expect(result.steps.map(({ step, passed }) => [step, passed])).toEqual(
    ["resolve", "connect", "encrypt", "sign_in", "sender"].map((step) => [step, true]),
  );
  expect(sink.received).toEqual([]);
  expect(await runTest({ url: `${sink.url}?insecure=true` })).toMatchObject({ passed: true });
});

test("the password from SMTP_URL is not sent without encryption", async () => {
  const sink = await startSink({ user: "gatehouse", password: "right" });
  expect(getFailure(await runTest({ url: sink.url }))[0]).toBe("encrypt");
});

test("link-local addresses and metadata services are not connected to", async () => {
  for (const host of ["169.254.169.254", "fe80::1", "::ffff:169.254.169.254"])
    expect(await runTest({ ...settingsFor({ url: "smtp://127.0.0.1:25" }), host })).toMatchObject({
      passed: false,
      steps: [{ step: "resolve", message: expect.stringContaining("isn't allowed") }],
    });
});

test("the result says that the connection is encrypted but the certificate is not checked", async () => {
  for (const encryption of ["starttls", "tls"] as const) {
    const sink = await startSink({ encryption });
    expect((await runTest({ url: `${sink.url}?tls.rejectUnauthorized=false` })).steps[2]?.message).toMatch(
      /is encrypted, but SMTP_URL turns off certificate checks/,
    );
  }
});

test("the result shows the server's response to a rejected sign-in but never the password", async () => {
  const sink = await startSink({ user: "gatehouse", password: "right" });
  const result = await runTest(settingsFor(sink, { user: "gatehouse", password: "wrong one" }));
  expect(getFailure(result)).toEqual([
    "sign_in",
    expect.stringMatching(/^The server rejected the sign-in for gatehouse\./),
    "535 Who are you?",
  ]);
  expect(JSON.stringify(result)).not.toContain("wrong one");
});

test("the result explains that the server doesn't offer sign-in", async () => {
  const sink = await startSink();
  expect(getFailure(await runTest(settingsFor(sink, { user: "ada", password: "x" })))).toEqual([
    "sign_in",
    expect.stringContaining("doesn't offer sign-in"),
    null,
  ]);
});

test("the result explains that the server supports only another encryption", async () => {
  const plain = await startSink();
  expect(getFailure(await runTest(settingsFor(plain, { security: "starttls" })))).toEqual([
    "encrypt",
    expect.stringContaining("doesn't support STARTTLS"),
    expect.stringMatching(/^500 /),
  ]);
  expect(getFailure(await runTest(settingsFor(plain, { security: "tls" })))).toEqual([
    "encrypt",
    expect.stringContaining("Choose STARTTLS"),
    null,
  ]);
});

test.each(["starttls", "tls"] as const)("a self-signed certificate over %s is rejected", async (encryption) => {
  const sink = await startSink({ encryption });
  expect(getFailure(await runTest(settingsFor(sink, { security: encryption })))).toEqual([
    "encrypt",
    expect.stringContaining("self-signed"),
    null,
  ]);
});

test("an expired certificate and one for another host are rejected", async () => {
  const expired = await startSink({
    encryption: "tls",
    certificate: createCertificate("localhost", { until: new Date(Date.now() - 1_000) }),
  });
  expect(getFailure(await runTest(settingsFor(expired, { security: "tls" })))).toEqual([
    "encrypt",
    expect.stringContaining("has expired"),
    null,
  ]);
  const certificate = createCertificate("mail.example.org");
  const other = await startSink({ encryption: "starttls", certificate });
  const trustingUrl = `smtp://localhost:${getPort(other)}?requireTLS=true&tls.ca=${encodeURIComponent(certificate.cert)}`;
  expect(getFailure(await runTest({ url: trustingUrl }))).toEqual(["encrypt", expect.stringContaining("isn't valid for localhost"), null]);
});

test("a valid certificate is accepted", async () => {
  const certificate = createCertificate("localhost");
  const sink = await startSink({ encryption: "tls", certificate });
  const trustingUrl = `smtps://localhost:${getPort(sink)}?tls.ca=${encodeURIComponent(certificate.cert)}`;
  expect(await runTest({ url: trustingUrl })).toMatchObject({
    passed: true,
    steps: { 2: { message: expect.stringContaining("certificate is valid") } },
  });
});

test("a server that never responds is given up quickly", async () => {
  const server = await startSilentServer();
  onTestFinished(() => server.close());
  const timer = startTimer(3_000);
  const timeouts = { connect: 600, idle: 600, total: 1_500 };
  expect(getFailure(await runTest(settingsFor(server), timeouts))).toEqual(["connect", expect.stringContaining("didn't respond"), null]);
  expect(getFailure(await runTest(settingsFor(server, { security: "tls" }), timeouts))).toEqual([
    "connect",
    expect.stringContaining("didn't answer"),
    null,
  ]);
  expect(timer.hasExpired()).toBe(false);
});

test("a server that stops responding after the greeting is reported", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 hello\r\n");
    socket.on("data", (data) => /^EHLO/.test(String(data)) && socket.write("250-hello\r\n250 AUTH PLAIN\r\n"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const settings = settingsFor({ url: `smtp://127.0.0.1:${port}` });
  const timeouts = { idle: 1_000 };
  expect(getFailure(await runTest({ ...settings, user: "ada", password: "x" }, timeouts))).toEqual([
    "sign_in",
    expect.stringContaining("stopped responding"),
    null,
  ]);
  expect(getFailure(await runTest(settings, timeouts))).toEqual(["sender", expect.stringContaining("stopped responding"), null]);
});

test("a closed port and an unknown host are reported", async () => {
  const sink = await startSmtpSink();
  await sink.stop();
  expect(getFailure(await runTest(settingsFor(sink)))).toEqual(["connect", expect.stringContaining("refused the connection"), null]);
  // .invalid never resolves (RFC 2606), but the error depends on the name server of the machine.
  const result = await runTest(settingsFor(sink, { host: "nowhere.invalid" }));
  expect(getFailure(result)).toEqual(["resolve", expect.stringContaining("nowhere.invalid"), null]);
});

test("the output of other services is hidden, and the responses of mail servers are shortened and cleaned", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write(greeting);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const settings = settingsFor({ url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}` });
  let greeting = "SSH-2.0-OpenSSH_9.6\r\n";
  expect(getFailure(await runTest(settings))).toEqual(["connect", expect.stringContaining("isn't a mail server"), null]);
  greeting = `554 go\u0007 away\u001b[31m ${"x".repeat(2_000)}\r\n`;
  const [, message, response] = getFailure(await runTest(settings));
  expect(message).toContain("rejected the connection from this machine");
  expect(response).toMatch(/^554 go away \[31m x+$/);
  expect(String(response).length).toBeLessThanOrEqual(300);
});

test("a password that the server echoes is redacted", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 hello\r\n");
    socket.on("data", (data) =>
      socket.write(/^EHLO/.test(String(data)) ? "250-hello\r\n250 AUTH PLAIN\r\n" : `535 not ${String(data).trim()} or open sesame\r\n`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const settings = settingsFor(
    { url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}` },
    { user: "ada", password: "open sesame" },
  );
  expect(getFailure(await runTest(settings))).toEqual(["sign_in", expect.any(String), "535 not AUTH PLAIN … or …"]);
});

test("a rejected sender is reported but a rejected recipient is ignored", async () => {
  const sink = await startSink();
  sink.onSender = () => ({ code: 553, message: "5.7.1 Not yours" });
  expect(getFailure(await runTest(settingsFor(sink)))).toEqual([
    "sender",
    expect.stringContaining("doesn't accept email from codes@example.org. Use"),
    "553 5.7.1 Not yours",
  ]);
  sink.onSender = () => null;
  sink.onRecipient = () => ({ code: 450, message: "4.7.1 Greylisted" });
  expect(getFailure(await runTest(settingsFor(sink)))).toEqual(["sender", expect.stringContaining("right now"), "450 4.7.1 Greylisted"]);
  sink.onRecipient = () => ({ code: 550, message: "5.1.1 No such user" });
  expect(await runTest(settingsFor(sink))).toMatchObject({ passed: true });
  const closed = await startSink({ user: "ada", password: "x" });
  expect(getFailure(await runTest(settingsFor(closed)))).toEqual([
    "sender",
    expect.stringContaining("without signing in"),
    expect.stringMatching(/^530 /),
  ]);
});

const target: ConnectionTarget = {
  host: "smtp.example.org",
  port: 587,
  security: "starttls",
  verifiesCertificate: true,
  user: "ada",
  sender: "codes@example.org",
  secrets: [],
};
test.each<[Parameters<typeof describeFailure>[0], Partial<ConnectionTarget>, string, string]>([
  [{ code: "EDNS", originalCode: "ENOTFOUND" }, {}, "resolve", "The host smtp.example.org doesn't exist."],
  [{ code: "EDNS", originalCode: "ETIMEOUT" }, {}, "resolve", "couldn't be looked up"],
  [{ code: "ESOCKET", originalCode: "ENETUNREACH" }, {}, "connect", "can't be reached"],
  [{ code: "ESOCKET", originalCode: "ERR_TLS_CERT_ALTNAME_INVALID" }, {}, "encrypt", "isn't valid for smtp.example.org"],
  [{ code: "ESOCKET", originalCode: "CERT_HAS_EXPIRED" }, {}, "encrypt", "has expired"],
  [{ code: "ESOCKET", originalCode: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }, {}, "encrypt", "issued by an unknown authority"],
  [{ code: "ETIMEDOUT", timeoutType: "GREETING_TIMEOUT" }, { port: 465 }, "encrypt", "Port 465 requires TLS. Choose TLS."],
  [{ code: "ECONNECTION" }, { port: 465 }, "encrypt", "Port 465 requires TLS. Choose TLS."],
  [
    { code: "ESOCKET", originalCode: "ERR_SSL_WRONG_VERSION_NUMBER" },
    { security: "tls" },
    "encrypt",
    "Port 587 doesn't accept TLS connections. Choose STARTTLS.",
  ],
])("the error %j of a server with %j is described as a failure to %s: %s", (error, changes, step, message) => {
  expect(describeFailure(error, { ...target, ...changes }, "connect")).toMatchObject({ step, message: expect.stringContaining(message) });
});

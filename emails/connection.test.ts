import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { MailTest } from "@/contract/mail-settings";
import type { KeptServer } from "@/lib/smtp";
import { certificateFor } from "@/tests/harness/certificate";
import { type Sink, silentServer, smtpSink } from "@/tests/harness/smtp-sink";
import { testConnection } from "./connection";
import { type Aim, whyNot } from "./connection-words";

const from = "The Gate <codes@example.org>";
const waits = { connecting: 600, talking: 600, all: 1_500 };

const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
const at = (server: { url: string }, some: Partial<KeptServer> = {}): KeptServer => ({
  ...{ host: "127.0.0.1", port: portOf(server), security: "none", user: null, password: null },
  ...some,
});
async function aSink(options: Parameters<typeof smtpSink>[0] = {}): Promise<Sink> {
  const sink = await smtpSink(options);
  onTestFinished(() => sink.down());
  return sink;
}
const tried = (server: KeptServer | { url: string }) => testConnection(server, from, waits);
/** The step that failed, its sentence and the server's words. */
const failure = ({ works, steps }: MailTest) => {
  expect(works).toBe(false);
  expect(steps.slice(0, -1).every(({ passed }) => passed)).toBe(true);
  const { step, passed, message, said } = steps.at(-1) ?? {};
  expect(passed).toBe(false);
  return [step, message, said];
};

test("all is well: every step is passed, and nothing is sent", async () => {
  const sink = await aSink({ user: "gatehouse", password: "right" });
  const result = await tried(at(sink, { user: "gatehouse", password: "right" }));
  expect(result.works).toBe(true);
  expect(result.steps.map(({ step, passed }) => [step, passed])).toEqual(
    ["find", "connect", "encrypt", "sign_in", "sender"].map((step) => [step, true]),
  );
  expect(sink.received).toEqual([]);
  expect(await tried({ url: sink.url })).toMatchObject({ works: true });
});

test("an encrypted connection is told, and whose certificate nobody looks at", async () => {
  for (const encryption of ["starttls", "tls"] as const) {
    const sink = await aSink({ encryption });
    expect((await tried({ url: `${sink.url}?tls.rejectUnauthorized=false` })).steps[2]?.message).toMatch(
      /is encrypted; SMTP_URL accepts any/,
    );
  }
});

test("a refused sign-in has the server's words, and never the password", async () => {
  const sink = await aSink({ user: "gatehouse", password: "right" });
  const result = await tried(at(sink, { user: "gatehouse", password: "wrong one" }));
  expect(failure(result)).toEqual(["sign_in", expect.stringMatching(/^The server refused to sign gatehouse in\./), "535 Who are you?"]);
  expect(JSON.stringify(result)).not.toContain("wrong one");
});

test("a server that offers no sign-in", async () => {
  const sink = await aSink();
  expect(failure(await tried(at(sink, { user: "ada", password: "x" })))).toEqual([
    "sign_in",
    expect.stringContaining("offers no sign-in"),
    null,
  ]);
});

test("a server without STARTTLS, and one that is called by the wrong encryption", async () => {
  const plain = await aSink();
  expect(failure(await tried(at(plain, { security: "starttls" })))).toEqual([
    "encrypt",
    expect.stringContaining("offers no STARTTLS"),
    expect.stringMatching(/^500 /),
  ]);
  expect(failure(await tried(at(plain, { security: "tls" })))).toEqual(["encrypt", expect.stringContaining("choose STARTTLS"), null]);
});

test.each(["starttls", "tls"] as const)("a certificate that the server signed itself, by %s", async (encryption) => {
  const sink = await aSink({ encryption });
  expect(failure(await tried(at(sink, { security: encryption })))).toEqual(["encrypt", expect.stringContaining("self-signed"), null]);
});

test("a certificate that has expired, and one for another host", async () => {
  const expired = await aSink({ encryption: "tls", certificate: certificateFor("localhost", { until: new Date(Date.now() - 1_000) }) });
  expect(failure(await tried(at(expired, { security: "tls" })))).toEqual(["encrypt", expect.stringContaining("has expired"), null]);
  const certificate = certificateFor("mail.example.org");
  const other = await aSink({ encryption: "starttls", certificate });
  const trusting = `smtp://localhost:${portOf(other)}?requireTLS=true&tls.ca=${encodeURIComponent(certificate.cert)}`;
  expect(failure(await tried({ url: trusting }))).toEqual(["encrypt", expect.stringContaining("is not for localhost"), null]);
});

test("a certificate that is good", async () => {
  const certificate = certificateFor("localhost");
  const sink = await aSink({ encryption: "tls", certificate });
  const trusting = `smtps://localhost:${portOf(sink)}?tls.ca=${encodeURIComponent(certificate.cert)}`;
  expect(await tried({ url: trusting })).toMatchObject({
    works: true,
    steps: { 2: { message: expect.stringContaining("certificate is good") } },
  });
});

test("a server that never says a word is given up soon", async () => {
  const server = await silentServer();
  onTestFinished(() => server.close());
  const began = performance.now();
  expect(failure(await tried(at(server)))).toEqual(["connect", expect.stringContaining("says nothing"), null]);
  expect(failure(await tried(at(server, { security: "tls" })))).toEqual(["connect", expect.stringContaining("does not answer"), null]);
  expect(performance.now() - began).toBeLessThan(3_000);
});

test("a server that falls silent later, too", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 hello\r\n");
    socket.on("data", (data) => /^EHLO/.test(String(data)) && socket.write("250-hello\r\n250 AUTH PLAIN\r\n"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const some = at({ url: `smtp://127.0.0.1:${port}` });
  expect(failure(await tried({ ...some, user: "ada", password: "x" }))).toEqual(["sign_in", expect.stringContaining("fell silent"), null]);
  expect(failure(await tried(some))).toEqual(["sender", expect.stringContaining("fell silent"), null]);
});

test("a port where nothing listens, and a host that is not there", async () => {
  const sink = await smtpSink();
  await sink.down();
  expect(failure(await tried(at(sink)))).toEqual(["connect", expect.stringContaining("Nothing listens"), null]);
  // It ends in what never is a name (RFC 2606); whether a name server says so depends on where this runs.
  const result = await tried(at(sink, { host: "nowhere.invalid" }));
  expect(failure(result)).toEqual(["find", expect.stringContaining("nowhere.invalid"), null]);
});

test("what is no mail server is not quoted, and what a server says is cut and cleaned", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write(greeting);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const here = at({ url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}` });
  let greeting = "SSH-2.0-OpenSSH_9.6\r\n";
  expect(failure(await tried(here))).toEqual(["connect", expect.stringContaining("is no mail server"), null]);
  greeting = `554 go\u0007 away\u001b[31m ${"x".repeat(2_000)}\r\n`;
  const [, message, said] = failure(await tried(here));
  expect(message).toContain("turns this machine away");
  expect(said).toMatch(/^554 go away \[31m x+$/);
  expect(String(said).length).toBeLessThanOrEqual(300);
});

test("a password that a server says back is taken out", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 hello\r\n");
    socket.on("data", (data) =>
      socket.write(/^EHLO/.test(String(data)) ? "250-hello\r\n250 AUTH PLAIN\r\n" : `535 not ${String(data).trim()} or open sesame\r\n`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const here = at({ url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}` }, { user: "ada", password: "open sesame" });
  expect(failure(await tried(here))).toEqual(["sign_in", expect.any(String), "535 not AUTH PLAIN … or …"]);
});

test("a sender that is refused, and a recipient's box that is not theirs to have", async () => {
  const sink = await aSink();
  sink.refuse = () => ({ code: 553, words: "5.7.1 Not yours" });
  expect(failure(await tried(at(sink)))).toEqual([
    "sender",
    expect.stringContaining("does not take mail from codes@example.org. Use"),
    "553 5.7.1 Not yours",
  ]);
  sink.refuse = () => null;
  sink.behave = () => ({ code: 450, words: "4.7.1 Greylisted" });
  expect(failure(await tried(at(sink)))).toEqual(["sender", expect.stringContaining("at the moment"), "450 4.7.1 Greylisted"]);
  sink.behave = () => ({ code: 550, words: "5.1.1 No such user" });
  expect(await tried(at(sink))).toMatchObject({ works: true });
  const closed = await aSink({ user: "ada", password: "x" });
  expect(failure(await tried(at(closed)))).toEqual([
    "sender",
    expect.stringContaining("without signing in"),
    expect.stringMatching(/^530 /),
  ]);
});

const aim: Aim = {
  host: "smtp.example.org",
  port: 587,
  security: "starttls",
  isProven: true,
  user: "ada",
  sender: "codes@example.org",
  secrets: [],
};
test.each<[Parameters<typeof whyNot>[0], Partial<Aim>, string, string]>([
  [{ code: "EDNS", originalCode: "ENOTFOUND" }, {}, "find", "There is no host named smtp.example.org."],
  [{ code: "EDNS", originalCode: "ETIMEOUT" }, {}, "find", "could not be looked up"],
  [{ code: "ESOCKET", originalCode: "ENETUNREACH" }, {}, "connect", "cannot be reached"],
  [{ code: "ESOCKET", originalCode: "ERR_TLS_CERT_ALTNAME_INVALID" }, {}, "encrypt", "is not for smtp.example.org"],
  [{ code: "ESOCKET", originalCode: "CERT_HAS_EXPIRED" }, {}, "encrypt", "has expired"],
  [{ code: "ESOCKET", originalCode: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }, {}, "encrypt", "authority that is not known"],
  [{ code: "ETIMEDOUT", timeoutType: "GREETING_TIMEOUT" }, { port: 465 }, "encrypt", "Port 465 wants TLS from the start; choose TLS."],
  [{ code: "ECONNECTION" }, { port: 465 }, "encrypt", "Port 465 wants TLS from the start; choose TLS."],
  [
    { code: "ESOCKET", originalCode: "ERR_SSL_WRONG_VERSION_NUMBER" },
    { security: "tls" },
    "encrypt",
    "Port 587 does not speak TLS from the start; choose STARTTLS.",
  ],
])("%j of %j is said as %s: %s", (thrown, some, step, words) => {
  expect(whyNot(thrown, { ...aim, ...some }, "reaching")).toMatchObject({ step, message: expect.stringContaining(words) });
});

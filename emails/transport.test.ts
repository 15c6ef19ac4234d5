import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type LimitedSmtpServer, startLimitedServer } from "@/tests/harness/limited-smtp-server";
import { isHeavy } from "@/tests/harness/size";
import { startSilentServer, startSmtpSink } from "@/tests/harness/smtp-sink";
import type { SmtpTimeouts } from "./smtp-options";
import { type OutgoingEmail, smtpTransport, unsubscribeHeaders } from "./transport";

const email: OutgoingEmail = {
  id: "019aa6c5-9012-7c41-8a3e-5d2b7f1c9e04",
  to: "ada@example.org",
  subject: "Your code",
  html: "<p>Here</p>",
  text: "Here",
};

function transportFor(url: string, timeouts?: SmtpTimeouts) {
  const transport = smtpTransport({ url }, timeouts);
  onTestFinished(() => transport.close());
  return {
    deliver: (message: OutgoingEmail, from = "Gatehouse <codes@example.org>") => transport.deliver(message, { from, replyTo: null }),
  };
}

test("an email to a server that never sends a greeting is given up and retried later", async () => {
  const server = await startSilentServer();
  onTestFinished(() => server.close());
  expect((await transportFor(server.url, { connect: 300, idle: 300 }).deliver(email)).status).toBe("retrying");
});

test("a server that stops responding is given up without blocking other emails", async () => {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.stop());
  sink.onRecipient = (address) => (address.startsWith("ada") ? "hang" : null);
  const transport = transportFor(sink.url, { connect: 10_000, idle: 2000 });
  const unanswered = transport.deliver(email);
  expect(await transport.deliver({ ...email, to: "grace@example.org" })).toEqual({ status: "sent" });
  expect((await unanswered).status).toBe("retrying");
});

test("the response code decides whether an email is retried", async () => {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.stop());
  sink.onRecipient = (address) => {
    const code = Number(/^\d+/.exec(address)?.[0]);
    return code ? { code, message: address.includes("unknown") ? "User unknown" : "rejected" } : null;
  };
  const transport = transportFor(sink.url);
  const deliverTo = async (to: string) => await transport.deliver({ ...email, to });
  expect(await deliverTo("ada@example.org")).toEqual({ status: "sent" });
  expect(await deliverTo("421@example.org")).toEqual({ status: "retrying", error: "421 rejected" });
  expect(await deliverTo("450@example.org")).toEqual({ status: "retrying", error: "450 rejected" });
  expect(await deliverTo("550@example.org")).toEqual({ status: "failed", error: "550 rejected" });
  expect(await deliverTo("550-unknown@example.org")).toEqual({ status: "bounced", error: "550 User unknown" });
  expect(await deliverTo("552@example.org")).toEqual({ status: "failed", error: "552 rejected" });
  // About our sign-in rather than this recipient, so staff can fix it.
  expect(await deliverTo("530@example.org")).toEqual({ status: "retrying", error: "530 rejected" });
});

test("the recipient isn't blamed for a refusal that names our sender, unless we send to ourselves", async () => {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.stop());
  const named = { code: 550, message: "5.1.1 hello@acme.example: no such user" };
  sink.onRecipient = () => named;
  const transport = transportFor(sink.url);
  const deliver = async (to: string) => (await transport.deliver({ ...email, to }, "Acme <Hello@acme.example>")).status;
  expect(await deliver("ada@example.org")).toBe("failed");
  expect(await deliver("hello@acme.example")).toBe("bounced");
});

/** Starts a server that answers the command RCPT TO and the data as given, and hangs up if that is null. */
async function startScriptedServer({ recipient = "250 ok" as string | null, data = "250 ok" }): Promise<string> {
  const server = createServer((socket) => {
    let isReadingData = false;
    socket.on("error", () => {});
    socket.write("220 mx.example.org\r\n");
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      for (const line of chunk.split("\r\n").filter((each) => each !== "")) {
        if (isReadingData && line !== ".") continue;
        if (/^RCPT/i.test(line) && recipient === null) socket.destroy();
        else if (/^RCPT/i.test(line)) socket.write(`${recipient}\r\n`);
        else if (/^DATA/i.test(line)) {
          isReadingData = true;
          socket.write("354 go ahead\r\n");
        } else if (line === "." && isReadingData) {
          isReadingData = false;
          socket.write(`${data}\r\n`);
        } else socket.write("250 ok\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ["no code", { recipient: "garbage without a code" }, "retrying"],
  ["no code to the data", { data: "garbage without a code" }, "retrying"],
  ["different codes, the last one a refusal", { data: "250-ok\r\n550 5.1.1 User unknown" }, "failed"],
  ["different codes, the last one temporary", { data: "250-ok\r\n451 4.3.0 Try later" }, "retrying"],
  ["different codes to the recipient", { recipient: "250-ok\r\n550 5.1.1 User unknown" }, "failed"],
  ["different codes to the recipient, the last one positive", { recipient: "550-5.1.1 User unknown\r\n250 ok" }, "sent"],
  ["several lines", { data: "250-ok\r\n250-550 emails today\r\n250 2.0.0 Queued" }, "sent"],
])("an answer with %s never counts as more than it says", async (_, answers, status) => {
  expect(await transportFor(await startScriptedServer(answers)).deliver(email)).toMatchObject({ status });
});

test("a server that hangs up on an email, but responds to others, isn't unreachable", async () => {
  const transport = transportFor(await startScriptedServer({ recipient: null }));
  for (let count = 0; count < 2; count++) {
    const outcome = await transport.deliver(email);
    expect(outcome).toMatchObject({ status: "retrying" });
    expect(outcome).not.toHaveProperty("isUnreachable");
  }
  const server = await startSilentServer();
  onTestFinished(() => server.close());
  expect(await transportFor(server.url, { connect: 300, idle: 300 }).deliver(email)).toMatchObject({ isUnreachable: true });
  expect(await transportFor("smtp://127.0.0.1:1").deliver(email)).toMatchObject({ isUnreachable: true });
});

test("an email is retried when the sign-in fails", async () => {
  const sink = await startSmtpSink({ user: "gatehouse", password: "right" });
  onTestFinished(() => sink.stop());
  const url = `${sink.url}?insecure=true`;
  expect(await transportFor(url.replace("right", "wrong")).deliver(email)).toMatchObject({
    status: "retrying",
    error: expect.stringContaining("535"),
  });
  expect(await transportFor(url.replace("gatehouse:right@", "")).deliver(email)).toMatchObject({
    status: "retrying",
    error: expect.stringContaining("530"),
  });
  expect(await transportFor(url).deliver(email)).toEqual({ status: "sent" });
});

test("no part of a subject or an email address ever becomes a header or a recipient", async () => {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.stop());
  const transport = transportFor(sink.url);
  expect(await transport.deliver({ ...email, subject: "Your code\r\nBcc: spy@example.net\r\n\r\nBody" })).toEqual({ status: "sent" });
  await transport.deliver({ ...email, to: "ada@example.org, spy@example.net" });
  await transport.deliver({ ...email, to: "ada@example.org>\r\nRCPT TO:<spy@example.net" });
  expect(sink.messageIdsFor("spy@example.net")).toEqual([]);
  const [head = ""] = sink.received[0]?.source.split("\r\n\r\n") ?? [];
  expect(head).not.toMatch(/^Bcc:/m);
  expect(head).toMatch(/^To: ada@example\.org\r$/m);
  expect(head).toMatch(/^Message-ID: <019aa6c5-9012-7c41-8a3e-5d2b7f1c9e04@example\.org>\r$/m);
});

test("only texts with other characters than ASCII or with lines over 998 characters are encoded", async () => {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.stop());
  const transport = transportFor(sink.url);
  const link = `https://codes.example.org/claim?token=${"a".repeat(900)}`;
  const deliver = async (html: string, text: string) => {
    await transport.deliver({ ...email, html, text });
    const { source = "" } = sink.received.pop() ?? {};
    expect(Math.max(...source.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
    return source;
  };
  const encodings = (source: string) => [...source.matchAll(/^Content-Transfer-Encoding: (.+)\r$/gm)].map(([, encoding]) => encoding);

  const ascii = await deliver(`<p style="margin:0"><a href="${link}" style="color:red">Claim</a></p>`.repeat(5), `.\nClaim ${link}`);
  expect(encodings(ascii)).toEqual(["7bit", "7bit"]);
  expect(ascii.split(`<a href="${link}"\r\nstyle="color:red">`)).toHaveLength(6);
  expect(ascii).toMatch(new RegExp(`^\\.\r\nClaim\r\n${RegExp.escape(link)}\r$`, "m"));

  const latin = await deliver("<p>Zoë</p>", "Zoë");
  expect(encodings(latin)).toEqual(["quoted-printable", "quoted-printable"]);
  expect(latin).toContain("<p>Zo=C3=AB</p>");
  expect(encodings(await deliver(`<p>${"a".repeat(992)}</p>`, "a".repeat(999)))).toEqual(["quoted-printable", "quoted-printable"]);
});

test("email clients can unsubscribe with one click", () => {
  expect(unsubscribeHeaders("https://codes.example.org/unsubscribe/submit?token=1.abc_-")).toEqual({
    "List-Unsubscribe": "<https://codes.example.org/unsubscribe/submit?token=1.abc_->",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

/** The share of the time in which the server answered on as many connections as it allows, without the first emails. */
function busyShare({ accepted }: LimitedSmtpServer, connections: number): number {
  const first = accepted[Math.floor(accepted.length / 10)];
  const last = accepted.at(-1);
  return ((last?.busy ?? 0) - (first?.busy ?? 0)) / (connections * ((last?.at ?? 0) - (first?.at ?? 0)));
}

test.skipIf(!isHeavy)(
  "emails are sent at the speed of a server that allows 3 connections and 40 emails on each",
  async () => {
    const server = await startLimitedServer({
      connections: { max: 3, reply: "421 Too many concurrent connections" },
      emailsPerConnection: { max: 40, reply: "421 Too many messages in this connection" },
      latency: 50,
    });
    onTestFinished(() => server.close());
    const transport = transportFor(server.url);
    const outcomes = await Promise.all(Array.from({ length: 120 }, (_, index) => transport.deliver({ ...email, id: `email-${index}` })));
    expect(outcomes.filter(({ status }) => status !== "sent")).toEqual([]);
    expect(new Set(server.accepted.map(({ id }) => id)).size).toBe(120);
    expect(server.mostConnections).toBe(3);
    // The connections wait for the server nearly all the time.
    expect(busyShare(server, 3)).toBeGreaterThan(0.8);
  },
  60_000,
);

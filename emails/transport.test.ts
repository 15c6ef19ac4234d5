import { expect, onTestFinished, test } from "vitest";
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

test("gives up on a server that never sends a greeting and retries later", async () => {
  const server = await startSilentServer();
  onTestFinished(() => server.close());
  expect((await transportFor(server.url, { connect: 300, idle: 300 }).deliver(email)).status).toBe("retrying");
});

test("gives up on a server that stops responding without blocking other emails", async () => {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.stop());
  sink.onRecipient = (address) => (address.startsWith("ada") ? "hang" : null);
  const transport = transportFor(sink.url, { connect: 10_000, idle: 2000 });
  const unanswered = transport.deliver(email);
  expect(await transport.deliver({ ...email, to: "grace@example.org" })).toEqual({ status: "sent" });
  expect((await unanswered).status).toBe("retrying");
});

test("decides by the response code whether to retry", async () => {
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

test("retries an email when the sign-in fails", async () => {
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

test("never turns part of a subject or an email address into a header or a recipient", async () => {
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

test("encodes only texts with other characters than ASCII or with lines over 998 characters", async () => {
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

test("lets email clients unsubscribe with one click", () => {
  expect(unsubscribeHeaders("https://codes.example.org/unsubscribe/submit?token=1.abc_-")).toEqual({
    "List-Unsubscribe": "<https://codes.example.org/unsubscribe/submit?token=1.abc_->",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

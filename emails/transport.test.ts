import { expect, onTestFinished, test } from "vitest";
import { silentServer, smtpSink } from "@/tests/harness/smtp-sink";
import { type Mail, smtpMailer } from "./mailer";

const mail: Mail = {
  id: "019aa6c5-9012-7c41-8a3e-5d2b7f1c9e04",
  to: "ada@example.org",
  subject: "Your code",
  html: "<p>Here</p>",
  text: "Here",
};

function mailerFor(url: string, patience = { connecting: 300, talking: 300 }) {
  const mailer = smtpMailer({ url }, patience);
  onTestFinished(() => mailer.close());
  return { deliver: (each: Mail, from = "Gatehouse <codes@example.org>") => mailer.deliver(each, { from, replyTo: null }) };
}

test("a server that never greets is given up, and may be tried again", async () => {
  const server = await silentServer();
  onTestFinished(() => server.close());
  expect((await mailerFor(server.url).deliver(mail)).status).toBe("retrying");
});

test("a server that falls silent in the middle of a message is given up, and others do not wait behind it", async () => {
  const sink = await smtpSink();
  onTestFinished(() => sink.down());
  sink.behave = (address) => (address.startsWith("ada") ? "hang" : null);
  const mailer = mailerFor(sink.url);
  const silent = mailer.deliver(mail);
  expect(await mailer.deliver({ ...mail, to: "grace@example.org" })).toEqual({ status: "sent" });
  expect((await silent).status).toBe("retrying");
});

test("what the server says decides between now or never and later", async () => {
  const sink = await smtpSink();
  onTestFinished(() => sink.down());
  sink.behave = (address) => {
    const code = Number(/^\d+/.exec(address)?.[0]);
    return code ? { code, words: "so be it" } : null;
  };
  const mailer = mailerFor(sink.url);
  const said = async (to: string) => await mailer.deliver({ ...mail, to });
  expect(await said("ada@example.org")).toEqual({ status: "sent" });
  expect(await said("421@example.org")).toEqual({ status: "retrying", error: "421 so be it" });
  expect(await said("450@example.org")).toEqual({ status: "retrying", error: "450 so be it" });
  expect(await said("550@example.org")).toEqual({ status: "failed", error: "550 so be it" });
  expect(await said("552@example.org")).toEqual({ status: "failed", error: "552 so be it" });
  // Not about this recipient: staff have to mend it.
  expect(await said("530@example.org")).toEqual({ status: "retrying", error: "530 so be it" });
});

test("a wrong password is not held against the message", async () => {
  const sink = await smtpSink({ user: "gatehouse", password: "right" });
  onTestFinished(() => sink.down());
  expect(await mailerFor(sink.url.replace("right", "wrong")).deliver(mail)).toMatchObject({
    status: "retrying",
    error: expect.stringContaining("535"),
  });
  expect(await mailerFor(sink.url.replace("gatehouse:right@", "")).deliver(mail)).toMatchObject({
    status: "retrying",
    error: expect.stringContaining("530"),
  });
  expect(await mailerFor(sink.url).deliver(mail)).toEqual({ status: "sent" });
});

test("nothing in a subject or an address becomes a header or a recipient", async () => {
  const sink = await smtpSink();
  onTestFinished(() => sink.down());
  const mailer = mailerFor(sink.url);
  expect(await mailer.deliver({ ...mail, subject: "Your code\r\nBcc: spy@example.net\r\n\r\nBody" })).toEqual({ status: "sent" });
  await mailer.deliver({ ...mail, to: "ada@example.org, spy@example.net" });
  await mailer.deliver({ ...mail, to: "ada@example.org>\r\nRCPT TO:<spy@example.net" });
  expect(sink.idsFor("spy@example.net")).toEqual([]);
  const [head = ""] = sink.received[0]?.source.split("\r\n\r\n") ?? [];
  expect(head).not.toMatch(/^Bcc:/m);
  expect(head).toMatch(/^To: ada@example\.org\r$/m);
  expect(head).toMatch(/^Message-ID: <019aa6c5-9012-7c41-8a3e-5d2b7f1c9e04@example\.org>\r$/m);
});

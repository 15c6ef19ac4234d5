import { expect, onTestFinished, test } from "vitest";
import { startLimitedServer } from "@/tests/harness/limited-smtp-server";
import { smtpTransport } from "./transport";

const sender = { from: "codes@example.org", replyTo: null };
const message = (id: string) => ({ id, to: "ada@example.org", subject: "Your code", html: "<p>Here</p>", text: "Here" });
const turn = (recorded: Promise<void>, isHeld = async () => true) => ({ signal: new AbortController().signal, isHeld, recorded });

async function startTransport(idle = 10_000) {
  const server = await startLimitedServer({ connections: { max: 1, reply: "421 Too many connections" } });
  const transport = smtpTransport({ url: server.url }, { connect: 10_000, idle });
  onTestFinished(() => {
    transport.close();
    server.close();
  });
  return { server, transport };
}

test("a connection sends the content of an email once the one before is recorded", async () => {
  const { server, transport } = await startTransport();
  const first = Promise.withResolvers<void>();
  const atData = Promise.withResolvers<void>();
  const commands: string[] = [];
  expect(await transport.deliver(message("1"), sender, turn(first.promise))).toEqual({ status: "sent" });
  server.onCommand = (verb) => {
    commands.push(verb);
    if (verb === "DATA") atData.resolve();
  };
  const second = transport.deliver(message("2"), sender, turn(Promise.resolve()));
  await atData.promise;
  expect(commands).toEqual(["MAIL", "RCPT", "DATA"]);
  expect(server.accepted.map(({ id }) => id)).toEqual(["1"]);
  first.resolve();
  expect(await second).toEqual({ status: "sent" });
  expect(server.accepted.map(({ id }) => id)).toEqual(["1", "2"]);
});

test("an email whose job is lost while it waits is not sent at all, and others are sent afterwards", async () => {
  const { server, transport } = await startTransport();
  const answers = [true, false];
  const isHeld = async () => answers.shift() ?? true;
  expect(await transport.deliver(message("1"), sender, turn(Promise.resolve(), isHeld))).toMatchObject({ status: "retrying" });
  expect(await transport.deliver(message("2"), sender, turn(Promise.resolve()))).toEqual({ status: "sent" });
  expect(server.accepted.map(({ id }) => id)).toEqual(["2"]);
});

test("a server that takes long to accept an email is waited for, and not for its other answers", async () => {
  const { server, transport } = await startTransport(200);
  const { latency: _, ...limits } = server.limits;
  server.onCommand = (verb) => {
    server.limits = verb === "." ? { ...limits, latency: 700 } : limits;
  };
  expect(await transport.deliver(message("1"), sender)).toEqual({ status: "sent" });
  server.onCommand = (verb) => {
    server.limits = verb === "RCPT" ? { ...limits, latency: 700 } : limits;
  };
  expect(await transport.deliver(message("2"), sender)).toMatchObject({ status: "retrying" });
});

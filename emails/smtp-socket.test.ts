import type { LookupAddress } from "node:dns";
import { isIPv6 } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ResolveHost } from "@/lib/internal-hosts";
import type { SmtpServer } from "@/lib/smtp";
import { createCertificate } from "@/tests/harness/certificate";
import { startLimitedServer } from "@/tests/harness/limited-smtp-server";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { testSmtpConnection } from "./smtp-connection";
import { smtpTransport } from "./transport";

const timeouts = { connect: 10_000, idle: 10_000, total: 20_000 };
const metadata = "169.254.169.254";
const host = "smtp.example.org";

/** Answers each look-up with the next of some lists of addresses, and then with the last one. */
function answers(...lists: string[][]): ResolveHost & { count: number } {
  const resolve = async (): Promise<LookupAddress[]> =>
    (lists[Math.min(resolver.count++, lists.length - 1)] ?? []).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const resolver = Object.assign(resolve, { count: 0 });
  return resolver;
}

const settings = (port: number): SmtpServer => ({ host, port, security: "none", user: null, password: null });

async function startSink(options: Parameters<typeof startSmtpSink>[0] = {}) {
  const sink = await startSmtpSink(options);
  onTestFinished(() => sink.stop());
  return { received: sink.received, port: Number(new URL(sink.url).port) };
}

function transportTo(server: SmtpServer, resolve: ResolveHost) {
  const transport = smtpTransport(server, timeouts, resolve);
  onTestFinished(() => transport.close());
  const email = { to: "ada@example.org", subject: "Hello", html: "<p>Hello</p>", text: "Hello" };
  return (id: string) => transport.deliver({ ...email, id }, { from: "a@example.org", replyTo: null });
}

const refused = { status: "retrying", error: expect.stringContaining("isn't allowed") };

describe("a name whose addresses change", () => {
  test("is connected to at the address that was checked", async () => {
    const sink = await startSink();
    const resolve = answers(["127.0.0.1"], [metadata]);
    expect(await transportTo(settings(sink.port), resolve)("1")).toEqual({ status: "sent" });
    expect(resolve.count).toBe(1);
    expect(await testSmtpConnection(settings(sink.port), "a@example.org", timeouts, answers(["127.0.0.1"], [metadata]))).toMatchObject({
      passed: true,
    });
  });

  test("is checked again for each connection", async () => {
    const server = await startLimitedServer({ emailsPerConnection: { max: 1, reply: "421 Too many messages in this connection" } });
    onTestFinished(() => server.close());
    const deliver = transportTo(settings(server.port), answers(["127.0.0.1"], [metadata]));
    expect(await deliver("1")).toEqual({ status: "sent" });
    expect(await deliver("2")).toEqual(refused);
    expect(server.accepted).toHaveLength(1);
  });

  test("can be used again once it is allowed", async () => {
    const sink = await startSink();
    const deliver = transportTo(settings(sink.port), answers([metadata], ["127.0.0.1"]));
    expect(await deliver("1")).toEqual(refused);
    expect(await deliver("2")).toEqual({ status: "sent" });
  });
});

test.each([
  ["after an allowed one", ["127.0.0.1", metadata]],
  ["before an allowed one", ["fd00:ec2::254", "127.0.0.1"]],
  ["of IPv4 inside an address of IPv6", ["::ffff:169.254.169.254", "127.0.0.1"]],
])("a name with an internal address is not connected to: %s", async (_, addresses) => {
  const server = await startLimitedServer();
  onTestFinished(() => server.close());
  expect(await transportTo(settings(server.port), answers(addresses))("1")).toEqual(refused);
  expect(await testSmtpConnection(settings(server.port), "a@example.org", timeouts, answers(addresses))).toMatchObject({
    passed: false,
    steps: [{ step: "resolve", message: expect.stringContaining("isn't allowed") }],
  });
  expect(server.mostConnections).toBe(0);
});

test.each([
  ["IPv6 first", ["::1", "127.0.0.1"]],
  ["another one of IPv4 first", ["127.0.0.2", "127.0.0.1"]],
])("the next address is used if one isn't reachable: %s", async (_, addresses) => {
  const sink = await startSink();
  expect(await transportTo(settings(sink.port), answers(addresses))("1")).toEqual({ status: "sent" });
});

test("a name without addresses, and addresses without a server, are reported as unreachable", async () => {
  const unknown = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
  const failing = () => Promise.reject(unknown);
  const unreachable = { status: "retrying", isUnreachable: true };
  expect(await transportTo(settings(25), failing)("1")).toMatchObject(unreachable);
  expect(await transportTo(settings(1), answers(["::1", "127.0.0.1"]))("1")).toMatchObject(unreachable);
  const step = async (resolve: ResolveHost) => (await testSmtpConnection(settings(1), "a@example.org", timeouts, resolve)).steps.at(-1);
  expect(await step(failing)).toMatchObject({ step: "resolve", message: expect.stringContaining("doesn't exist") });
  expect(await step(answers(["127.0.0.1"]))).toMatchObject({ step: "connect", message: expect.stringContaining("refused") });
});

test("a look-up that never ends is given up", async () => {
  const transport = smtpTransport(settings(25), { connect: 100, idle: 100 }, () => new Promise(() => {}));
  onTestFinished(() => transport.close());
  const email = { id: "1", to: "ada@example.org", subject: "Hello", html: "<p>Hello</p>", text: "Hello" };
  expect(await transport.deliver(email, { from: "a@example.org", replyTo: null })).toMatchObject({ isUnreachable: true });
});

describe.each(["tls", "starttls"] as const)("over %s", (encryption) => {
  const encryptedUrl = (port: number, cert: string) =>
    `${encryption === "tls" ? "smtps" : "smtp"}://${host}:${port}?requireTLS=true&tls.ca=${encodeURIComponent(cert)}`;

  test("accepts a certificate for the name, not the address", async () => {
    const certificate = createCertificate(host);
    const sink = await startSink({ encryption, certificate });
    const server = { url: encryptedUrl(sink.port, certificate.cert) };
    expect(await transportTo(server, answers(["::1", "127.0.0.1"]))("1")).toEqual({ status: "sent" });
    expect(await testSmtpConnection(server, "a@example.org", timeouts, answers(["127.0.0.1"]))).toMatchObject({ passed: true });
  });

  test("refuses a certificate for another name", async () => {
    const certificate = createCertificate("mx.example.net");
    const sink = await startSink({ encryption, certificate });
    const server = { url: encryptedUrl(sink.port, certificate.cert) };
    expect(await transportTo(server, answers(["127.0.0.1"]))("1")).toMatchObject({ status: "retrying" });
    const { steps } = await testSmtpConnection(server, "a@example.org", timeouts, answers(["127.0.0.1"]));
    expect(steps.at(-1)).toMatchObject({ step: "encrypt", message: expect.stringContaining(`isn't valid for ${host}`) });
    expect(sink.received).toEqual([]);
  });
});

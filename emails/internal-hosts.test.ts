import { expect, test } from "vitest";
import { isInternalHost } from "@/lib/internal-hosts";
import { testSmtpConnection } from "./smtp-connection";
import { smtpTransport } from "./transport";

test.each([
  ...[
    "169.254.169.254",
    "[fe80::1]",
    "fe80::1%1",
    "fd00:ec2::254",
    "::ffff:169.254.169.254",
    "100.100.100.200",
    "2852039166",
    "0xa9fea9fe",
  ],
  ...["64:ff9b::169.254.169.254", "64:ff9b::6464:64c8", "2002:a9fe:a9fe::1"],
])("the internal address %s is refused", async (host) => expect(await isInternalHost(host)).toBe(true));

test.each(["64:ff9b::192.0.2.1", "2002:c000:201::1", "127.0.0.1", "localhost", "10.0.0.5", "::1", "192.0.2.1", "no-such-host.invalid"])(
  "the address %s is allowed",
  async (host) => expect(await isInternalHost(host)).toBe(false),
);

test("the test of a mail server doesn't connect to an internal address", async () => {
  const server = { host: "169.254.169.254", port: 25, security: "none", user: null, password: null } as const;
  expect(await testSmtpConnection(server, "a@example.org")).toMatchObject({
    passed: false,
    steps: [{ step: "resolve", passed: false, message: expect.stringContaining("isn't allowed") }],
  });
});

test("no email is sent to a server at an internal address, even if it was saved earlier", async () => {
  const transport = smtpTransport({ host: "169.254.169.254", port: 25, security: "none", user: null, password: null });
  const email = { id: "1", to: "ada@example.org", subject: "Hello", html: "<p>Hello</p>", text: "Hello" };
  const outcome = await transport.deliver(email, { from: "a@example.org", replyTo: null });
  transport.close();
  expect(outcome).toEqual({ status: "retrying", error: expect.stringContaining("isn't allowed") });
});

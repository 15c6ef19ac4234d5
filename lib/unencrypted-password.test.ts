import { expect, test } from "vitest";
import { describeUnencryptedPassword } from "./unencrypted-password";

const server = { host: "smtp.example.org", security: "none", user: "gatehouse" } as const;

test.each(["smtp.example.org", "mail", "10.0.0.5", "192.168.1.2", "2001:db8::1", "localhost.example.org", "127.example.org"])(
  "a password that goes to %s without encryption gets a warning",
  (host) => {
    expect(describeUnencryptedPassword({ ...server, host })).toBe(
      `The password is sent to ${host} without encryption, so others in between can read it. Use STARTTLS or TLS.`,
    );
  },
);

test.each(["localhost", "127.0.0.1", "127.0.1.1", "::1", "mail.localhost"])(
  "a password that goes to %s, which is this computer, gets no warning",
  (host) => {
    expect(describeUnencryptedPassword({ ...server, host })).toBeNull();
  },
);

test("an encrypted connection, or one without a password to send, gets no warning", () => {
  expect(describeUnencryptedPassword({ ...server, security: "starttls" })).toBeNull();
  expect(describeUnencryptedPassword({ ...server, security: "tls" })).toBeNull();
  expect(describeUnencryptedPassword({ ...server, user: null })).toBeNull();
  expect(describeUnencryptedPassword({ ...server, user: "" })).toBeNull();
  expect(describeUnencryptedPassword({ ...server, host: "" })).toBeNull();
  expect(describeUnencryptedPassword({ ...server, host: "not a host" })).toContain("not a host");
});

test("the warning says that it depends on the server if SMTP_URL leaves encryption open", () => {
  expect(describeUnencryptedPassword({ ...server, security: null })).toContain("if the server doesn't offer STARTTLS");
});

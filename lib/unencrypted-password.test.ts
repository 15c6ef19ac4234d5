import { expect, test } from "vitest";
import { describeUnencryptedPassword } from "./unencrypted-password";

const server = { host: "smtp.example.org", security: "none", user: "gatehouse" } as const;

test.each(["smtp.example.org", "mail", "10.0.0.5", "192.168.1.2", "2001:db8::1", "localhost.example.org", "127.example.org"])(
  "warns that the password goes to %s without encryption",
  (host) => {
    expect(describeUnencryptedPassword({ ...server, host })).toBe(
      `The password is sent to ${host} without encryption, so others in between can read it. Use STARTTLS or TLS.`,
    );
  },
);

test.each(["localhost", "127.0.0.1", "127.0.1.1", "::1", "mail.localhost"])("doesn't warn about %s, which is this computer", (host) => {
  expect(describeUnencryptedPassword({ ...server, host })).toBeNull();
});

test("doesn't warn with encryption, or without a password to send", () => {
  expect(describeUnencryptedPassword({ ...server, security: "starttls" })).toBeNull();
  expect(describeUnencryptedPassword({ ...server, security: "tls" })).toBeNull();
  expect(describeUnencryptedPassword({ ...server, user: null })).toBeNull();
  expect(describeUnencryptedPassword({ ...server, user: "" })).toBeNull();
  expect(describeUnencryptedPassword({ ...server, host: "" })).toBeNull();
  expect(describeUnencryptedPassword({ ...server, host: "not a host" })).toContain("not a host");
});

test("says that it depends on the server if SMTP_URL leaves encryption open", () => {
  expect(describeUnencryptedPassword({ ...server, security: null })).toContain("if the server doesn't offer STARTTLS");
});

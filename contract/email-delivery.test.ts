import { expect, test } from "vitest";
import { SmtpServerBody, updateEmailDeliveryEndpoint } from "./email-delivery";

const parseSender = (sender: string) => updateEmailDeliveryEndpoint.body.safeParse({ sender }).data?.sender;

test.each([
  ["codes@example.org", "codes@example.org"],
  [" Codes@Example.ORG ", "codes@example.org"],
  ["<codes@example.org>", "codes@example.org"],
  ["The Gate <codes@example.org>", "The Gate <codes@example.org>"],
  ['"The  Gate, Ltd."<codes@münchen.example>', "The Gate, Ltd. <codes@xn--mnchen-3ya.example>"],
  ["Tür & Tor ☕ <codes@example.org>", "Tür & Tor ☕ <codes@example.org>"],
])("the sender %j is normalized to %j", (input, normalized) => {
  expect(parseSender(input)).toBe(normalized);
  expect(parseSender(normalized)).toBe(normalized);
});

const server = { host: "smtp.example.org", port: 587, security: "starttls" };

test.each([
  ["SMTP.Example.org.", "smtp.example.org"],
  ["postfix", "postfix"],
  ["mail_1.internal", "mail_1.internal"],
  ["münchen.example", "xn--mnchen-3ya.example"],
  ["127.0.0.1", "127.0.0.1"],
  ["[2001:DB8::1]", "2001:db8::1"],
])("the host %j is normalized to %j", (input, normalized) => {
  expect(SmtpServerBody.parse({ ...server, host: input }).host).toBe(normalized);
});

test("the password of a mail server is kept as typed, and requires a username", () => {
  expect(SmtpServerBody.parse({ ...server, user: " ada ", password: " open  sesame " })).toMatchObject({
    user: "ada",
    password: " open  sesame ",
  });
  expect(SmtpServerBody.parse({ ...server, user: "" }).user).toBeNull();
  for (const user of [undefined, null, ""])
    expect(SmtpServerBody.safeParse({ ...server, user, password: "x" }).error?.issues).toMatchObject([{ path: ["user"] }]);
});

import { describe, expect, test } from "vitest";
import {
  accountRefusals,
  badMailboxResponses,
  otherRefusals,
  policyResponses,
  projectSender,
  senderRefusals,
} from "@/tests/harness/smtp-responses";
import { isBadMailbox, isRecipientRejection } from "./smtp-rejections";

describe("a server's response", () => {
  test.each(badMailboxResponses)("says that the mailbox is unknown, disabled or moved: %s", (response) => {
    expect(isBadMailbox(response)).toBe(true);
  });

  test.each([...policyResponses, ...accountRefusals, ...otherRefusals])("doesn't say that about the mailbox: %s", (response) => {
    expect(isBadMailbox(response)).toBe(false);
  });

  test.each(senderRefusals)("is about the sender that it names: %s", (response) => {
    expect(isBadMailbox(response, { senders: [projectSender] })).toBe(false);
    expect(isBadMailbox(response, { senders: ["lo@acme.example", "hello@acme.example.org"] })).toBe(!/may not send/.test(response));
  });
});

test.each(["RCPT TO", "DATA"])("a permanent response to %s can be about the recipient", (command) => {
  expect(isRecipientRejection("550 5.1.1 User unknown", command)).toBe(true);
  expect(isRecipientRejection("550 No such user here", command)).toBe(true);
  expect(isRecipientRejection("450 User unknown", command)).toBe(false);
});

test.each(["MAIL FROM", "EHLO", "CONN", undefined])("a response to %s can't be about the recipient", (command) => {
  expect(isRecipientRejection("550 5.1.1 User unknown", command)).toBe(false);
});

describe("a report", () => {
  test.each([
    ["5.0.0", "550-5.1.1 The email account that you tried to reach does not exist"],
    ["5.1.1", ""],
    ["5.1.10", "Recipient not found"],
    ["5.0.0", "User unknown"],
    ["5.1.0", "smtp; 550 mailbox unavailable"],
    [null, "smtp; 550 5.1.1 unknown"],
    ["5.5.0", "smtp;550 用户不存在"],
  ])("with status %s and the text %s is about the mailbox", (status, text) => {
    expect(isBadMailbox(text, { status })).toBe(true);
  });

  test.each([
    ["5.0.0", ""],
    ["5.1.0", "510 sender rejected"],
    ["5.7.1", "550 User unknown to our block list"],
    ["5.1.1", "550 5.7.1 Message rejected as spam"],
    ["5.4.4", "Host or domain name not found. Name service error for name=example.org type=A: Host not found"],
    ["4.4.7", "Message expired: unable to deliver in 840 minutes"],
    ["5.1.1", "450 4.2.2 Mailbox full"],
    ["5.0.0", "smtp; 450 mailbox unavailable"],
  ])("with status %s and the text %s isn't", (status, text) => {
    expect(isBadMailbox(text, { status })).toBe(false);
  });
});

test("a response doesn't take long to read, whatever it contains", () => {
  const start = performance.now();
  for (const part of ["user ", "no such or ", "a.", "<", "5.1.1", "用户", "550 ", " mailbox not be be ", "a@"])
    isBadMailbox(part.repeat(20_000));
  expect(performance.now() - start).toBeLessThan(1000);
});

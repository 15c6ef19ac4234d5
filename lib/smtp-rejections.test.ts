import { expect, test } from "vitest";
import { isRecipientRejection } from "./smtp-rejections";

test.each([
  ["550 5.1.1 The email account that you tried to reach does not exist", "RCPT TO"],
  ["550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 https://support.example.org", "RCPT TO"],
  ["550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found", "RCPT TO"],
  ["550 5.2.1 The email account that you tried to reach is disabled", "RCPT TO"],
  ["556 5.1.10 Recipient address has null MX", "RCPT TO"],
  ["550 5.1.1 User unknown", "DATA"],
  ["550 No such user here", "RCPT TO"],
  ["550 Unknown mailbox", "RCPT TO"],
  ["553 Invalid recipient", "RCPT TO"],
  ["554 delivery error: This user doesn't have an account", "RCPT TO"],
])("%s, in response to %s, is about the recipient", (response, command) => {
  expect(isRecipientRejection(response, command)).toBe(true);
});

test.each([
  ["550 5.7.1 Message rejected as spam", "RCPT TO"],
  ["554 5.7.1 Relay access denied", "RCPT TO"],
  ["550 5.7.26 Unauthenticated email is not accepted due to domain's DMARC policy", "DATA"],
  ["550 5.1.8 Sender address rejected: Domain not found", "RCPT TO"],
  ["553 5.1.7 The sender's address is invalid", "RCPT TO"],
  ["552 5.2.2 Mailbox full", "RCPT TO"],
  ["552 Mailbox full", "RCPT TO"],
  ["550 Mailbox quota exceeded", "RCPT TO"],
  ["552 5.3.4 Message too big", "DATA"],
  ["550 relay not permitted", "RCPT TO"],
  ["550 blocked using zen.example.org", "RCPT TO"],
  ["554 Your IP address is listed", "RCPT TO"],
  ["550 Sender verify failed", "RCPT TO"],
  ["554 Message rejected: Email address is not verified", "DATA"],
  ["550 No such user here", "DATA"],
  ["554 Transaction failed", undefined],
])("%s, in response to %s, is not about the recipient", (response, command) => {
  expect(isRecipientRejection(response, command)).toBe(false);
});

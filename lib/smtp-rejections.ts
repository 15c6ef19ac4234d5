/** An enhanced status code (RFC 3463) at the start of a server's response, after the reply code, or alone as in a bounce message. */
const enhancedStatus = /^(?:5\d\d[ -])?\s*([245]\.\d{1,3}\.\d{1,3})\b/;

/** The statuses of a recipient that doesn't exist or accepts no email. 5.1.7 and 5.1.8 are about the sender, 5.2.2 is a full mailbox. */
const permanentRecipientStatus = /^5\.(1\.([0-6]|9|10)|2\.1)$/;

/** Returns whether a response has an enhanced status code that refuses the recipient permanently. */
export function isPermanentRecipientStatus(response: string): boolean {
  const [, status] = enhancedStatus.exec(response.trim()) ?? [];
  return status !== undefined && permanentRecipientStatus.test(status);
}

/** The reply codes of RFC 5321 and RFC 7504 for a mailbox that doesn't exist or accepts no email. 552 is a full one. */
const mailboxReplyCode = /^5(21|50|51|53|54|56)\b/;

/** Words in responses that refuse the sender, the connection or the content. Servers without enhanced status codes use 550 for these too. */
const policyWords =
  /relay|spam|block|black|deny|denied|policy|policies|reputation|unauthorized|authorized|authenticate|authentication|unauthenticated|sender|\bfrom\b|spf|dkim|dmarc|rbl|dnsbl|listed|\brate\b|limit|quota|full|size|content|virus/i;

/**
 * Returns whether a permanent rejection is about the recipient, and not about the message, the sender or a policy. Without an enhanced status
 * code, only in response to the recipient.
 */
export function isRecipientRejection(response: string, command: string | undefined): boolean {
  if (enhancedStatus.test(response.trim())) return isPermanentRecipientStatus(response);
  return command === "RCPT TO" && mailboxReplyCode.test(response) && !policyWords.test(response);
}

import { badMailboxWording } from "./bad-mailbox-wordings";
import { mailboxWord, senderFaultWording } from "./sender-fault-wordings";

/** The enhanced status codes (RFC 3463, RFC 7505) of a recipient that doesn't exist or accepts no email. */
const badMailboxStatus = /^5\.(1\.([1236]|10)|2\.1)$/;

/** Those that say too little: what counts is the text. */
const vagueStatus = /^5\.(0\.0|1\.(0|4|9|35\d)|2\.0|3\.0|4\.[0-4]|5\.\d)$/;

/** An enhanced status code in a text, and not a part of an IP address, a version or a URL. */
const statusPattern = /(?<![\w./])[245]\.[0-7]\.\d{1,3}(?![\w]|\.\d)/g;

/** A reply code at the start of a text or a line, or in front of an enhanced status code. */
const replyCode = /(?:^|\n)\s*[245]\d\d(?=[\s-])|\b[245]\d\d[ -](?=#?[245]\.[0-7]\.\d)/g;

/** A temporary reply at the start of a text, or where a report quotes a server. */
const temporaryReply = /(?:^|;|said:)\s*4\d\d[\s-]/i;

const maxLength = 1500;

/**
 * Returns whether a server's response says that the recipient's mailbox doesn't exist, is disabled or has moved. Any other refusal may be
 * about us: our server, the sender, the content or how much we send. `status` is the enhanced status code of a report, if it is known apart
 * from the text.
 */
export function isBadMailbox(text: string, status: string | null = null): boolean {
  const readable = withoutLinks(text.slice(0, maxLength));
  if (temporaryReply.test(readable)) return false;
  const statuses = [status ?? "", ...(readable.match(statusPattern) ?? [])].filter((each) => each !== "");
  if (statuses.some((each) => !badMailboxStatus.test(each) && !vagueStatus.test(each))) return false;
  const words = comparableText(readable);
  const rest = words.replace(badMailboxWording, ` ${mailboxWord} `).replace(/ +/g, " ");
  if (senderFaultWording.test(rest)) return false;
  return words.search(badMailboxWording) !== -1 || statuses.some((each) => badMailboxStatus.test(each));
}

/** Returns whether a permanent rejection is about the recipient: only one in response to the recipient or the message can be. */
export function isRecipientRejection(response: string, command: string | undefined): boolean {
  return (command === "RCPT TO" || command === "DATA") && /^5\d\d\b/.test(response) && isBadMailbox(response);
}

/** Removes URLs, emails and host names, whose parts are no words of the server. */
const withoutLinks = (text: string): string =>
  text
    .replace(/\b(?:https?:\/\/|www\.)\S+/gi, " ")
    .replace(/<[^<>\s]*@[^<>\s]*>|[^\s<>()[\]:;,'"]+@[\w.-]+\.\w+/g, " ")
    .replace(/\b[a-z\d-]*[a-z][a-z\d-]*(?:\.[a-z\d-]+){2,}\b/gi, " ");

/** Returns the words of a text in lower case, without accents, apostrophes, punctuation, reply codes and status codes, each after a space. */
function comparableText(text: string): string {
  const letters = text
    .replace(replyCode, "\n")
    .replace(statusPattern, " ")
    .normalize("NFKD")
    .replace(/(\p{Script=Latin}|\p{Script=Greek})\p{M}+/gu, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’‘`]/g, "")
    .replace(/[łøı]/g, (letter) => ({ ł: "l", ø: "o", ı: "i" })[letter] ?? letter);
  return ` ${letters.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim()} `;
}

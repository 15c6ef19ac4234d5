import { badMailboxWording } from "./bad-mailbox-wordings";
import { mailboxWord, senderFaultWording, senderWord } from "./sender-fault-wordings";
import { textReadings } from "./text-readings";

/** The enhanced status codes (RFC 3463, RFC 7505) of a recipient that doesn't exist or accepts no email. */
const badMailboxStatus = /^5\.(1\.([1236]|10)|2\.1)$/;

/** Those that say too little: what counts is the text. */
const vagueStatus = /^5\.(0\.0|1\.(0|4|9|35\d)|2\.0|3\.0|4\.[0-4]|5\.\d)$/;

/** An enhanced status code in a text, and not a part of an IP address, a version or a URL. */
const statusPattern = /(?<![\w./])[245]\.[0-7]\.\d{1,3}(?![\w]|\.\d)/g;

/** A reply code at the start of a text or a line, or in front of an enhanced status code. */
const replyCode = /(?:^|\n)\s*[245]\d\d(?=[\s-])|\b[245]\d\d[ -](?=#?[245]\.[0-7]\.\d)/g;

/** How the field of a report says what kind of answer follows. */
const answerType = /^\s*(?:smtp|x-[\w-]+)\s*;/i;

/** A temporary reply at the start of a text, or where a report quotes a server. */
const temporaryReply = /(?:^|;|said:)\s*4\d\d[\s-]/i;

const maxLength = 1500;

/** The link of GMX, WEB.DE, 1&1 and mail.com to an explanation, except the one for recipients that don't exist. */
const explanationLink = /\bfor explanation visit \S*[?&]c=(?!r1601\b)/i;

type Report = {
  /** The enhanced status code of a report, if it is known apart from the text. */
  status?: string | null;
  /** The emails that we send from: a text that names one is about it. */
  senders?: readonly string[];
};

/**
 * Returns whether a server's response says that the recipient's mailbox doesn't exist, is disabled or has moved. Any other refusal may be
 * about us: our server, account or sender, the content or how much we send, or about a problem that passes.
 */
export function isBadMailbox(text: string, { status = null, senders = [] }: Report = {}): boolean {
  const shortened = text.slice(0, maxLength);
  if (explanationLink.test(shortened) || namesOne(shortened, senders)) return false;
  const readable = withoutLinks(shortened);
  if (temporaryReply.test(readable)) return false;
  const statuses = [status ?? "", ...(readable.match(statusPattern) ?? [])].filter((each) => each !== "");
  if (statuses.some((each) => !badMailboxStatus.test(each) && !vagueStatus.test(each))) return false;
  const readings = textReadings(readable).map(readWords);
  if (readings.some(({ isAboutUs }) => isAboutUs)) return false;
  return readings.some(({ isAboutMailbox }) => isAboutMailbox) || statuses.some((each) => badMailboxStatus.test(each));
}

function readWords(text: string): { isAboutUs: boolean; isAboutMailbox: boolean } {
  const words = comparableText(text);
  const rest = words.replace(badMailboxWording, (_, ...groups) => {
    const gap = groups.find((group) => typeof group === "string" && group !== words) ?? "";
    return ` ${mailboxWord} ${gap} `;
  });
  const isAboutUs = senderWord.test(words) || senderFaultWording.test(rest.replace(/ +/g, " "));
  return { isAboutUs, isAboutMailbox: words.search(badMailboxWording) !== -1 };
}

/** Returns whether a text contains one of some emails. */
function namesOne(text: string, emails: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return emails.some((email) => {
    const index = lower.indexOf(email.toLowerCase());
    return index !== -1 && !/[\w.+-]/.test(lower[index - 1] ?? "") && !/^(?:[\w-]|\.\w)/.test(lower.slice(index + email.length));
  });
}

/** Returns whether a permanent rejection is about the recipient: only one in response to the recipient or the message can be. */
export function isRecipientRejection(response: string, command: string | undefined, senders: readonly string[] = []): boolean {
  const isPermanent = /^5\d\d\b/.test(response) && !/\n[1-4]\d\d[ -]/.test(response);
  return (command === "RCPT TO" || command === "DATA") && isPermanent && isBadMailbox(response, { senders });
}

/** Removes URLs, emails and host names, whose parts are no words of the server. */
const withoutLinks = (text: string): string =>
  text
    .replace(/\b(?:https?:\/\/|www\.)\S+/gi, " ")
    .replace(/<[^<>\s]*@[^<>\s]*>|[^\s<>()[\]:;,'"]+@[\w.-]+\.\w+/g, " ")
    .replace(/\b[a-z\d-]*[a-z][a-z\d-]*(?:\.[a-z\d-]+){2,}\b/gi, " ");

/** Returns the words of a text in lower case, without accents, apostrophes, punctuation, reply codes and status codes, each after a space. */
export function comparableText(text: string): string {
  const letters = text
    .replace(answerType, "\n")
    .replace(replyCode, "\n")
    .replace(statusPattern, " ")
    .normalize("NFKD")
    .replace(/(\p{Script=Latin}|\p{Script=Greek}|\p{Script=Arabic}|\p{Script=Hebrew})\p{M}+/gu, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’‘`]/g, "")
    .replace(/[łøı]|đ/g, (letter) => ({ ł: "l", ø: "o", ı: "i", đ: "d" })[letter] ?? letter);
  return ` ${letters.replace(/[^\p{L}\p{M}\p{N}\ufffd]+/gu, " ").trim()} `;
}

import { sanitizeText } from "./sanitize-text";

/** Returns whether an error of a delivery is a permanent refusal by the mail server. */
export const isRefusal = (error: string): boolean => /^5\d\d(?:[ -]|$)/.test(error);

const links = /\b(?:https?:\/\/|www\.)\S+/gi;
const emails = /[^\s<>()[\]:;,'"]+@[\w.-]+/g;

/**
 * Returns what refusals for the same reason have in common: the reply code, the enhanced status code and the words, without what differs
 * from email to email, such as addresses, numbers, IDs and URLs.
 */
export function refusalReason(response: string): string {
  const [code = ""] = /^5\d\d/.exec(response) ?? [];
  const [status = ""] = /(?<![\w.])5\.[0-7]\.\d{1,3}(?![\w]|\.\d)/.exec(response) ?? [];
  const words = response
    .toLowerCase()
    .replace(links, " ")
    .replace(emails, " ")
    .replace(/[^\s]*\d[^\s]*/g, " ")
    // Long words without a space are IDs, except in languages that are written like that.
    .replace(/[\x21-\x7e]{25,}/g, " ")
    .replace(/[^\p{L}\p{M}]+/gu, " ")
    .trim();
  return [code, status, words.slice(0, 200)].filter((part) => part !== "").join(" ");
}

/** Returns a server's response as one line without emails, for texts that outlive a lead. */
export const quotableResponse = (response: string): string => sanitizeText(response.replace(emails, "…").replace(/\s+/g, " ").trim(), 300);

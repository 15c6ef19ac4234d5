// qmail, older Exim, Yahoo and others write their bounce messages as text, without the parts of RFC 3464.

/** What precedes the copy of the original message, or is its first line. */
const copyStart =
  /^[ \t>]*(?:-{2}.*\b(?:copy|original|below this line|returned|headers?)\b.*|(?:original message|message headers?) follows?\b.*|(?:Received|Return-Path|DKIM-Signature):.*)$/im;

/** Returns the text of a bounce message in front of the copy of the original message. */
function withoutOriginal(text: string): string {
  const { index } = copyStart.exec(text) ?? {};
  return index === undefined ? text : text.slice(0, index);
}

/** A recipient in a bounce message, and what it says about them. */
export type Paragraph = { address: string; text: string };

/** A line with nothing but an address, such as `<ada@example.org>:`. */
const addressLine = /^[ \t]*["<]*([^\s"<>:;,]+@[^\s"<>:;,]+?)[">]*:?[ \t]*$/;

const maxAddressLine = 400;

/** The length from which nothing is added to what is said about a recipient. */
const maxText = 2000;

/** Returns what a bounce message says below each line that is only an address, up to the next empty line or address. */
export function readParagraphs(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let current: Paragraph | null = null;
  for (const line of withoutOriginal(text).split(/\r\n|\n|\r/)) {
    const [, address] = (line.length <= maxAddressLine && addressLine.exec(line)) || [];
    if (address !== undefined) {
      current = { address, text: "" };
      paragraphs.push(current);
    } else if (line.trim() === "") current = null;
    else if (current && current.text.length < maxText) current.text = `${current.text}\n${line.trim()}`.trim();
  }
  return paragraphs.filter(({ text: said }) => said !== "");
}

/**
 * Returns the first permanent reply of a server that a text quotes, such as `550 5.1.1 No such user`, up to the next
 * empty line or what the reporting server adds. Null if there is none.
 */
export function quotedReply(text: string): string | null {
  const [, quoted] = /(?<![\d.])(5\d\d(?:[ -]|\r?$).*)/ms.exec(withoutOriginal(text)) ?? [];
  const [reply] = quoted?.split(/\r?\n[ \t]*\r?\n|Giving up on|I'm not going to try|\(in\s+reply to/, 1) ?? [];
  return reply?.replace(/\s+/g, " ").trim() ?? null;
}

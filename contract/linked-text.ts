// Without zod, because pages load this file.

/** A part of a text with Markdown links: plain text or a link. */
export type LinkedTextPart = string | { text: string; url: string };

/** `[text](url)`. The URL can contain pairs of parentheses. */
const linkPattern = /\[([^[\]]+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g;

const linkProtocols = ["https:", "http:", "mailto:"];

/** Returns a web or email URL that is safe to link to, or null. */
function safeUrl(text: string): string | null {
  const url = URL.parse(text);
  return url && linkProtocols.includes(url.protocol) && !url.username && !url.password ? url.href : null;
}

/** Splits a text at its Markdown links. All other Markdown, and links to other protocols, stay plain text. */
export function parseLinkedText(text: string): LinkedTextPart[] {
  const parts: LinkedTextPart[] = [];
  let end = 0;
  for (const { 0: whole, 1: label = "", 2: target = "", index } of text.matchAll(linkPattern)) {
    const url = safeUrl(target);
    if (url === null) continue;
    if (index > end) parts.push(text.slice(end, index));
    parts.push({ text: label, url });
    end = index + whole.length;
  }
  return end < text.length ? [...parts, text.slice(end)] : parts;
}

/** Whether all Markdown links of a text are safe. */
export const hasSafeLinks = (text: string): boolean =>
  [...text.matchAll(linkPattern)].every(([, , target = ""]) => safeUrl(target) !== null);

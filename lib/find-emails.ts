/** Returns the emails in a part of a response or payload, as leads have them, also in URLs. Finds too many rather than too few. */
export function findEmails(chunk: string): string[] {
  // Most texts between quotation marks have none, and searching them takes longest.
  const parts = chunk.split('"').filter((part) => /@|%40/.test(part));
  if (parts.length === 0) return [];
  const text = parts
    .join(" ")
    .toLowerCase()
    .replace(/\\(u[0-9a-f]{4}|.)/g, " ");
  const decoded = text.replace(/%([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  // The lengths have limits, so that the time doesn't grow with the square of the text's length.
  const matches = `${text} ${decoded}`.match(/[\w!#$%&'*+/=?^`{|}~.-]{1,64}@[a-z0-9.-]{0,253}[a-z0-9]/g) ?? [];
  // In `/leads/email/ada@example.org`, the email is after a character that emails can contain too.
  return [...new Set(matches.flatMap((match) => [match, ...[...match.matchAll(/[^\w.+@-]/g)].map(({ index }) => match.slice(index + 1))]))];
}

/** Converts a database timestamp (`2026-11-21 12:00:00.5+00`) to ISO 8601 in UTC with milliseconds. */
export function isoTimestamp(timestamp: string): string;
export function isoTimestamp(timestamp: string | null): string | null;
export function isoTimestamp(timestamp: string | null): string | null {
  if (timestamp === null) return null;
  // Connections use UTC, so parsing a date, which takes as long as reading the row, is rarely necessary.
  const fields = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/.exec(timestamp);
  if (fields) return `${fields[1]}T${fields[2]}.${(fields[3] ?? "").padEnd(3, "0")}Z`;
  return new Date(timestamp.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")).toISOString();
}

/** Converts a database timestamp (`2026-11-21 12:00:00.5+00`) to ISO 8601 in UTC with milliseconds. */
export function isoTimestamp(timestamp: string): string;
export function isoTimestamp(timestamp: string | null): string | null;
export function isoTimestamp(timestamp: string | null): string | null {
  return timestamp === null ? null : new Date(timestamp.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")).toISOString();
}

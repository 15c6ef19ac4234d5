/** The most characters that are removed at a time. */
const maxLength = 8;

/**
 * Removes what matches `trailing`, a pattern for up to eight characters at the end, as often as it matches. A pattern such as `/[.]+$/` takes
 * quadratic time for long texts from outside.
 */
export function trimEnd(text: string, trailing: RegExp): string {
  for (let end = text.length; ; ) {
    const [last] = trailing.exec(text.slice(Math.max(0, end - maxLength), end)) ?? [];
    if (last === undefined) return text.slice(0, end);
    end -= last.length;
  }
}

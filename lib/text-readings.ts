/** The encodings that servers use without saying so. */
const encodings = ["utf-8", "windows-1251", "koi8-r", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"] as const;

/**
 * Returns a text, and what else it can mean: when the bytes of a server's response aren't UTF-8, each is read as one character of
 * Latin-1, whatever they are.
 */
export function textReadings(text: string): string[] {
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return [text];
  const bytes = Buffer.from(text, "latin1");
  return [text, ...encodings.map((encoding) => new TextDecoder(encoding).decode(bytes))];
}

import iconv from "iconv-lite";
import type { TextEncoding } from "@/contract/table-files";

/** Decodes bytes piece by piece. What the encoding doesn't have becomes U+FFFD. Byte order marks are left out. */
type TextDecoding = { decode(bytes: Uint8Array): string; end(): string };

/** The pages of DOS and of the old Mac OS, which `TextDecoder` doesn't know, and UTF-32. */
const iconvNames: Partial<Record<TextEncoding, string>> = {
  IBM437: "cp437",
  IBM850: "cp850",
  IBM852: "cp852",
  IBM857: "cp857",
  "X-MAC-CE": "macCenteuro",
  "X-MAC-GREEK": "macGreek",
  "X-MAC-TURKISH": "macTurkish",
  "UTF-32LE": "utf-32le",
  "UTF-32BE": "utf-32be",
};

export function startDecoding(encoding: TextEncoding): TextDecoding {
  const name = iconvNames[encoding];
  if (name !== undefined) {
    const decoder = iconv.getDecoder(name);
    return { decode: (bytes) => decoder.write(Buffer.from(bytes)), end: () => decoder.end() ?? "" };
  }
  const decoder = new TextDecoder(encoding);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

export function decodeAll(encoding: TextEncoding, bytes: Uint8Array): string {
  const decoding = startDecoding(encoding);
  return (decoding.decode(bytes) + decoding.end()).normalize(encoding === "WINDOWS-1258" ? "NFC" : undefined);
}

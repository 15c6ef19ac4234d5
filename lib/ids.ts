import { hash, randomBytes, randomInt } from "node:crypto";
import { v7 } from "uuid";

/** Lowercase letters and digits without vowels and look-alikes, so that no text spells a word or is misread (docs/interface.md, "Codes"). */
export const alphanumericAlphabet = "bcdfghjkmnpqrstvwxyz23456789";

/** Creates a UUIDv7. Ids sort by creation time in milliseconds. */
export const newId = (): string => v7();

/** Returns the smallest id that could be created at `time` (milliseconds since 1970). */
export function minIdAt(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Returns the SHA-256 hash of a text in hex. */
export const sha256Hex = (text: string): string => hash("sha256", text);

/** Returns `length` characters of `alphabet`, chosen uniformly with a CSPRNG. */
export function randomString(alphabet: string, length: number): string {
  let text = "";
  for (let i = 0; i < length; i++) text += alphabet[randomInt(alphabet.length)];
  return text;
}

/** Returns random bytes in hex. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString("hex");

import { hash, randomBytes, randomInt } from "node:crypto";
import { v7 } from "uuid";
import { currentTime } from "./clock";

/** Lowercase letters and digits without vowels and look-alikes, so that no text spells a word or is misread (docs/interface.md, "Codes"). */
export const alphanumericAlphabet = "bcdfghjkmnpqrstvwxyz23456789";

/** How far the clock must go back, in milliseconds, until ids follow it: then it was corrected. */
const maxBackwardStep = 10_000;

let last = { msecs: Number.NEGATIVE_INFINITY, seq: 0 };

/** Creates a UUIDv7. Ids sort by creation time by the database's clock, and those of a process in the order in which they were created. */
export function newId(): string {
  const time = currentTime();
  const isNewTime = time > last.msecs || last.msecs - time > maxBackwardStep;
  // The sequence has 32 bits, and starts in the lower half.
  last = isNewTime ? { msecs: time, seq: randomInt(2 ** 31) } : { ...last, seq: last.seq + 1 };
  return v7(last);
}

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

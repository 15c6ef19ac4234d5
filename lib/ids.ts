import { createHash, randomBytes, randomInt } from "node:crypto";
import { v7 } from "uuid";

/** A new id; ids made later sort after it, to the millisecond. */
export const newId = (): string => v7();

/** SHA-256 in hex: what is stored of a secret that need only be recognised. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** `length` characters of `alphabet`, each drawn evenly by the operating system's generator. */
export function randomText(alphabet: string, length: number): string {
  let text = "";
  for (let i = 0; i < length; i++) text += alphabet[randomInt(alphabet.length)];
  return text;
}

/** `bytes` random bytes in hex. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString("hex");

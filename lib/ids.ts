import { createHash, randomBytes, randomInt } from "node:crypto";
import { v7 } from "uuid";

/** A new id; ids made later sort after it, to the millisecond. */
export const newId = (): string => v7();

/** The least id that can have been made at `time`, in milliseconds since 1970: ids begin with it. */
export function leastIdAt(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

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

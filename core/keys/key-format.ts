import { createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
import type { KeyKind } from "@/contract/keys";
import { randomString } from "@/lib/ids";
import { publicKeyPattern, secretKeyPattern } from "@/lib/key-patterns";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const checksumLength = 6;

/** The prefix and the number of characters after it, for each kind of key (docs/interface.md, "Base URL, keys and envelope"). */
export const keyFormats: Readonly<Record<KeyKind, { prefix: string; length: number }>> = {
  public_key: { prefix: "pk_", length: 32 },
  secret_key: { prefix: "sk_", length: 40 },
};

/** Returns the CRC-32 of a text as six base62 characters. */
export function checksum(text: string): string {
  let remaining = crc32(text);
  let result = "";
  for (let index = 0; index < checksumLength; index++, remaining = Math.floor(remaining / base62.length))
    result = base62[remaining % base62.length] + result;
  return result;
}

/** Generates a key: random characters and a checksum of six characters, which lets secret scanners recognize keys. */
export function generateKey(kind: KeyKind): string {
  const { prefix, length } = keyFormats[kind];
  const body = prefix + randomString(base62, length - checksumLength);
  return body + checksum(body);
}

/** Derives a project's first secret key from AUTH_SECRET and the project's salt, so that the terminal and the setup page show the same one. */
export function deriveFirstSecretKey(authSecret: string, salt: string): string {
  const { prefix, length } = keyFormats.secret_key;
  const digits: string[] = [];
  for (let rest = BigInt(`0x${createHmac("sha512", authSecret).update(`gatehouse first secret key ${salt}`).digest("hex")}`); rest > 0n; ) {
    digits.push(base62[Number(rest % 62n)] ?? "");
    rest /= 62n;
  }
  const body =
    prefix +
    digits
      .join("")
      .padEnd(length, "0")
      .slice(0, length - checksumLength);
  return body + checksum(body);
}

/** Returns the kind of key that a text looks like, or null. It ignores the checksum, because keys set at installation don't need one. */
export function parseKeyKind(text: string): KeyKind | null {
  if (publicKeyPattern.test(text)) return "public_key";
  return secretKeyPattern.test(text) ? "secret_key" : null;
}

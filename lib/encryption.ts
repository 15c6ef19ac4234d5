import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { authSecret } from "./env";

const form = "1";
const nonceLength = 12;
const tagLength = 16;

/** A key for each purpose, so that what is sealed for one opens for no other. */
function keyFor(purpose: string): Buffer {
  const secret = authSecret();
  if (made.secret !== secret || made.keys.size >= mostKeys) made = { secret, keys: new Map() };
  const known = made.keys.get(purpose);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", secret, "", `gatehouse seal ${purpose}`, 32));
  made.keys.set(purpose, key);
  return key;
}

// Every mail has several links sealed; their purposes are few.
const mostKeys = 100;
let made = { secret: "", keys: new Map<string, Buffer>() };

/** Encrypts a text (AES-256-GCM, by a key made of AUTH_SECRET) so that only `unseal` with the same purpose reads it. */
export function seal(text: string, purpose: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), nonce, { authTagLength: tagLength });
  const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${form}.${sealed.toString("base64url")}`;
}

/** What `seal` was given. Throws where it is damaged, or was sealed for another purpose or with another secret. */
export function unseal(sealed: string, purpose: string): string {
  const [version, text = "", ...rest] = sealed.split(".");
  const bytes = Buffer.from(text, "base64url");
  if (version !== form || rest.length > 0 || bytes.length < nonceLength + tagLength) throw new Error("This was not sealed here");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), bytes.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAuthTag(bytes.subarray(-tagLength));
  return decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, "utf8") + decipher.final("utf8");
}

/** A short mark of a text (HMAC-SHA-256, by a key made of AUTH_SECRET; 22 characters) that nobody else can make. */
export const markOf = (text: string, purpose: string): string =>
  createHmac("sha256", keyFor(purpose)).update(text).digest("base64url").slice(0, 22);

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

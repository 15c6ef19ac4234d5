import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { authSecret, authSecrets } from "./env";
import { sha256Hex } from "./ids";

const formatVersion = "1";
const nonceLength = 12;
const tagLength = 16;

/** Derives one key per purpose, so that a text can only be decrypted for the purpose it was encrypted for. */
function keyFor(purpose: string, secret: string): KeyObject {
  const cacheKey = `${secret} ${purpose}`;
  const cachedKey = keyCache.get(cacheKey);
  if (cachedKey) return cachedKey;
  if (keyCache.size >= maxCachedKeys) keyCache.clear();
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", `gatehouse seal ${purpose}`, 32)));
  keyCache.set(cacheKey, key);
  return key;
}

// Every email contains several tokens, but there are only a few purposes.
const maxCachedKeys = 100;
const keyCache = new Map<string, KeyObject>();

/** Encrypts a text with AES-256-GCM and a key derived from AUTH_SECRET. Only `decrypt` with the same purpose can read it. */
export function encrypt(text: string, purpose: string, secret = authSecret()): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose, secret), nonce, { authTagLength: tagLength });
  const encrypted = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${formatVersion}.${encrypted.toString("base64url")}`;
}

/** Decrypts a text with AUTH_SECRET or an earlier one. Throws if it was modified, or encrypted for another purpose or with another secret. */
export function decrypt(encrypted: string, purpose: string, secrets = authSecrets()): string {
  const [version, text = "", ...rest] = encrypted.split(".");
  const bytes = Buffer.from(text, "base64url");
  // Decoding ignores invalid characters and unused bits, so that many texts would decrypt to the same one.
  const isCanonical = bytes.toString("base64url") === text;
  if (version !== formatVersion || rest.length > 0 || !isCanonical || bytes.length < nonceLength + tagLength)
    throw new Error("The text was not encrypted by Gatehouse");
  const [secret = "", ...earlierSecrets] = secrets;
  try {
    return decryptBytes(bytes, keyFor(purpose, secret));
  } catch (error) {
    if (earlierSecrets.length === 0) throw error;
    return decrypt(encrypted, purpose, earlierSecrets);
  }
}

function decryptBytes(bytes: Buffer, key: KeyObject): string {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAuthTag(bytes.subarray(-tagLength));
  return decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, "utf8") + decipher.final("utf8");
}

/** Signs a text: HMAC-SHA-256 with a key derived from AUTH_SECRET, truncated to 22 base64url characters. */
export const signature = (text: string, purpose: string, secret = authSecret()): string =>
  createHmac("sha256", keyFor(purpose, secret)).update(text).digest("base64url").slice(0, 22);

/** Returns whether a signature of a text was made with AUTH_SECRET or an earlier one. */
export const isSignature = (candidate: string, text: string, purpose: string, secrets = authSecrets()): boolean =>
  secrets.some((secret) => constantTimeEqual(candidate, signature(text, purpose, secret)));

/** Returns a text that was encrypted with an earlier secret encrypted with AUTH_SECRET, or null if it already is or can't be read. */
export function reencrypt(encrypted: string, purpose: string, secrets = authSecrets()): string | null {
  const [secret = "", ...earlierSecrets] = secrets;
  try {
    return encrypt(decrypt(encrypted, purpose, earlierSecrets), purpose, secret);
  } catch {
    return null;
  }
}

/** Compares two texts in constant time, whatever their lengths. */
export const constantTimeEqual = (first: string, second: string): boolean =>
  timingSafeEqual(Buffer.from(sha256Hex(first)), Buffer.from(sha256Hex(second)));

/** Encrypts 16 bytes into 16 bytes with AES-256 and a key derived from AUTH_SECRET. Equal blocks are encrypted equally, so they need random bytes. */
export function encryptBlock(block: Uint8Array, purpose: string, secret = authSecret()): Buffer {
  const cipher = createCipheriv("aes-256-ecb", keyFor(purpose, secret), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}

/** Decrypts 16 bytes with AUTH_SECRET or an earlier one: the first with which they are valid. Returns null if there is none. */
export function decryptBlock(
  encrypted: Uint8Array,
  purpose: string,
  isValid: (block: Buffer) => boolean,
  secrets = authSecrets(),
): Buffer | null {
  for (const secret of secrets) {
    const decipher = createDecipheriv("aes-256-ecb", keyFor(purpose, secret), null).setAutoPadding(false);
    const block = Buffer.concat([decipher.update(encrypted), decipher.final()]);
    if (isValid(block)) return block;
  }
  return null;
}

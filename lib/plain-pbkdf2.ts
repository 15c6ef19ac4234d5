import { pbkdf2 } from "@noble/hashes/pbkdf2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { DeriveKeyFunction } from "altcha-lib";

/** Milliseconds after which the page can react to input again. */
const longestBlock = 40;
let lastPause = 0;

/** Derives a key of a challenge in JavaScript. It pauses often enough that the page stays responsive. */
export const deriveKey: DeriveKeyFunction = async ({ cost, keyLength = 32 }, salt, password) => {
  if (performance.now() - lastPause > longestBlock) {
    await new Promise((resolve) => setTimeout(resolve));
    lastPause = performance.now();
  }
  return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) };
};

import { describe, expect, test } from "vitest";
import { decrypt, encrypt, isSignature, reencrypt, signature } from "./encryption";

const secret = "JBSWY3DPEHPK3PXP";
const purpose = "tests";

test.each(["", secret, "für Ada, mit Umlaut ✓", "x".repeat(10_000)])("an encrypted text can be decrypted", (text) => {
  expect(decrypt(encrypt(text, purpose), purpose)).toBe(text);
});

test("the ciphertext differs each time and never contains the text", () => {
  const ciphertexts = Array.from({ length: 100 }, () => encrypt(secret, purpose));
  expect(new Set(ciphertexts).size).toBe(100);
  for (const ciphertext of ciphertexts) {
    expect(ciphertext).toMatch(/^1\.[\w-]+$/);
    expect(Buffer.from(ciphertext.slice(2), "base64url").toString("latin1")).not.toContain(secret);
  }
});

test("a text that was encrypted for another purpose is rejected", () => {
  expect(() => decrypt(encrypt(secret, purpose), "other tests")).toThrow();
});

describe("rejects a text", () => {
  test("with any byte changed", () => {
    const bytes = Buffer.from(encrypt(secret, purpose).slice(2), "base64url");
    for (const [index, byte] of bytes.entries()) {
      const damaged = Buffer.from(bytes);
      damaged[index] = byte ^ 1;
      expect(() => decrypt(`1.${damaged.toString("base64url")}`, purpose), `byte ${index}`).toThrow();
    }
  });

  test.each(["", "1", "1.", "1.AAAA", "plain text"])("that was never encrypted: %j", (text) => {
    expect(() => decrypt(text, purpose)).toThrow();
  });

  test("that was truncated, extended or has another format version", () => {
    const ciphertext = encrypt(secret, purpose);
    for (const text of [ciphertext.slice(0, -4), `${ciphertext}AAAA`, `${ciphertext}.1`, ciphertext.replace("1.", "2.")])
      expect(() => decrypt(text, purpose), text).toThrow();
  });

  test("with characters that decoding ignores", () => {
    for (const length of [0, 1, 2]) {
      const ciphertext = encrypt("x".repeat(length), purpose);
      for (const suffix of ["A", "=", "==", "!", " ", "\n", "%", "é"])
        expect(() => decrypt(ciphertext + suffix, purpose), suffix).toThrow();
      expect(() => decrypt(`1. ${ciphertext.slice(2)}`, purpose)).toThrow();
    }
  });

  test("with another spelling of the same bytes", () => {
    // The nonce and the tag have 28 bytes: of the last character, 2 bits count, or 4 bits after one more byte.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (const length of [0, 1]) {
      const ciphertext = encrypt("x".repeat(length), purpose);
      for (const last of alphabet) {
        const text = ciphertext.slice(0, -1) + last;
        if (text !== ciphertext) expect(() => decrypt(text, purpose), last).toThrow();
      }
    }
    let standard = encrypt(secret, purpose);
    while (!/[-_]/.test(standard)) standard = encrypt(secret, purpose);
    expect(() => decrypt(standard.replaceAll("-", "+").replaceAll("_", "/"), purpose)).toThrow();
  });
});

describe("after the secret was changed", () => {
  const [current, earlier, unknown] = ["c", "e", "u"].map((letter) => letter.repeat(32)) as [string, string, string];

  test("texts of an earlier secret are read, and those of an unknown one aren't", () => {
    expect(decrypt(encrypt(secret, purpose, earlier), purpose, [current, earlier])).toBe(secret);
    expect(decrypt(encrypt(secret, purpose, current), purpose, [current, earlier])).toBe(secret);
    for (const by of [unknown, earlier]) expect(() => decrypt(encrypt(secret, purpose, by), purpose, [current])).toThrow();
  });

  test("signatures of an earlier secret are valid, and those of an unknown one aren't", () => {
    const isValid = (by: string) => isSignature(signature(secret, purpose, by), secret, purpose, [current, earlier]);
    expect([current, earlier, unknown].map(isValid)).toEqual([true, true, false]);
  });

  test("texts of an earlier secret are encrypted again, and others aren't", () => {
    const again = reencrypt(encrypt(secret, purpose, earlier), purpose, [current, earlier]);
    expect(decrypt(again ?? "", purpose, [current])).toBe(secret);
    for (const by of [current, unknown]) expect(reencrypt(encrypt(secret, purpose, by), purpose, [current, earlier])).toBeNull();
  });
});

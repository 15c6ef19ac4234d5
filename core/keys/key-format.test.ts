import { describe, expect, test } from "vitest";
import type { KeyKind } from "@/contract/keys";
import { checksum, generateKey, parseKeyKind } from "./key-format";

describe.each<[KeyKind, RegExp]>([
  ["public_key", /^pk_[0-9A-Za-z]{32}$/],
  ["secret_key", /^sk_[0-9A-Za-z]{40}$/],
])("a new %s", (kind, pattern) => {
  const keys = Array.from({ length: 200 }, () => generateKey(kind));

  test("has the format of its kind", () => {
    for (const key of keys) expect(key).toMatch(pattern);
    expect(new Set(keys.map(parseKeyKind))).toEqual(new Set([kind]));
  });

  test("ends with the checksum of the characters before it", () => {
    for (const key of keys) expect(key.slice(-6)).toBe(checksum(key.slice(0, -6)));
  });

  test("is unique and uses the whole alphabet", () => {
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys.flatMap((key) => [...key.slice(3, -6)])).size).toBe(62);
  });
});

test("a checksum has six characters, changes with one letter, and is CRC-32 in base62", () => {
  expect(checksum("")).toBe("000000");
  expect(checksum("123456789")).toBe(toBase62(0xcbf43926));
  expect(checksum("pk_a")).not.toBe(checksum("pk_b"));
});

function toBase62(value: number): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let text = "";
  for (let rest = value; text.length < 6; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text;
  return text;
}

test.each([
  ["an empty string", ""],
  ["only a prefix", "sk_"],
  ["one character too few", `sk_${"a".repeat(39)}`],
  ["one character too many", `pk_${"a".repeat(33)}`],
  ["a secret prefix on a public length", `sk_${"a".repeat(32)}`],
  ["an unknown prefix", `rk_${"a".repeat(40)}`],
  ["a hyphen inside", `sk_${"a".repeat(39)}-`],
  ["a line break inside", `sk_${"a".repeat(39)}\n`],
  ["letters outside ASCII", `sk_${"é".repeat(40)}`],
])("the text %s is rejected as a key", (_, text) => {
  expect(parseKeyKind(text)).toBeNull();
});

import { describe, expect, test } from "vitest";
import { checksum, generateKey, type KeyKind, parseKeyKind } from "./key";

describe.each<[KeyKind, RegExp]>([
  ["public_key", /^pk_[0-9A-Za-z]{32}$/],
  ["secret_key", /^sk_[0-9A-Za-z]{40}$/],
])("a new %s", (kind, form) => {
  const keys = Array.from({ length: 200 }, () => generateKey(kind));

  test("has its form", () => {
    for (const key of keys) expect(key).toMatch(form);
    expect(new Set(keys.map(parseKeyKind))).toEqual(new Set([kind]));
  });

  test("ends with the checksum of what stands before", () => {
    for (const key of keys) expect(key.slice(-6)).toBe(checksum(key.slice(0, -6)));
  });

  test("never comes twice, and uses the whole alphabet", () => {
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys.flatMap((key) => [...key.slice(3, -6)])).size).toBe(62);
  });
});

test("a checksum has six characters, changes with one letter, and is CRC-32 in base62", () => {
  expect(checksum("")).toBe("000000");
  expect(checksum("123456789")).toBe(inBase62(0xcbf43926));
  expect(checksum("pk_a")).not.toBe(checksum("pk_b"));
});

function inBase62(value: number): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let text = "";
  for (let rest = value; text.length < 6; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text;
  return text;
}

test.each([
  ["nothing", ""],
  ["a prefix alone", "sk_"],
  ["one character too few", `sk_${"a".repeat(39)}`],
  ["one character too many", `pk_${"a".repeat(33)}`],
  ["a secret prefix on a public length", `sk_${"a".repeat(32)}`],
  ["another prefix", `rk_${"a".repeat(40)}`],
  ["a hyphen inside", `sk_${"a".repeat(39)}-`],
  ["a line break inside", `sk_${"a".repeat(39)}\n`],
  ["letters outside ASCII", `sk_${"é".repeat(40)}`],
])("a key is not %s", (_, text) => {
  expect(parseKeyKind(text)).toBeNull();
});

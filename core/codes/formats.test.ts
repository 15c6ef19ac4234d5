import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CodeType } from "@/contract/codes";
import { codeTypes } from "@/contract/kinds";
import { normalizeCode } from "@/contract/normalize";
import { alphanumericAlphabet, drawCode, formats } from "./formats";

const forms: Record<CodeType, RegExp> = {
  creative: /^[a-z]+-[a-z]+$/,
  alphanumeric: /^[bcdfghjkmnpqrstvwxyz23456789]{6}$/,
  numeric: /^[0-9]{6}$/,
};

const edges: Record<CodeType, [string, string]> = {
  creative: ["abiding-", "-zydeco"],
  alphanumeric: ["bbbbbb", "999999"],
  numeric: ["000000", "999999"],
};

describe.each(codeTypes)("%s", (type) => {
  const format = formats[type];

  test("begins and ends where its alphabet does", () => {
    expect(format.at(0).startsWith(edges[type][0])).toBe(true);
    expect(format.at(format.size - 1).endsWith(edges[type][1])).toBe(true);
  });

  test("numbers each code once, in its form", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: format.size - 1 }), fc.integer({ min: 0, max: format.size - 1 }), (one, other) => {
        expect(format.at(one)).toMatch(forms[type]);
        expect(normalizeCode(format.at(one)) === normalizeCode(format.at(other))).toBe(one === other);
      }),
    );
  });

  test("is drawn from its space", () => {
    for (let i = 0; i < 2000; i++) expect(drawCode(format)).toMatch(forms[type]);
  });
});

test("the formats are as large as promised", () => {
  expect(formats.numeric.size).toBe(10 ** 6);
  expect(formats.alphanumeric.size).toBe(28 ** 6);
  expect(formats.creative.size).toBeGreaterThan(2_500_000);
});

test("the unmistakable alphabet has no vowels and no look-alikes", () => {
  expect(alphanumericAlphabet).toBe("bcdfghjkmnpqrstvwxyz23456789");
  expect(alphanumericAlphabet).not.toMatch(/[aeiou01l]/);
});

// Pearson's test. The bound is the quantile that a fair generator passes about once in ten million runs (Wilson and Hilferty).
function isEven(counts: readonly number[]): boolean {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const expected = total / counts.length;
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const freedom = counts.length - 1;
  const bound = freedom * (1 - 2 / (9 * freedom) + 5.2 * Math.sqrt(2 / (9 * freedom))) ** 3;
  return statistic < bound;
}

describe("draws", () => {
  const draws = 100_000;

  /** How often each character stands at each place of many draws. */
  function tallies(drawOne: () => string, alphabet: string): number[][] {
    const counts = Array.from({ length: 6 }, () => new Map<string, number>());
    for (let i = 0; i < draws; i++) {
      const text = drawOne();
      for (const [place, count] of counts.entries()) count.set(text.charAt(place), (count.get(text.charAt(place)) ?? 0) + 1);
    }
    return counts.map((count) => [...alphabet].map((character) => count.get(character) ?? 0));
  }

  test("of digits are even at every place", () => {
    for (const counts of tallies(() => drawCode(formats.numeric), "0123456789")) expect(isEven(counts)).toBe(true);
  });

  test("of letters are even at every place", () => {
    for (const counts of tallies(() => drawCode(formats.alphanumeric), alphanumericAlphabet)) expect(isEven(counts)).toBe(true);
  });

  test("of words are even in both", () => {
    const adjectives = new Map<string, number>();
    const nouns = new Map<string, number>();
    for (let i = 0; i < draws; i++) {
      const [adjective = "", noun = ""] = drawCode(formats.creative).split("-");
      adjectives.set(adjective, (adjectives.get(adjective) ?? 0) + 1);
      nouns.set(noun, (nouns.get(noun) ?? 0) + 1);
    }
    expect(isEven([...adjectives.values()])).toBe(true);
    expect(isEven([...nouns.values()])).toBe(true);
    expect(adjectives.size * nouns.size).toBe(formats.creative.size);
  });

  test("the check sees a generator that takes the remainder of a byte", () => {
    const biased = () => [...randomBytes(6)].map((byte) => alphanumericAlphabet.charAt(byte % alphanumericAlphabet.length)).join("");
    for (const counts of tallies(biased, alphanumericAlphabet)) expect(isEven(counts)).toBe(false);
  });
});

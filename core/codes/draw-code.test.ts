import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unambiguousCharacters } from "@/contract/code-patterns";
import type { CodeType } from "@/contract/codes";
import { codeTypes } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import { alphanumericAlphabet } from "@/lib/ids";
import { drawCode, formats } from "./draw-code";

const patterns: Record<CodeType, RegExp> = {
  creative: /^[a-z]+-[a-z]+$/,
  alphanumeric: /^[bcdfghjkmnpqrstvwxyz23456789]{6}$/,
  numeric: /^[0-9]{6}$/,
};

const firstAndLast: Record<CodeType, [string, string]> = {
  creative: ["abiding-", "-zydeco"],
  alphanumeric: ["bbbbbb", "999999"],
  numeric: ["000000", "999999"],
};

describe.each(codeTypes)("%s", (type) => {
  const format = formats[type];

  test("starts with its first code and ends with its last", () => {
    expect(format.at(0).startsWith(firstAndLast[type][0])).toBe(true);
    expect(format.at(format.size - 1).endsWith(firstAndLast[type][1])).toBe(true);
  });

  test("numbers each code once, in the format", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: format.size - 1 }), fc.integer({ min: 0, max: format.size - 1 }), (index, otherIndex) => {
        expect(format.at(index)).toMatch(patterns[type]);
        expect(normalizeCode(format.at(index)) === normalizeCode(format.at(otherIndex))).toBe(index === otherIndex);
      }),
    );
  });

  test("draws codes of the format", () => {
    for (let i = 0; i < 2000; i++) expect(drawCode(format)).toMatch(patterns[type]);
  });
});

test("the formats have the documented sizes", () => {
  expect(formats.numeric.size).toBe(10 ** 6);
  expect(formats.alphanumeric.size).toBe(28 ** 6);
  expect(formats.creative.size).toBeGreaterThan(2_000_000);
});

test("the alphanumeric alphabet has no vowels and no look-alikes", () => {
  expect(alphanumericAlphabet).toBe("bcdfghjkmnpqrstvwxyz23456789");
  expect(alphanumericAlphabet).toBe(unambiguousCharacters);
  expect(alphanumericAlphabet).not.toMatch(/[aeiou01l]/);
});

// Pearson's chi-squared test. A fair generator exceeds the bound about once in ten million runs (Wilson and Hilferty).
function isUniform(counts: readonly number[]): boolean {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const expected = total / counts.length;
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const degreesOfFreedom = counts.length - 1;
  const bound = degreesOfFreedom * (1 - 2 / (9 * degreesOfFreedom) + 5.2 * Math.sqrt(2 / (9 * degreesOfFreedom))) ** 3;
  return statistic < bound;
}

describe("drawing codes", () => {
  const drawCount = 100_000;

  /** Counts how often each character appears at each position. */
  function countCharacters(drawText: () => string, alphabet: string): number[][] {
    const counts = Array.from({ length: 6 }, () => new Map<string, number>());
    for (let i = 0; i < drawCount; i++) {
      const text = drawText();
      for (const [position, count] of counts.entries()) count.set(text.charAt(position), (count.get(text.charAt(position)) ?? 0) + 1);
    }
    return counts.map((count) => [...alphabet].map((character) => count.get(character) ?? 0));
  }

  test("uses all digits equally often at every position", () => {
    for (const counts of countCharacters(() => drawCode(formats.numeric), "0123456789")) expect(isUniform(counts)).toBe(true);
  });

  test("uses all characters equally often at every position", () => {
    for (const counts of countCharacters(() => drawCode(formats.alphanumeric), alphanumericAlphabet)) expect(isUniform(counts)).toBe(true);
  });

  test("uses all adjectives and all nouns equally often", () => {
    const adjectives = new Map<string, number>();
    const nouns = new Map<string, number>();
    for (let i = 0; i < drawCount; i++) {
      const [adjective = "", noun = ""] = drawCode(formats.creative).split("-");
      adjectives.set(adjective, (adjectives.get(adjective) ?? 0) + 1);
      nouns.set(noun, (nouns.get(noun) ?? 0) + 1);
    }
    expect(isUniform([...adjectives.values()])).toBe(true);
    expect(isUniform([...nouns.values()])).toBe(true);
    expect(adjectives.size * nouns.size).toBe(formats.creative.size);
  });

  test("the check detects a generator that uses the remainder of a byte", () => {
    const biased = () => [...randomBytes(6)].map((byte) => alphanumericAlphabet.charAt(byte % alphanumericAlphabet.length)).join("");
    for (const counts of countCharacters(biased, alphanumericAlphabet)) expect(isUniform(counts)).toBe(false);
  });
});

// cspell:ignore spirte cmob
import fc from "fast-check";
import { expect, test } from "vitest";
import { adjectives, nouns } from "@/contract/code-words";
import { suggestCodes } from "./code-suggestions";

const suggest = (input: string) => suggestCodes(input, { adjectives, nouns });
const anyWord = (words: readonly string[]) => fc.constantFrom(...words);

test.each([
  ["curious-pinapple", "curious-pineapple"],
  ["curius pineapple", "curious-pineapple"],
  ["Curious Pineaple", "curious-pineapple"],
  ["curiouspineapplee", "curious-pineapple"],
  ["cruious-pineapple", "curious-pineapple"],
  ["CURIOUS_PINEAPLPE", "curious-pineapple"],
  ["curious-spirte", "curious-sprite"],
  ["curious-cmob", "curious-comb"],
  ["curious-cbu", "curious-cub"],
])("the typed code %s is corrected to %s", (input, code) => {
  expect(suggest(input)).toEqual([code]);
});

test.each([
  "curious-pineapple",
  "Curious Pineapple",
  "",
  "ab",
  "007421",
  "k7d2m9",
  "LAUNCH2026",
  "bcdfgh",
  "founders-and-friends",
  "é".repeat(20),
  "a".repeat(5000),
])("the typed code %s gets no suggestion", (input) => {
  expect(suggest(input)).toEqual([]);
});

test("a known code is never corrected, and a code with an extra letter gets only known words as suggestions", () => {
  fc.assert(
    fc.property(anyWord(adjectives), anyWord(nouns), fc.nat(30), fc.constantFrom(..."aeinorst"), (adjective, noun, index, letter) => {
      const code = `${adjective}${noun}`;
      expect(suggest(code)).toEqual([]);
      const mistyped = code.slice(0, index) + letter + code.slice(index);
      const suggestions = suggest(mistyped);
      expect(suggestions.length).toBeLessThanOrEqual(1);
      for (const suggestion of suggestions) expect(adjectives.some((word) => suggestion.startsWith(`${word}-`))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

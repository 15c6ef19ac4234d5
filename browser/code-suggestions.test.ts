import fc from "fast-check";
import { expect, test } from "vitest";
import { adjectives, nouns } from "@/contract/code-words";
import { suggestCodes } from "./code-suggestions";

const near = (typed: string) => suggestCodes(typed, { adjectives, nouns });
const aWord = (words: readonly string[]) => fc.constantFrom(...words);

test.each([
  ["curious-pinapple", "curious-pineapple"],
  ["curius pineapple", "curious-pineapple"],
  ["Curious Pineaple", "curious-pineapple"],
  ["curiouspineapplee", "curious-pineapple"],
  ["cruious-pineapple", "curious-pineapple"],
  ["CURIOUS_PINEAPLPE", "curious-pineapple"],
])("%s is taken for %s", (typed, meant) => {
  expect(near(typed)).toContain(meant);
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
])("nothing is suggested for %s", (typed) => {
  expect(near(typed)).toEqual([]);
});

test("no code of the lists is taken for another, and one letter too many never hides what was meant", () => {
  fc.assert(
    fc.property(aWord(adjectives), aWord(nouns), fc.nat(30), fc.constantFrom(..."aeinorst"), (adjective, noun, place, letter) => {
      const code = `${adjective}${noun}`;
      expect(near(code)).toEqual([]);
      const mistyped = code.slice(0, place) + letter + code.slice(place);
      const suggested = near(mistyped);
      expect(suggested.length).toBeLessThanOrEqual(3);
      for (const each of suggested) expect(adjectives.some((word) => each.startsWith(`${word}-`))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

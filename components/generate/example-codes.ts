import type { CodeType } from "@/contract/codes";

const adjectives = ["curious", "gentle", "brave", "sunny", "quiet", "amber", "lucky", "velvet", "early", "cosmic"] as const;
const nouns = ["pineapple", "lantern", "otter", "harbor", "meadow", "comet", "violin", "walnut", "canyon", "ribbon"] as const;
// Without vowels and look-alikes, as the codes that are made.
const alphanumericAlphabet = "bcdfghjkmnpqrstvwxyz23456789";

/** The same text for the same number, which looks like any other. */
function pseudoRandomIndex(number: number, place: number, size: number): number {
  let mixed = Math.imul(number + 7, 0x9e3779b1) ^ Math.imul(place + 3, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % size;
}

const sixCharacters = (alphabet: string, number: number): string =>
  Array.from({ length: 6 }, (_, place) => alphabet[pseudoRandomIndex(number, place, alphabet.length)]).join("");

/** What a code of a type looks like; each number is another example. */
export const exampleCodes: Readonly<Record<CodeType, (number: number) => string>> = {
  creative: (number) => `${adjectives[pseudoRandomIndex(number, 1, adjectives.length)]}-${nouns[pseudoRandomIndex(number, 2, nouns.length)]}`,
  alphanumeric: (number) => sixCharacters(alphanumericAlphabet, number),
  numeric: (number) => sixCharacters("0123456789", number),
};

import type { CodeType } from "@/contract/codes";

const adjectives = ["curious", "gentle", "brave", "sunny", "quiet", "amber", "lucky", "velvet", "early", "cosmic"] as const;
const nouns = ["pineapple", "lantern", "otter", "harbor", "meadow", "comet", "violin", "walnut", "canyon", "ribbon"] as const;
// No vowels and no look-alikes, as in generated codes.
const alphanumericAlphabet = "bcdfghjkmnpqrstvwxyz23456789";

/** Returns a pseudo-random index below `size` that is always the same for an example and a position. */
function pseudoRandomIndex(exampleIndex: number, position: number, size: number): number {
  let mixed = Math.imul(exampleIndex + 7, 0x9e3779b1) ^ Math.imul(position + 3, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % size;
}

const sixCharacters = (alphabet: string, exampleIndex: number): string =>
  Array.from({ length: 6 }, (_, position) => alphabet[pseudoRandomIndex(exampleIndex, position, alphabet.length)]).join("");

/** Returns an example code of each type. Each index gives another one. */
export const exampleCodes: Readonly<Record<CodeType, (exampleIndex: number) => string>> = {
  creative: (exampleIndex) =>
    `${adjectives[pseudoRandomIndex(exampleIndex, 1, adjectives.length)]}-${nouns[pseudoRandomIndex(exampleIndex, 2, nouns.length)]}`,
  alphanumeric: (exampleIndex) => sixCharacters(alphanumericAlphabet, exampleIndex),
  numeric: (exampleIndex) => sixCharacters("0123456789", exampleIndex),
};

import { describe, expect, test } from "vitest";
import { adjectives, nouns } from "./code-words";

/**
 * Finds pairs that are the same code, such as gold-entree and golden-tree. That can only happen if one adjective starts with the other,
 * so only those adjectives are checked.
 */
function findCollisions(adjectives: readonly string[], nouns: readonly string[]): string[] {
  const collisions: string[] = [];
  const known = new Set(nouns);
  for (const short of adjectives) {
    for (const long of adjectives) {
      if (long === short || !long.startsWith(short)) continue;
      const rest = long.slice(short.length);
      for (const noun of nouns) if (known.has(rest + noun)) collisions.push(`${short}-${rest}${noun} = ${long}-${noun}`);
    }
  }
  return collisions;
}

describe.each([
  { kind: "adjectives", words: adjectives, atLeast: 950 },
  { kind: "nouns", words: nouns, atLeast: 2700 },
])("$kind", ({ words, atLeast }) => {
  test("has enough words", () => {
    expect(words.length).toBeGreaterThanOrEqual(atLeast);
  });

  test("has only words with the letters a to z", () => {
    expect(words.filter((word) => !/^[a-z]+$/.test(word))).toEqual([]);
  });

  test("is sorted and has no duplicates", () => {
    expect(words).toEqual([...new Set(words)].sort());
  });
});

describe("pairs of words", () => {
  test("the check finds collisions", () => {
    expect(findCollisions(["gold", "golden", "tan"], ["entree", "gold", "tree"])).toEqual(["gold-entree = golden-tree"]);
  });

  test("never collide", () => {
    expect(findCollisions(adjectives, nouns)).toEqual([]);
  });

  test("never look like an alphanumeric code", () => {
    const consonants = /^[bcdfghjkmnpqrstvwxyz]+$/;
    const possibleStarts = adjectives.filter((word) => consonants.test(word));
    const possibleEnds = nouns.filter((word) => consonants.test(word));
    expect(
      possibleStarts.flatMap((start) => possibleEnds.filter((end) => start.length + end.length === 6).map((end) => `${start}-${end}`)),
    ).toEqual([]);
  });
});

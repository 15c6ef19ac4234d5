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
  { kind: "adjectives", words: adjectives, atLeast: 780 },
  { kind: "nouns", words: nouns, atLeast: 2500 },
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

test.each([
  [
    "adjectives",
    adjectives,
    "stupendous torpid low lowly trapezoidal bald childish clammy dour efficacious insidious kaput ossified polydactyl torpid trite",
  ],
  ["nouns", nouns, "debt cockroach earthquake louse nightshade penalty plutonium punishment scourge skull tax tsunami venom war witch"],
] as const)("%s have no words that a team wouldn't email", (_, words, unwanted) => {
  expect(words.filter((word) => unwanted.split(" ").includes(word))).toEqual([]);
});

describe("pairs of words", () => {
  test("are at least two million", () => {
    expect(adjectives.length * nouns.length).toBeGreaterThanOrEqual(2_000_000);
  });

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

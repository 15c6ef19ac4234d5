import { describe, expect, test } from "vitest";
import { adjectives, nouns } from "./code-words";

/**
 * Pairs that share an identity, e.g. gold-entree and golden-tree. Two different pairs join to one string only when one adjective
 * continues the other, so those few adjectives are all there is to check.
 */
function collisions(adjectives: readonly string[], nouns: readonly string[]): string[] {
  const found: string[] = [];
  const known = new Set(nouns);
  for (const short of adjectives) {
    for (const long of adjectives) {
      if (long === short || !long.startsWith(short)) continue;
      const rest = long.slice(short.length);
      for (const noun of nouns) if (known.has(rest + noun)) found.push(`${short}-${rest}${noun} = ${long}-${noun}`);
    }
  }
  return found;
}

describe.each([
  { kind: "adjectives", words: adjectives, atLeast: 950 },
  { kind: "nouns", words: nouns, atLeast: 2700 },
])("$kind", ({ words, atLeast }) => {
  test("are many", () => {
    expect(words.length).toBeGreaterThanOrEqual(atLeast);
  });

  test("are a-z only", () => {
    expect(words.filter((word) => !/^[a-z]+$/.test(word))).toEqual([]);
  });

  test("are sorted and unique", () => {
    expect(words).toEqual([...new Set(words)].sort());
  });
});

describe("pairs", () => {
  test("the check finds a collision", () => {
    expect(collisions(["gold", "golden", "tan"], ["entree", "gold", "tree"])).toEqual(["gold-entree = golden-tree"]);
  });

  test("have distinct identities", () => {
    expect(collisions(adjectives, nouns)).toEqual([]);
  });

  test("never read like an alphanumeric code", () => {
    const consonants = /^[bcdfghjkmnpqrstvwxyz]+$/;
    const heads = adjectives.filter((word) => consonants.test(word));
    const tails = nouns.filter((word) => consonants.test(word));
    expect(heads.flatMap((head) => tails.filter((tail) => head.length + tail.length === 6).map((tail) => `${head}-${tail}`))).toEqual([]);
  });
});

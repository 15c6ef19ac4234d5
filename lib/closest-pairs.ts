import { distance } from "fastest-levenshtein";

/**
 * Returns the pairs of a first and a second word whose letters in a row are closest to `letters`: with the fewest letters that are wrong,
 * missing or extra, up to `maxDistance`. Returns none if the letters are exactly such a pair.
 */
export function findClosestPairs(
  letters: string,
  firstWords: readonly string[],
  secondWords: readonly string[],
  maxDistance: number,
): [string, string][] {
  let lowest = maxDistance;
  let pairs: [string, string][] = [];
  for (let split = 2; split <= letters.length - 2; split++) {
    const first = findClosest(letters.slice(0, split), firstWords, lowest);
    if (first === null) continue;
    const second = findClosest(letters.slice(split), secondWords, lowest - first.distance);
    if (second === null) continue;
    const total = first.distance + second.distance;
    if (total === 0) return [];
    if (total < lowest) pairs = [];
    lowest = total;
    pairs.push(...first.words.flatMap((firstWord) => second.words.map((secondWord): [string, string] => [firstWord, secondWord])));
  }
  return pairs;
}

/** Returns the words with the lowest distance to the input. Returns null if the lowest is above `limit`. */
function findClosest(input: string, words: readonly string[], limit: number): { distance: number; words: string[] } | null {
  let lowest = limit;
  let closest: string[] = [];
  for (const word of words) {
    if (Math.abs(word.length - input.length) > lowest) continue;
    const current = distance(input, word);
    if (current > lowest) continue;
    if (current < lowest) closest = [];
    lowest = current;
    closest.push(word);
  }
  return closest.length === 0 ? null : { distance: lowest, words: closest };
}

import { editDistance } from "./edit-distance";

/** How many letters can be wrong so that two words are still close: in short texts, most words are as close as the one that was meant. */
const maxMistakes = (letters: number, isSplitKnown: boolean): number => (letters >= 12 ? 2 : letters >= (isSplitKnown ? 6 : 8) ? 1 : 0);

/** How many letters of a typed word can be wrong: one of three. */
const maxMistakesOfWord = (length: number): number => Math.floor(length / 3);

/**
 * Returns the pairs of a first and a second word that are closest to the typed letters: with the fewest letters that are wrong, missing, extra
 * or swapped, of which few may be. `splitAt` is where the first word ends, if that is known. Returns none if the letters are exactly such a pair.
 */
export function findClosestPairs(
  letters: string,
  firstWords: readonly string[],
  secondWords: readonly string[],
  splitAt: number | null = null,
): [string, string][] {
  let lowest = maxMistakes(letters.length, splitAt !== null);
  let pairs: [string, string][] = [];
  for (let split = 2; split <= letters.length - 2; split++) {
    if (splitAt !== null && split !== splitAt) continue;
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

/** Returns the words with the lowest distance to the input. Returns null if the lowest is above `limit`, or too high for the word. */
function findClosest(input: string, words: readonly string[], limit: number): { distance: number; words: string[] } | null {
  let lowest = Math.min(limit, maxMistakesOfWord(input.length));
  let closest: string[] = [];
  for (const word of words) {
    if (Math.abs(word.length - input.length) > lowest) continue;
    const current = editDistance(input, word, lowest);
    if (current > lowest) continue;
    if (current < lowest) closest = [];
    lowest = current;
    closest.push(word);
  }
  return closest.length === 0 ? null : { distance: lowest, words: closest };
}

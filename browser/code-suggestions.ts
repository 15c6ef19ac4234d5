import { distance } from "fastest-levenshtein";
import { normalizeCode } from "@/contract/normalize";

type Words = { adjectives: readonly string[]; nouns: readonly string[] };

/** Letters that may be wrong, missing or extra. With more, a suggestion is only a guess. */
const maxDistance = 2;
const maxSuggestions = 3;

/**
 * Suggests up to three creative codes that are closest to what someone typed. Returns none if the input is already a pair of known words, or is not
 * close to any. It compares with the public word lists only and never asks the server whether a code exists.
 */
export function suggestCodes(input: string, { adjectives, nouns }: Words): string[] {
  const letters = normalizeCode(input);
  if (!/^[a-z]{5,40}$/.test(letters)) return [];
  let lowest = maxDistance;
  let suggestions: string[] = [];
  for (let split = 2; split <= letters.length - 2; split++) {
    const first = findClosest(letters.slice(0, split), adjectives, lowest);
    if (first === null) continue;
    const second = findClosest(letters.slice(split), nouns, lowest - first.distance);
    if (second === null) continue;
    const total = first.distance + second.distance;
    if (total === 0) return [];
    if (total < lowest) suggestions = [];
    lowest = total;
    suggestions.push(...first.words.flatMap((adjective) => second.words.map((noun) => `${adjective}-${noun}`)));
  }
  return [...new Set(suggestions)].slice(0, maxSuggestions);
}

/** The words with the lowest distance to the input. Returns null if the lowest is above `limit`. */
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

import { distance } from "fastest-levenshtein";
import { normalizeCode } from "@/contract/normalize";

type Words = { adjectives: readonly string[]; nouns: readonly string[] };

/** Letters that may be wrong, missing or too many; with more a suggestion is a guess. */
const maxDistance = 2;
const maxSuggestions = 3;

/**
 * The word codes nearest to what somebody typed, each an adjective and a noun of the public lists, at most three; none where it is one already,
 * or like none. Nobody is asked whether such a code exists.
 */
export function suggestCodes(typed: string, { adjectives, nouns }: Words): string[] {
  const letters = normalizeCode(typed);
  if (!/^[a-z]{5,40}$/.test(letters)) return [];
  let fewest = maxDistance;
  let nearest: string[] = [];
  for (let cut = 2; cut <= letters.length - 2; cut++) {
    const first = closest(letters.slice(0, cut), adjectives, fewest);
    if (first === null) continue;
    const second = closest(letters.slice(cut), nouns, fewest - first.wrong);
    if (second === null) continue;
    const wrong = first.wrong + second.wrong;
    if (wrong === 0) return [];
    if (wrong < fewest) nearest = [];
    fewest = wrong;
    nearest.push(...first.words.flatMap((adjective) => second.words.map((noun) => `${adjective}-${noun}`)));
  }
  return [...new Set(nearest)].slice(0, maxSuggestions);
}

/** The words with the fewest letters wrong, and how many; null where that is more than `most`. */
function closest(typed: string, words: readonly string[], most: number): { wrong: number; words: string[] } | null {
  let wrong = most;
  let found: string[] = [];
  for (const word of words) {
    if (Math.abs(word.length - typed.length) > wrong) continue;
    const apart = distance(typed, word);
    if (apart > wrong) continue;
    if (apart < wrong) found = [];
    wrong = apart;
    found.push(word);
  }
  return found.length === 0 ? null : { wrong, words: found };
}

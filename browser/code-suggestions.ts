import { normalizeCode } from "@/contract/normalize";
import { findClosestPairs } from "@/lib/closest-pairs";

type Words = { adjectives: readonly string[]; nouns: readonly string[] };

const maxSuggestions = 3;

/**
 * Suggests up to three creative codes that are closest to what someone typed. Returns none if the input is already a pair of known words, or is not
 * close to any. It compares with the public word lists only and never asks the server whether a code exists.
 */
export function suggestCodes(input: string, { adjectives, nouns }: Words): string[] {
  const letters = normalizeCode(input);
  if (!/^[a-z]{5,40}$/.test(letters)) return [];
  const [first = "", ...others] = input.trim().split(/[\s_-]+/);
  const suggestions = findClosestPairs(letters, adjectives, nouns, others.length === 1 ? normalizeCode(first).length : null).map((words) =>
    words.join("-"),
  );
  return [...new Set(suggestions)].slice(0, maxSuggestions);
}

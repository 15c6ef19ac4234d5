import { normalizeCode } from "@/contract/normalize";
import { findClosestPairs } from "@/lib/closest-pairs";

type Words = { adjectives: readonly string[]; nouns: readonly string[] };

const sortLetters = (text: string): string => [...text].sort().join("");

/**
 * Suggests the creative code that is closest to what someone typed, as a list. Returns none if the input is already a pair of known words, or not
 * closer to one than to others. Swapped letters are likelier than wrong ones. It compares with the public word lists only and never asks the
 * server whether a code exists.
 */
export function suggestCodes(input: string, { adjectives, nouns }: Words): string[] {
  const letters = normalizeCode(input);
  if (!/^[a-z]{5,40}$/.test(letters)) return [];
  const [first = "", ...others] = input.trim().split(/[\s_-]+/);
  const suggestions = findClosestPairs(letters, adjectives, nouns, others.length === 1 ? normalizeCode(first).length : null).map((words) =>
    words.join("-"),
  );
  const swapped = suggestions.filter((code) => sortLetters(normalizeCode(code)) === sortLetters(letters));
  const likeliest = new Set(swapped.length > 0 ? swapped : suggestions);
  return likeliest.size === 1 ? [...likeliest] : [];
}

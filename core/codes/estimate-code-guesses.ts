import { minGuesses } from "@/contract/code-patterns";
import { estimateGuesses } from "../staff/password-strength";

/** Words of campaigns that dictionaries don't have, or rank too low. */
const campaignWords =
  "beta blackfriday bonus code coupon cybermonday deal discount earlybird freebie freetrial gift holiday invite launch launchday newyear preview promo promocode sale save singlesday spring summer test trial vip waitlist welcome winter xmas".split(
    " ",
  );

/** What people add to a word: a year or up to four digits, before or after it. */
const addition = /^(\p{N}{0,4})(\p{L}[\p{L}\p{N}]*?)(\p{N}{0,4})$/u;

/** What people add most: a year, one digit, two of a short year, the first digits, or the same digit again. */
const usualAddition = /^(?:|\d|[0-3]\d|(?:19|20)\d\d|123|1234|007|100|1000|(\d)\1+)$/;

/** How many additions there are to try. Those that people choose most cost no more than the word itself. */
const countAdditions = (digits: string): number => (usualAddition.test(digits) ? 1 : 10 ** digits.length);

/** Of a word of three letters, only common ones count, because three letters of a random code are found as fast. */
const maxGuesses = (word: string): number => ([...word].length > 3 ? minGuesses : 250);

/**
 * Estimates how many guesses a code of one's own needs. People who guess try a word also with a year or a usual number, so these don't make it
 * harder; other numbers do. `key` is normalized, and `names` are words that belong to the project.
 */
export async function estimateCodeGuesses(key: string, names: readonly string[]): Promise<number> {
  const words = [...names, ...campaignWords];
  const [, before = "", word = "", after = ""] = addition.exec(key) ?? [];
  const parts = [
    { part: before + word, additions: countAdditions(after) },
    { part: word + after, additions: countAdditions(before) },
    { part: word, additions: countAdditions(before) * countAdditions(after) },
  ];
  let guesses = await estimateGuesses(key, words);
  for (const { part, additions } of parts) {
    if (part === key || part.match(/\p{L}/gu)?.length === 1 || [...part].length < 3) continue;
    const partGuesses = await estimateGuesses(part, words);
    if (partGuesses < maxGuesses(part)) guesses = Math.min(guesses, partGuesses * additions);
  }
  return guesses;
}

import { minGuesses } from "@/contract/guess-chance";
import { estimateGuesses } from "../staff/password-strength";

/** Words of campaigns that dictionaries don't have, or rank too low. */
const campaignWords =
  "beta blackfriday bonus code coupon cybermonday deal discount earlybird freebie freetrial gift holiday invite launch launchday newyear preview promo promocode sale save singlesday spring summer test trial vip waitlist welcome winter xmas".split(
    " ",
  );

/** What people add to a word: a year or up to four digits, before or after it. */
const addition = /^(\p{N}{0,4})(\p{L}[\p{L}\p{N}]*?)(\p{N}{0,4})$/u;

/** Of a word of three letters, only common ones count, because three letters of a random code are found as fast. */
const maxGuesses = (word: string): number => ([...word].length > 3 ? minGuesses : 250);

/**
 * Estimates how many guesses a code of one's own needs. People who guess try a word also with a year or a number, so these don't make it
 * harder. `key` is normalized, and `names` are words that belong to the project.
 */
export async function estimateCodeGuesses(key: string, names: readonly string[]): Promise<number> {
  const words = [...names, ...campaignWords];
  const [, before = "", word = "", after = ""] = addition.exec(key) ?? [];
  let guesses = await estimateGuesses(key, words);
  for (const part of new Set([before + word, word + after, word])) {
    if (part === key || part.match(/\p{L}/gu)?.length === 1 || [...part].length < 3) continue;
    const partGuesses = await estimateGuesses(part, words);
    if (partGuesses < maxGuesses(part)) guesses = Math.min(guesses, partGuesses);
  }
  return guesses;
}

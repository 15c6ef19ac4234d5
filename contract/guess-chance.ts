import { plural } from "@/lib/plural";

/** Codes are easy to guess if more than one guess in this many finds one. */
export const minGuesses = 10_000;

/** How many guesses it takes on average to find a claimable code (`null` if there is none), and the same as a sentence. */
type GuessChance = { guesses: number | null; isWeak: boolean; label: string };

/** Rounds down to two significant digits; more would be false precision. */
function roundDown(value: number): number {
  const unit = 10 ** Math.max(Math.floor(Math.log10(value)) - 1, 0);
  return Math.floor(value / unit) * unit;
}

/** Calculates how easy it is to guess one of the `claimable` codes of a format with `total` possible codes. */
export function guessChance({ claimable, total }: { claimable: number; total: number }): GuessChance {
  if (claimable <= 0) return { guesses: null, isWeak: false, label: "No guess would find one of these" };
  const guesses = Math.max(total / claimable, 1);
  const shown = roundDown(guesses);
  const share = shown > 1e12 ? "Less than 1 in a trillion" : "About 1 in {n}";
  const label = plural(shown, { one: "Every guess would find one of these", other: `${share} guesses would find one of these` });
  return { guesses, isWeak: guesses < minGuesses, label };
}

/** How many codes have as many letters and digits as this one, and only digits or letters if it does. `key` is normalized. */
export function possibleCodes(key: string): number {
  const hasDigits = /\p{N}/u.test(key);
  const hasLetters = /\P{N}/u.test(key);
  return ((hasDigits ? 10 : 0) + (hasLetters ? 26 : 0)) ** [...key].length;
}

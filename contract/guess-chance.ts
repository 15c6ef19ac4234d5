/** Codes are weak where a guess hits one more often than once in so many. */
export const leastGuesses = 10_000;

/** How well codes are hidden: how many guesses there are for one that hits, null where there is nothing to hit, and in words. */
export type Guessing = { guesses: number | null; weak: boolean; words: string };

/** Two digits that count; more would say more than is known. */
function rounded(value: number): number {
  const unit = 10 ** Math.max(Math.floor(Math.log10(value)) - 1, 0);
  return Math.floor(value / unit) * unit;
}

/** How guessable the codes of a format are, of which `live` among `space` could be claimed by whoever guessed them. */
export function guessing({ live, space }: { live: number; space: number }): Guessing {
  if (live <= 0) return { guesses: null, weak: false, words: "no guess hits" };
  const guesses = Math.max(space / live, 1);
  const shown = rounded(guesses);
  return {
    guesses,
    weak: guesses < leastGuesses,
    words: shown === 1 ? "every guess hits" : `1 guess in ${shown.toLocaleString("en")} hits`,
  };
}

import { plural } from "@/lib/plural";

// Patterns of codes, such as SPRING-####-????, and how easy codes are to guess. Kept apart from the schemas so that pages don't load zod.

/** Lowercase letters and digits without vowels and look-alikes. A test compares it with that of generated codes. */
export const unambiguousCharacters = "bcdfghjkmnpqrstvwxyz23456789";

/** The placeholders of a pattern with the characters that they stand for. */
const placeholders = {
  "#": "0123456789",
  "?": unambiguousCharacters.replace(/\d/g, ""),
  "*": unambiguousCharacters,
} as const;

export const maxPatternLength = 64;

const allowedCharacters = /^[a-z0-9#?* _-]*$/i;

/** Why a text isn't a pattern; null if it is one. */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > maxPatternLength) return `must be at most ${maxPatternLength} characters`;
  if (!allowedCharacters.test(pattern))
    return "must only contain letters, digits, spaces, hyphens, underscores and the placeholders #, ? and *";
  if (!/[#?*]/.test(pattern)) return "must contain a placeholder: # for a digit, ? for a letter or * for either";
  return null;
}

/** Why a text isn't the alphabet of a pattern; null if it is one. */
export function alphabetProblem(alphabet: string): string | null {
  if (!/^[a-z0-9]*$/i.test(alphabet)) return "must only contain letters and digits";
  if (alphabet.length < 2) return "must have at least 2 characters";
  // Letter case doesn't tell codes apart.
  return new Set(alphabet.toLowerCase()).size === alphabet.length ? null : "must not have the same letter or digit twice";
}

/** The characters that each position of a pattern's codes can have, and the number of possible codes. */
export type CodePattern = { positions: readonly string[]; size: number };

/**
 * Reads a pattern: `#` is a digit, `?` a letter and `*` either. `alphabet` replaces the characters of `*`. The letters are uppercase unless
 * the pattern's own letters are lowercase.
 */
export function parsePattern(pattern: string, alphabet?: string): CodePattern {
  const isLowercase = pattern !== pattern.toUpperCase() && pattern === pattern.toLowerCase();
  const positions = [...pattern].map((character) => {
    if (character === "*" && alphabet) return alphabet;
    const characters = Object.hasOwn(placeholders, character) ? placeholders[character as keyof typeof placeholders] : undefined;
    if (characters === undefined) return character;
    return isLowercase ? characters : characters.toUpperCase();
  });
  return { positions, size: positions.reduce((size, { length }) => size * length, 1) };
}

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

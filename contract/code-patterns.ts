// Patterns of codes, such as SPRING-####-????. Kept apart from the schemas so that pages don't load zod.

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

/** A regular expression, and what its matches are replaced with. `\\U` in it is followed by eight digits. */
type Replacement = readonly [pattern: string, replacement: string];

/** Punctuation that Unicode would decompose to a blank and an accent, or to two characters. */
export const decomposedPunctuation: readonly Replacement[] = [
  ["[\\u00b4\\u0384\\u1fbd\\u1fbf\\u1ffd\\u1ffe]", "'"],
  ["[\\u2033\\u2036]", '"'],
];

/** The Cyrillic letter й isn't an и with an accent. */
const keptLetter: Replacement = ["\\u0438\\u0306", "\u0439"];

/** Accents, the points of Hebrew and Arabic, the Arabic tatweel, and invisible characters. */
const ignoredCharacters = [
  "\\u00ad\\u0300-\\u036f\\u0483-\\u0487\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f",
  "\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7",
  "\\u0610-\\u061a\\u061c\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u08d3-\\u08e1\\u08e3-\\u08ff",
  "\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufe00-\\ufe0f\\ufeff\\U000e0100-\\U000e01ef",
].join("");

/** What is replaced in a decomposed text. */
export const foldedCharacters: readonly Replacement[] = [
  keptLetter,
  [`[${ignoredCharacters}]`, ""],
  ["[`\\u2018-\\u201b\\u2032\\u2035\\u2039\\u203a\\u02b9\\u02bb-\\u02bf\\u02c8\\u02ca\\u02cb\\u055a\\u05f3\\ua78c]", "'"],
  ["[\\u201c-\\u201f\\u00ab\\u00bb\\u05f4]", '"'],
  ["[\\u2010-\\u2015\\u2043\\u2212\\u058a\\u05be\\u2e3a\\u2e3b\\u30a0]", "-"],
  ["\\u1680", " "],
  ["\u00df", "ss"],
  ["\u00e6", "ae"],
  ["\u0153", "oe"],
  ["\u00fe", "th"],
];

/** Letters that Unicode doesn't decompose, and at the same place, the letter as which each is found. */
// cspell:disable-next-line
export const foldedLetters = { from: "øđðłħŧıŋəƒɓɖɗɛɨƙɲɔʋƴςґٱىیکة", to: "oddlhtinefbddeiknovyσгاييكه" };

const letters = new Map([...foldedLetters.from].map((letter, index) => [letter, foldedLetters.to[index] ?? ""]));

const compile = (replacements: readonly Replacement[]) =>
  replacements.map(([pattern, replacement]) => [new RegExp(pattern.replace(/\\U(.{8})/g, "\\u{$1}"), "gu"), replacement] as const);
const decomposedPatterns = compile(decomposedPunctuation);
const foldedPatterns = compile(foldedCharacters);
const nonAscii = /[^\0-\x7f]/;

const replaceAll = (text: string, patterns: ReturnType<typeof compile>): string =>
  patterns.reduce((replaced, [pattern, replacement]) => replaced.replace(pattern, replacement), text);

/**
 * Folds a text for searching: ignores case, accents, and variants of punctuation and width, so that "jose" finds "José" and "o'brien" finds
 * "O’Brien". The database does the same with `foldText` of `db/schema/search.ts`.
 */
export function foldText(text: string): string {
  if (!nonAscii.test(text)) return text.toLowerCase().replaceAll("`", "'");
  const decomposed = replaceAll(text, decomposedPatterns).normalize("NFKD").toLowerCase();
  return Array.from(replaceAll(decomposed, foldedPatterns), (character) => letters.get(character) ?? character)
    .join("")
    .normalize("NFC");
}

/** Whether a text contains another as searches compare them. */
export const containsFolded = (text: string, search: string): boolean => foldText(text).includes(foldText(search));

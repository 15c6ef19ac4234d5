import type { TextEncoding } from "@/contract/table-files";
import { decodeAll } from "./encodings";
import { isHeaderWord } from "./header-words";
import { alphabets, characterLanguages } from "./language-models";

/** How likely text is in each encoding, as natural logarithms. */
export type EncodingScore = { encoding: TextEncoding; score: number };

/** What a character costs that a language doesn't have. */
const costs = {
  ascii: -3,
  invalid: -20,
  control: -15,
  symbol: -10,
  otherLetter: -8,
  rare: -13,
  symbolInWord: -4,
  wrongCase: -5,
  mixedScripts: -5,
};

/** How much less common encodings are than the Windows code page of a language. */
const priors: Partial<Record<TextEncoding, number>> = { "EUC-JP": -1, "KOI8-R": -1, "KOI8-U": -1.5, "WINDOWS-1258": -1 };
const prior = (encoding: TextEncoding): number => priors[encoding] ?? (/^ISO/.test(encoding) ? -1.5 : /MAC|^IBM/.test(encoding) ? -2 : 0);

/** What known headers and domains of a language's countries add. */
const bonuses = { headerWord: 6, topLevelDomain: 2, maxDomains: 3 };

const isLetter = (character: string | undefined): boolean => character !== undefined && /\p{L}/u.test(character);
const isLower = (character: string | undefined): boolean => character !== undefined && /\p{Ll}/u.test(character);
const isUpper = (character: string): boolean => /\p{Lu}/u.test(character);
const isAsciiLetter = (character: string | undefined): boolean => character !== undefined && /[a-z]/i.test(character);
const isInvalid = (character: string): boolean => character === "\ufffd" || /\p{Co}|\p{Cn}/u.test(character);

type Model = { cost(character: string): number; usesLatin: boolean };

/** Scores the decoded text with a model of a language. */
function scoreText(text: readonly string[], { cost, usesLatin }: Model): number {
  let score = 0;
  for (const [index, character] of text.entries()) {
    if (character <= "\x7f") {
      score += costs.ascii;
      continue;
    }
    if (isInvalid(character)) score += costs.invalid;
    else if (/\p{Cc}/u.test(character)) score += costs.control;
    else score += cost(character);
    const [before, after] = [text[index - 1], text[index + 1]];
    if (isLetter(character)) {
      if (isUpper(character) && isLower(before)) score += costs.wrongCase;
      if (!usesLatin && (isAsciiLetter(before) || isAsciiLetter(after))) score += costs.mixedScripts;
    } else if (!/\p{M}/u.test(character) && isLetter(before) && isLetter(after) && !/[’׳״ー・]/u.test(character))
      score += costs.symbolInWord;
  }
  return score;
}

const alphabetModel = (letters: Readonly<Record<string, number>>): Model => ({
  usesLatin: Object.keys(letters).some((letter) => /\p{Script=Latin}/u.test(letter)),
  cost: (character) => {
    const weight = letters[character];
    if (weight !== undefined) return Math.log(weight);
    return isLetter(character) ? costs.otherLetter : costs.symbol;
  },
});

/** The leading bytes of the most common characters in the standards of East Asian languages. */
const commonLeads: Partial<Record<TextEncoding, [first: number, last: number]>> = {
  GB18030: [0xb0, 0xd7],
  BIG5: [0xa4, 0xc6],
  "EUC-JP": [0xb0, 0xcf],
  "EUC-KR": [0xb0, 0xc8],
};

/** The characters with these leading bytes. */
function commonCharacters(encoding: TextEncoding): ReadonlySet<string> {
  const [first, last] = commonLeads[encoding === "SHIFT_JIS" ? "EUC-JP" : encoding] ?? [1, 0];
  const bytes: number[] = [];
  for (let lead = first; lead <= last; lead++) {
    for (let trail = encoding === "BIG5" ? 0x40 : 0xa1; trail <= 0xfe; trail++) if (trail < 0x7f || trail > 0xa0) bytes.push(lead, trail);
  }
  return new Set(decodeAll(encoding === "SHIFT_JIS" ? "EUC-JP" : encoding, Buffer.from(bytes)));
}

function characterModel({ common, isCharacter, isFrequent, count }: (typeof characterLanguages)[number], encoding: TextEncoding): Model {
  const standard = commonCharacters(encoding);
  return {
    usesLatin: false,
    cost(character) {
      if (common.has(character)) return Math.log(0.6 / common.size);
      if (/[　、。・（）：，]/u.test(character)) return Math.log(0.02);
      if (!isCharacter.test(character)) return costs.rare;
      const isKana = isFrequent.test(character) && !standard.has(character);
      return isKana ? Math.log(0.3 / 170) : standard.has(character) ? Math.log(0.35 / count) : costs.rare;
    },
  };
}

/** The share of the domains in a text that end in one of a language's countries, as a bonus. */
function domainBonus(text: string, domains: readonly string[]): number {
  if (domains.length === 0) return 0;
  const matches = text.match(new RegExp(`@[^\\s@,;"]+\\.(?:${domains.join("|")})(?=[\\s,;|"]|$)`, "gimu"))?.length ?? 0;
  return Math.min(matches, bonuses.maxDomains) * bonuses.topLevelDomain;
}

const headerBonus = (header: string): number =>
  header.split(/[,;\t|\r\n]/).filter((cell) => /\P{ASCII}/u.test(cell) && isHeaderWord(cell)).length * bonuses.headerWord;

/**
 * Compares encodings with how plausible the text is in each language that uses them, the most likely first. `header`: the first line.
 * `general`: encodings that every language uses.
 */
export function scoreEncodings(bytes: Uint8Array, header: Uint8Array, general: readonly TextEncoding[] = []): EncodingScore[] {
  const best = new Map<TextEncoding, number>();
  const decoded = new Map<TextEncoding, { text: string; characters: string[]; bonus: number }>();
  const decode = (encoding: TextEncoding) => {
    const known = decoded.get(encoding);
    if (known) return known;
    const text = decodeAll(encoding, bytes);
    const entry = { text, characters: [...text], bonus: headerBonus(decodeAll(encoding, header)) + prior(encoding) };
    decoded.set(encoding, entry);
    return entry;
  };
  const add = (encoding: TextEncoding, model: Model, domains: readonly string[]) => {
    const { text, characters, bonus } = decode(encoding);
    const score = scoreText(characters, model) + bonus + domainBonus(text, domains);
    best.set(encoding, Math.max(score, best.get(encoding) ?? Number.NEGATIVE_INFINITY));
  };
  for (const { letters, encodings, topLevelDomains } of alphabets)
    for (const encoding of [...general, ...encodings]) add(encoding, alphabetModel(letters), topLevelDomains);
  for (const language of characterLanguages)
    for (const encoding of [...general, ...language.encodings]) add(encoding, characterModel(language, encoding), language.topLevelDomains);
  return [...best].map(([encoding, score]) => ({ encoding, score })).sort((a, b) => b.score - a.score);
}

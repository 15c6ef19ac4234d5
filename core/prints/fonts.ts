import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Font } from "fontkit";
import type { FontFile, FontStyle } from "./font-file";
import { isInvisible, loadScriptFonts, nonJoiner } from "./script-fonts";

/** The font files of each style. A character is printed in the first one that has it. */
export type Fonts = Readonly<Record<FontStyle, readonly FontFile[]>>;

/** Geist has Latin, Cyrillic and Vietnamese. Inter adds Greek. `script-fonts.ts` adds other scripts, symbols and emoji. */
const files: Readonly<Record<FontStyle, readonly string[]>> = {
  regular: ["geist/dist/fonts/geist-sans/Geist-Regular.ttf", ...interFiles(400)],
  bold: ["geist/dist/fonts/geist-sans/Geist-SemiBold.ttf", ...interFiles(600)],
  code: ["geist/dist/fonts/geist-mono/GeistMono-SemiBold.ttf", ...interFiles(600)],
};

function interFiles(weight: number): string[] {
  return ["greek", "greek-ext"].map((subset) => `@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`);
}

let loading: Promise<Fonts> | undefined;

/** Loads the fonts on first use, because they take memory that most processes never need, and those of other scripts that the texts need. */
export async function loadFonts(texts: Partial<Record<FontStyle, string>> = {}): Promise<Fonts> {
  loading ??= readFonts().catch((error) => {
    loading = undefined;
    throw error;
  });
  const fonts = await loading;
  const addScripts = async (style: FontStyle) => [
    ...fonts[style],
    ...(await loadScriptFonts(style, texts[style] ?? "", (character) => fonts[style].some((file) => hasGlyph(file, character)))),
  ];
  return { regular: await addScripts("regular"), bold: await addScripts("bold"), code: await addScripts("code") };
}

async function readFonts(): Promise<Fonts> {
  const { create } = await import("fontkit");
  const readStyle = (style: FontStyle) =>
    Promise.all(
      files[style].map(async (file, index) => {
        const bytes = await readFile(join(process.cwd(), "node_modules", file));
        return { name: `${style}${index}`, bytes, font: create(bytes) as Font };
      }),
    );
  const [regular, bold, code] = await Promise.all([readStyle("regular"), readStyle("bold"), readStyle("code")]);
  return { regular, bold, code };
}

// Ligatures would join characters of a code.
const codeFeatures = { liga: false, calt: false, clig: false, dlig: false };

/** The OpenType features for a style that differ from the defaults of its fonts. */
export const featuresOf = (style: FontStyle): Record<string, boolean> | undefined => (style === "code" ? codeFeatures : undefined);

/** A part of a text in one font. A character that no font has is in the first one, which shows a box for it. */
export type TextRun = { text: string; file: FontFile };

const hasGlyph = ({ font }: FontFile, character: string): boolean => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

const segmenter = new Intl.Segmenter("und");

/** Splits a text into what people see as characters, such as a letter with its marks. */
export const splitCharacters = (text: string): string[] =>
  /^[\x20-\x7e]*$/.test(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment);

/** The first font with all parts of a character. */
const findFont = (fonts: readonly FontFile[], character: string): FontFile | undefined =>
  fonts.find((file) => [...character].every((part) => hasGlyph(file, part)));

/** The visible parts of a character that are in one font. Without a font for all of them, emoji have no skin color. */
function splitByFonts(fonts: readonly FontFile[], character: string): string[] {
  const visible = [...character].filter((part) => !isInvisible(part));
  if (visible.length === 0) return [];
  const whole = visible.join("");
  return findFont(fonts, whole) ? [whole] : visible.filter((part, index) => index === 0 || !/\p{Emoji_Modifier}/u.test(part));
}

/** A character in its font, at its index in the text. After a character that keeps letters from joining, a new run starts. */
export type PlacedCharacter = TextRun & { index: number; startsRun: boolean };

/** Finds the font of each character of a text. Leaves out what has no shape. */
export function placeCharacters(fonts: readonly FontFile[], text: string): PlacedCharacter[] {
  const placed: PlacedCharacter[] = [];
  let index = 0;
  let startsRun = false;
  for (const character of splitCharacters(text)) {
    for (const part of splitByFonts(fonts, character)) {
      const file = findFont(fonts, part) ?? fonts[0];
      if (!file) throw new Error("A style has no font");
      placed.push({ text: part, file, index, startsRun });
    }
    startsRun = character.endsWith(nonJoiner);
    index += character.length;
  }
  return placed;
}

/** Splits a text where the font changes. */
export function splitByFont(fonts: readonly FontFile[], text: string): TextRun[] {
  const runs: TextRun[] = [];
  for (const character of placeCharacters(fonts, text)) {
    const last = runs.at(-1);
    if (last?.file === character.file && !character.startsRun) last.text += character.text;
    else runs.push({ text: character.text, file: character.file });
  }
  return runs;
}

/** The characters of a text that no font has, and those that would change the order of others. */
export const missingCharacters = (fonts: readonly FontFile[], text: string): string[] => [
  ...new Set(
    [...text].filter(
      (character) => !isInvisible(character) && (/\p{Cf}/u.test(character) || !fonts.some((file) => hasGlyph(file, character))),
    ),
  ),
];

/** Longer words are no words of a language. */
const maxRememberedLength = 20;

/** Returns a function that measures a text without line breaks, in the unit of `size`. It remembers the widths of words. */
export function createTextMeter(fonts: Fonts): (style: FontStyle, size: number, text: string) => number {
  const widths: Record<FontStyle, Map<string, number>> = { regular: new Map(), bold: new Map(), code: new Map() };
  const measure = (style: FontStyle, text: string): number =>
    splitByFont(fonts[style], text).reduce(
      (width, { text: part, file: { font } }) => width + font.layout(part, featuresOf(style)).advanceWidth / font.unitsPerEm,
      0,
    );
  const wordWidth = (style: FontStyle, word: string): number => {
    const known = widths[style].get(word);
    if (known !== undefined) return known;
    const characters = splitCharacters(word);
    // Codes and long words are measured once, but their characters again and again.
    if (characters.length > 1 && (style === "code" || characters.length > maxRememberedLength))
      return characters.reduce((sum, character) => sum + wordWidth(style, character), 0);
    const width = measure(style, word);
    widths[style].set(word, width);
    return width;
  };
  return (style, size, text) => size * text.split(/(?<= )|(?= )/).reduce((sum, word) => sum + wordWidth(style, word), 0);
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Font } from "fontkit";
import type { FontFile, FontStyle } from "./font-file";

/** A font package whose files each have some characters. `isVariable` fonts have all weights in one file. */
type FontPackage = { name: string; isVariable: boolean };

const variable = (name: string): FontPackage => ({ name: `@fontsource-variable/${name}`, isVariable: true });

const han = { chinese: variable("noto-sans-sc"), japanese: variable("noto-sans-jp"), korean: variable("noto-sans-kr") };

const others: readonly FontPackage[] = [
  ...["arabic", "hebrew", "thai"].map((script) => variable(`noto-sans-${script}`)),
  { name: "@fontsource/noto-sans-symbols-2", isVariable: false },
  variable("noto-emoji"),
];

/** The packages in the order in which they are asked for a character. Chinese, Japanese and Korean share characters that each writes differently. */
function listPackages(text: string): FontPackage[] {
  const { chinese, japanese, korean } = han;
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return [...others, japanese, chinese, korean];
  return /\p{sc=Hang}/u.test(text) ? [...others, korean, chinese, japanese] : [...others, chinese, japanese, korean];
}

const weights: Readonly<Record<FontStyle, number>> = { regular: 400, bold: 600, code: 600 };

/** Keeps the letters beside it from joining, as in Persian. */
export const nonJoiner = "\u200c";

const invisible = [nonJoiner, "\u200d", "\u200e", "\u200f", "\ufe0e", "\ufe0f"];

/** Whether a character has no shape: it joins characters or keeps them apart, selects their look, or sets a direction. */
export const isInvisible = (character: string): boolean => invisible.includes(character);

/** Returns font files with the characters of a text that `hasGlyph` doesn't know. Each has only these characters. */
export async function loadScriptFonts(style: FontStyle, text: string, hasGlyph: (character: string) => boolean): Promise<FontFile[]> {
  const missing = new Set([...text].filter((character) => !hasGlyph(character) && !isInvisible(character)));
  const files: FontFile[] = [];
  for (const fontPackage of missing.size === 0 ? [] : listPackages(text)) {
    for (const [part, ranges] of await readParts(fontPackage)) {
      const found = [...missing].filter((character) => isInRanges(ranges, character.codePointAt(0) ?? 0));
      if (found.length === 0) continue;
      const file = await createSubset(fontPackage, part, style, found);
      if (file === null) continue;
      files.push(file);
      for (const codePoint of file.font.characterSet) missing.delete(String.fromCodePoint(codePoint));
    }
  }
  return files;
}

type Range = [first: number, last: number];

const isInRanges = (ranges: readonly Range[], codePoint: number): boolean =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);

const partsByPackage = new Map<string, Promise<[part: string, ranges: Range[]][]>>();

/** The files of a package, and which characters each of them has. Those for Latin, Greek and Cyrillic are left out, because others look better. */
function readParts({ name }: FontPackage): Promise<[part: string, ranges: Range[]][]> {
  const read = async (): Promise<[string, Range[]][]> => {
    const parts: Record<string, string> = JSON.parse(await readFile(packageFile(name, "unicode.json"), "utf8"));
    return Object.entries(parts)
      .filter(([part]) => !/^(latin|greek|cyrillic|vietnamese)/.test(part))
      .map(([part, ranges]) => [part.replace(/[[\]]/g, ""), ranges.split(",").map(parseRange)]);
  };
  const parts = partsByPackage.get(name) ?? read();
  partsByPackage.set(name, parts);
  parts.catch(() => partsByPackage.delete(name));
  return parts;
}

/** Parses a range such as `U+4e00-4e2f`. */
function parseRange(text: string): Range {
  const [first = 0, last = first] = text
    .slice(2)
    .split("-")
    .map((hex) => Number.parseInt(hex, 16));
  return [first, last];
}

const packageFile = (name: string, file: string): string => join(process.cwd(), "node_modules", name, file);

/** Recent subsets, because the preview asks for almost the same characters with each key that is pressed. */
const subsets = new Map<string, Promise<FontFile | null>>();
const maxSubsets = 200;

/** Returns a part of a font with some of its characters, in the weight of the style. Null if it has none of them, although its package says so. */
function createSubset(fontPackage: FontPackage, part: string, style: FontStyle, characters: readonly string[]): Promise<FontFile | null> {
  const { name, isVariable } = fontPackage;
  const base = name.replace(/^.*\//, "");
  const weight = isVariable ? weights[style] : 400;
  const key = [base, part, weight, ...characters].join(" ");
  const create = async (): Promise<FontFile | null> => {
    const [{ default: subsetFont }, fontkit] = await Promise.all([import("subset-font"), import("fontkit")]);
    const path = packageFile(name, `files/${base}-${part}-${isVariable ? "wght" : weight}-normal.woff2`);
    const bytes = await subsetFont(await readFile(path), characters.join(""), {
      targetFormat: "sfnt",
      ...(isVariable && { variationAxes: { wght: weight } }),
    });
    const font = fontkit.create(bytes) as Font;
    return hasCharacters(font) ? { name: key, bytes, font } : null;
  };
  const subset = subsets.get(key) ?? create();
  subsets.delete(key);
  subsets.set(key, subset);
  subset.catch(() => subsets.delete(key));
  for (const oldest of subsets.keys()) {
    if (subsets.size <= maxSubsets) break;
    subsets.delete(oldest);
  }
  return subset;
}

/** A font without characters has no table of them. */
function hasCharacters(font: Font): boolean {
  try {
    return font.characterSet.length > 0;
  } catch {
    return false;
  }
}

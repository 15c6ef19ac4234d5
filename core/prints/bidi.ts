import bidiFactory from "bidi-js";
import type { FontFile } from "./font-file";
import { placeCharacters, splitByFont, splitCharacters, type TextRun } from "./fonts";

/** The direction of a paragraph, which decides where its lines start. */
export type Direction = "ltr" | "rtl";

const rightToLeft = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\u200f]/u;

/** The direction of the first letter that has one. */
export const paragraphDirection = (text: string): Direction => (rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? "") ? "rtl" : "ltr");

/** The Unicode bidirectional algorithm, which is created when the first text needs it. */
let bidi: ReturnType<typeof bidiFactory> | undefined;

/**
 * Orders the runs of a line from left to right. Each is laid out by its font in the direction of its script, so a run whose script says
 * otherwise is reversed, such as the digits in an Arabic text.
 */
export function visualRuns(line: string, direction: Direction, fonts: readonly FontFile[]): TextRun[] {
  if (!rightToLeft.test(line)) return splitByFont(fonts, line);
  bidi ??= bidiFactory();
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  const runs: (TextRun & { level: number })[] = [];
  for (const { text, file, index, startsRun } of placeCharacters(fonts, line)) {
    const level = levels[index] ?? 0;
    const shown = mirrored.get(index) ?? text;
    const last = runs.at(-1);
    if (last?.file === file && last.level === level && !startsRun) last.text += shown;
    else runs.push({ text: shown, file, level });
  }
  return reorder(runs).map(({ text, file, level }) => ({
    text: isReversedBy(file, text) === (level % 2 === 1) ? text : reverse(text),
    file,
  }));
}

const isReversedBy = ({ font }: FontFile, text: string): boolean => font.layout(text).direction === "rtl";

const reverse = (text: string): string => splitCharacters(text).reverse().join("");

/** Reverses each sequence of runs at or above each level, from the highest to 1 (rule L2 of UAX #9). */
function reorder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? 0) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}

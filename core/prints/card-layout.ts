import { cardOrigin, pageSizes, type Sheet } from "@/contract/prints";
import { type Direction, paragraphDirection } from "./bidi";
import type { FontStyle } from "./font-file";
import { createTextMeter, type Fonts, splitCharacters } from "./fonts";

// Lengths are in points: 72 to an inch.
const point = 1;
const mm = 72 / 25.4;

export type Rectangle = { x: number; y: number; width: number; height: number };

/** A line of text. `y` is its baseline. Lines of paragraphs from right to left end at `x + width`. */
export type TextLine = { x: number; y: number; width: number; size: number; style: FontStyle; text: string; direction: Direction };

/** What is on one card, from its top left corner. */
export type CardLayout = { logo: Rectangle | null; qrCode: Rectangle | null; lines: TextLine[] };

/** What is on every card. `logo` has the size of the image. */
export type CardDesign = { title: string; text: string; url: string; logo: { width: number; height: number } | null; hasQrCode: boolean };

/** Where the cards of a sheet are, in points. */
export function sheetGeometry(sheet: Sheet) {
  const page = pageSizes[sheet.page];
  const origin = (position: number) => {
    const { x, y } = cardOrigin(sheet, position);
    return { x: x * mm, y: y * mm };
  };
  return { pageWidth: page.width * mm, pageHeight: page.height * mm, width: sheet.width * mm, height: sheet.height * mm, origin };
}

/** How near to the edge of the page printers print. */
const unprintable = 5 * mm;

/** The part of a card for its content. Cards at the edge of the page need a wider border, and then all cards have it. */
function contentArea(sheet: Sheet): Rectangle {
  const { width, height, origin } = sheetGeometry(sheet);
  const margin = Math.min(width, height) * 0.08;
  const first = origin(0);
  const [x, y] = [Math.max(margin, unprintable - first.x), Math.max(margin, unprintable - first.y)];
  return { x, y, width: width - 2 * x, height: height - 2 * y };
}

/** The distance between two blocks of a card. */
const gap = 2 * mm;

const maxQrCodeSide = 30 * mm;

const sizes = { title: 11 * point, text: 8 * point, code: 13 * point, url: 7 * point, logo: 9 * mm };

/** The distance between two baselines, and the part of it above the baseline, in font sizes. */
const lineHeight = { total: 1.25, ascent: 0.95 };

/** How small the texts are, and how many lines the title and the text can have. */
type Fit = { scale: number; titleLines: number; textLines: number; hasUrl: boolean };

/** From the best to the last resort, which always fits. */
const fits: readonly Fit[] = [
  ...[1, 0.9, 0.8, 0.7, 0.6].map((scale) => ({ scale, titleLines: 3, textLines: 6, hasUrl: true })),
  ...[3, 2, 1, 0].map((textLines) => ({ scale: 0.6, titleLines: 2, textLines, hasUrl: true })),
  ...[1, 0].map((titleLines) => ({ scale: 0.6, titleLines, textLines: 0, hasUrl: titleLines > 0 })),
];

/** Returns a function that lays out the card of a code. Long texts get smaller, wrap, and at last are cut off; the code is always complete. */
export function createCardLayout(sheet: Sheet, design: CardDesign, fonts: Fonts): (code: string) => CardLayout {
  const area = contentArea(sheet);
  const side = design.hasQrCode ? Math.min(area.height, area.width * 0.42, maxQrCodeSide) : 0;
  const qrCode = design.hasQrCode
    ? { x: area.x + area.width - side, y: area.y + (area.height - side) / 2, width: side, height: side }
    : null;
  const column = { ...area, width: area.width - (design.hasQrCode ? side + gap : 0) };
  const wrap = createWrapper(fonts);
  // The lines above the code are the same on every card.
  const headers = fits.map((fit) => layoutHeader(column, design, fit, wrap));
  return (code) => {
    let layout: CardLayout = { logo: null, qrCode, lines: [] };
    for (const [index, fit] of fits.entries()) {
      const header = headers[index];
      const footer = layoutFooter(column, fit.hasUrl ? design.url : "", code, fit.scale, wrap);
      if (!header) break;
      const isSeparate = header.height > 0 ? gap : 0;
      const offset = column.y + column.height - footer.height;
      const moved = footer.lines.map((line) => ({ ...line, y: line.y + offset }));
      layout = { logo: header.logo, qrCode, lines: [...header.lines, ...moved] };
      if (header.height + isSeparate + footer.height <= column.height) break;
    }
    return layout;
  };
}

type Wrap = (style: FontStyle, size: number, text: string, width: number, maxLines?: number) => string[];

/** The logo with the title beside it, and the text below them. */
function layoutHeader(
  column: Rectangle,
  design: CardDesign,
  fit: Fit,
  wrap: Wrap,
): { logo: Rectangle | null; lines: TextLine[]; height: number } {
  const { scale, titleLines, textLines } = fit;
  const logo = titleLines === 0 ? null : fitLogo(column, design.logo, scale);
  const titleX = logo ? logo.width + gap : 0;
  const titleSize = sizes.title * scale;
  const title = wrap("bold", titleSize, design.title, column.width - titleX, titleLines);
  const titleHeight = title.length * titleSize * lineHeight.total;
  const rowHeight = Math.max(logo?.height ?? 0, titleHeight);
  const textSize = sizes.text * scale;
  const text = wrap("regular", textSize, design.text, column.width, textLines);
  const textY = rowHeight > 0 && text.length > 0 ? rowHeight + gap * scale : rowHeight;
  return {
    logo: logo && { ...logo, x: column.x, y: column.y + (rowHeight - logo.height) / 2 },
    lines: [
      ...stack(title, {
        x: column.x + titleX,
        y: column.y + (rowHeight - titleHeight) / 2,
        width: column.width - titleX,
        size: titleSize,
        style: "bold",
        direction: paragraphDirection(design.title),
      }),
      ...stack(text, {
        x: column.x,
        y: column.y + textY,
        width: column.width,
        size: textSize,
        style: "regular",
        direction: paragraphDirection(design.text),
      }),
    ],
    height: textY + text.length * textSize * lineHeight.total,
  };
}

/** The code with the URL below it, from the top of the footer. */
function layoutFooter(column: Rectangle, url: string, code: string, scale: number, wrap: Wrap): { lines: TextLine[]; height: number } {
  const codeSize = oneLineSize(sizes.code * scale, sizes.code * 0.6 * scale, (size) => wrap("code", size, code, column.width));
  const codeLines = wrap("code", codeSize, code, column.width);
  const urlSize = oneLineSize(sizes.url * scale, sizes.url * 0.7 * scale, (size) => wrap("regular", size, url, column.width));
  const urlLines = wrap("regular", urlSize, url, column.width);
  const codeHeight = codeLines.length * codeSize * lineHeight.total;
  return {
    lines: [
      ...stack(codeLines, { x: column.x, y: 0, width: column.width, size: codeSize, style: "code", direction: "ltr" }),
      ...stack(urlLines, { x: column.x, y: codeHeight, width: column.width, size: urlSize, style: "regular", direction: "ltr" }),
    ],
    height: codeHeight + urlLines.length * urlSize * lineHeight.total,
  };
}

/** The largest size from `max` to `min` at which a text fits into one line, or `min`. */
function oneLineSize(max: number, min: number, wrapAt: (size: number) => string[]): number {
  for (let size = max; size > min; size -= 0.5 * point) if (wrapAt(size).length <= 1) return size;
  return min;
}

function fitLogo(column: Rectangle, image: CardDesign["logo"], scale: number): { width: number; height: number } | null {
  if (image === null) return null;
  const height = Math.min(sizes.logo * scale, column.height * 0.25);
  const factor = Math.min(height / image.height, (column.width * 0.4) / image.width);
  return { width: image.width * factor, height: image.height * factor };
}

const stack = (lines: readonly string[], first: Omit<TextLine, "text">): TextLine[] =>
  lines.map((text, index) => ({ ...first, y: first.y + (index * lineHeight.total + lineHeight.ascent) * first.size, text }));

/** Scripts that write words without spaces between them. */
const unspacedScripts = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;
const wordSegmenter = new Intl.Segmenter("und", { granularity: "word" });

/** Splits a text where lines can be broken. Each part but the first starts with a space, if there is one. Punctuation stays with its word. */
function splitWords(text: string): string[] {
  const words = text.split(/(?= )/);
  return words.flatMap((word) => {
    if (!unspacedScripts.test(word)) return [word];
    const parts: string[] = [];
    for (const { segment, isWordLike } of wordSegmenter.segment(word)) {
      const isOpening = /^[\p{Ps}\p{Pi}\s]+$/u.test(parts.at(-1) ?? "");
      if (parts.length > 0 && (isOpening || (!isWordLike && !/^[\p{Ps}\p{Pi}]/u.test(segment)))) parts.push(`${parts.pop()}${segment}`);
      else parts.push(segment);
    }
    return parts;
  });
}

/** Creates a function that breaks a text into lines: between words, and within words that are too long. Text after `maxLines` ends with "…". */
function createWrapper(fonts: Fonts): Wrap {
  const measure = createTextMeter(fonts);
  return (style, size, text, width, maxLines = Number.POSITIVE_INFINITY) => {
    if (text === "" || maxLines === 0) return [];
    const isFitting = (line: string) => measure(style, size, line) <= width;
    const lines: string[] = [];
    let line = "";
    for (const word of splitWords(text)) {
      const next = line === "" ? word.trimStart() : `${line}${word}`;
      if (isFitting(next)) {
        line = next;
        continue;
      }
      if (line !== "") lines.push(line);
      const pieces = breakWord(word.trimStart(), isFitting);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? "";
    }
    if (line !== "") lines.push(line);
    if (lines.length <= maxLines) return lines;
    const shown = lines.slice(0, maxLines);
    const last = splitCharacters(shown.pop() ?? "");
    while (last.length > 0 && !isFitting(`${last.join("")}…`)) last.pop();
    return [...shown, `${last.join("").trimEnd()}…`];
  };
}

function breakWord(word: string, isFitting: (line: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const character of splitCharacters(word)) {
    if (piece !== "" && !isFitting(piece + character)) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  return piece === "" ? pieces : [...pieces, piece];
}

/** The lines along which plain paper is cut: short marks outside of the cards, where the page has room for them. */
export function cropMarks(sheet: Sheet): { from: [number, number]; to: [number, number] }[] {
  const { pageWidth, pageHeight, width, height, origin } = sheetGeometry(sheet);
  const positions = Array.from({ length: sheet.columns * sheet.rows }, (_, position) => origin(position));
  const edges = (values: number[], length: number) =>
    [...new Set(values.flatMap((value) => [value, value + length]).map((edge) => edge.toFixed(3)))].map(Number);
  const [xs, ys] = [
    edges(
      positions.map(({ x }) => x),
      width,
    ),
    edges(
      positions.map(({ y }) => y),
      height,
    ),
  ];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const distance = 1 * mm;
  const length = (margin: number) => Math.min(5 * mm, margin - 2 * distance);
  const [horizontal, vertical] = [length(Math.min(left, pageWidth - right)), length(Math.min(top, pageHeight - bottom))];
  return [
    ...(horizontal > distance
      ? ys.flatMap((y) => [
          { from: [left - distance - horizontal, y] as [number, number], to: [left - distance, y] as [number, number] },
          { from: [right + distance, y] as [number, number], to: [right + distance + horizontal, y] as [number, number] },
        ])
      : []),
    ...(vertical > distance
      ? xs.flatMap((x) => [
          { from: [x, top - distance - vertical] as [number, number], to: [x, top - distance] as [number, number] },
          { from: [x, bottom + distance] as [number, number], to: [x, bottom + distance + vertical] as [number, number] },
        ])
      : []),
  ];
}

// cspell:words vcard vcalendar
import { createReadStream } from "node:fs";
import { importLimits } from "@/contract/import-values";
import type { TextEncoding } from "@/contract/table-files";
import { notReadable } from "./archive";
import { quoteProblems, rowReader } from "./csv-rows";
import { detectLayout } from "./delimiter";
import { detectEncoding } from "./detect-encoding";
import { startDecoding } from "./encodings";
import type { ReadOptions, TableInfo, TableRow } from "./table-info";

/** How much of a text file is read to detect its separator, in bytes. */
const sampleSize = 64 * 1024;

const other = "This isn't a text file or an Excel file.";
const compressed = "This file is compressed. Unpack it, and upload the file in it.";

/** Files that people mistake for text, by how they start. */
const otherFormats: readonly [start: RegExp | number[], problem: string][] = [
  [/^%PDF-/, "This is a PDF file. Export the table as CSV or Excel."],
  [
    /^\s*(?:<!doctype html|<html|<table|<meta|<style|<head|<body)/i,
    "This is a web page, although its name may say Excel. Open it in a spreadsheet, and save it as .xlsx or CSV.",
  ],
  [/^\s*<\?xml/i, "This is an XML file. Open it in a spreadsheet, and save it as .xlsx or CSV."],
  [/^\{\\rtf/, "This is a text document. Save its table as CSV or Excel."],
  [/^\s*[[{]\s*["{]/, "This is a JSON file. Convert it to CSV."],
  [
    /^\s*BEGIN:VCARD/i,
    "This is a vCard file of contacts. Export them as CSV instead, for example with Export › Google CSV in Google Contacts, or open the file in your address book and export CSV there.",
  ],
  [/^\s*BEGIN:VCALENDAR/i, "This is a calendar file. Export its guests as CSV or Excel."],
  [/^(?:BZh|Rar!|7z\xbc\xaf)/, compressed],
  [[0x1f, 0x8b], compressed],
  [[0x28, 0xb5, 0x2f, 0xfd], compressed],
  [[0xfd, 0x37, 0x7a], compressed],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|PAR1|SQLite format|MZ)/, other],
  [[0x7f, 0x45, 0x4c, 0x46], other],
];

/** Opens a file of rows as text. `head`: its first bytes. */
export async function openTextFile(
  path: string,
  head: Buffer,
  options: ReadOptions,
): Promise<{ info: TableInfo; rows: AsyncIterable<TableRow> }> {
  const start = head.toString("latin1", 0, 512).replace(/^\xef\xbb\xbf/, "");
  for (const [pattern, problem] of otherFormats) {
    const isThis = Array.isArray(pattern) ? pattern.every((byte, index) => head[index] === byte) : pattern.test(start);
    if (isThis) throw notReadable(problem);
  }
  const detected = await detectEncoding(path, head);
  const encoding = options.encoding ?? detected.encoding;
  const decoding = startDecoding(encoding);
  // The last line of the sample can be incomplete.
  const isComplete = head.length < sampleSize;
  const sample = (decoding.decode(head) + (isComplete ? decoding.end() : "")).replace(/^\ufeff/, "");
  assertText(sample);
  const [, separator] = separatorLine.exec(sample) ?? [];
  const layout = detectLayout(sample, isComplete, options.delimiter ?? separator);
  return {
    info: { format: "csv", encoding, encodings: detected.candidates, delimiter: layout.delimiter, sheets: [], sheet: null },
    rows: readRows(path, encoding, layout, detected.hasInvalidBytes || options.encoding !== undefined),
  };
}

/** A line that only states the separator, for Excel. */
const separatorLine = /^"?sep=([^\w\s"]|\t)"?(?:[\r\n]|$)/i;

/** Text has few control characters. NULs at the end of a line are padding. */
function assertText(sample: string): void {
  const controls = sample.replace(/\0+(?=[\r\n]|$)/g, "").match(/(?!\s)\p{Cc}/gu)?.length ?? 0;
  if (controls > 8 && controls > sample.length / 50) throw notReadable("This isn't a text file or an Excel file.");
}

async function* readRows(
  path: string,
  encoding: TextEncoding,
  { delimiter, columns }: { delimiter: string; columns: number | null },
  canBeInvalid: boolean,
): AsyncGenerator<TableRow> {
  const decoding = startDecoding(encoding);
  const reader = rowReader(delimiter, columns);
  let previous: TableRow | null = null;
  let end = "";
  let isLineCountChecked = false;
  for await (const text of withEnd(path, decoding)) {
    if (text) end = text.slice(-1);
    for (const read of text === null ? reader.end() : reader.add(text)) {
      if (previous) yield previous;
      previous = null;
      if (!isLineCountChecked && isQuoteProblem(read.problem)) {
        isLineCountChecked = true;
        await assertFewLines(path, read);
      }
      const row = canBeInvalid ? checkCharacters(read, encoding) : read;
      if (!isSeparatorLine(row.cells, delimiter)) previous = row;
    }
  }
  if (previous?.problem === invalidCharacters(encoding) && previous.cells.at(-1)?.endsWith("\ufffd")) previous.problem = partialCharacter;
  if (previous) yield { ...previous, ...(isCutOff(previous, end, columns) && { isCutOff: true }) };
}

const partialCharacter = "ends in the middle of a character. The file seems to be cut off: export it again";

/** Whether a file seems to end in the middle of its last row: in a quoted cell, in a character, or before its last cells. `end`: its last character. */
const isCutOff = ({ cells, problem }: TableRow, end: string, columns: number | null): boolean =>
  problem === quoteProblems.notClosed ||
  problem === partialCharacter ||
  (problem === undefined && columns !== null && cells.length < columns && !/[\n\r]/.test(end));

const isQuoteProblem = (problem: string | undefined): boolean =>
  problem === quoteProblems.notClosed || problem === quoteProblems.wrongQuote;

/**
 * Throws if a file has more lines than rows are allowed. After a row whose quotes can't be read, its lines count as rows, so the file would be
 * refused only after a million of them, and for another reason.
 */
async function assertFewLines(path: string, { row, problem }: TableRow): Promise<void> {
  let lines = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const bytes = chunk as Buffer;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
    if (lines > importLimits.rows + 1)
      throw notReadable(
        `Row ${row.toLocaleString("en-US")} ${problem}. Correct it: each line after it counts as a row, and a file can have at most ${importLimits.rows.toLocaleString("en-US")}.`,
      );
  }
}

/** Yields the decoded text, and null at its end. */
async function* withEnd(path: string, decoding: ReturnType<typeof startDecoding>): AsyncGenerator<string | null> {
  let isStart = true;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text = decoding.decode(chunk as Buffer);
    yield isStart ? text.replace(/^\ufeff/, "") : text;
    isStart = false;
  }
  yield decoding.end();
  yield null;
}

const isSeparatorLine = (cells: readonly string[], delimiter: string): boolean => {
  const [first = "", ...others] = cells;
  return /^sep=/i.test(first) && others.every((cell) => cell === "") && (first.length === 4 || first === `sep=${delimiter}`.toLowerCase());
};

const invalidCharacters = (encoding: TextEncoding): string => `has characters that aren't valid in ${encoding}`;

function checkCharacters(row: TableRow, encoding: TextEncoding): TableRow {
  if (row.problem !== undefined || !row.cells.some((cell) => cell.includes("\ufffd"))) return row;
  return { ...row, problem: invalidCharacters(encoding) };
}

import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { analyse } from "chardet";
import { CsvError, type InfoRecord, parse } from "csv-parse";
import { detectDelimiter } from "hucre/csv";
import { importLimits } from "@/contract/import-values";
import { limitConcurrency } from "@/lib/concurrency";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { assertSafeArchive, damaged, notReadable } from "./archive";
import { withTemporaryFile } from "./temporary-file";

type TableRow = { row: number; cells: string[] };

/** A file of rows. `rows` yields each row with its number in the file, from 1; rows without any text are left out. */
export type TableFile = {
  format: "csv" | "xlsx";
  encoding: string | null;
  delimiter: string | null;
  rows: AsyncIterable<TableRow>;
};

/** Files of a project wait for each other, because each needs disk space. In a container, that can be memory. */
const limitArriving = limitConcurrency(6);

/** After they arrived, files of a kind wait for each other, because reading takes CPU time and a database connection. */
const limitReading = limitConcurrency(3);

/**
 * Saves a file to disk while it arrives: its encoding can only be told from all of it, and an Excel file is read from its end. Throws
 * `import_not_readable`.
 */
export const withTableFile = <T>(
  { projectId }: Context,
  kind: "leads" | "codes",
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  callback: (table: TableFile) => Promise<T>,
): Promise<T> =>
  limitArriving(`${kind} ${projectId}`, () =>
    withTemporaryFile(stream, (path) => limitReading(kind, async () => callback(await openTableFile(path)))),
  );

/** The size of an Excel sheet, which files of spreadsheets can have with empty rows and columns. */
const maxSheet = { rows: 1_048_576, columns: 16_384 };

/** How many cells a file can have, also empty ones, which take time and no space. */
const maxCells = 100_000_000;

/** How long rows are read before other requests get their turn, in milliseconds. */
const pauseInterval = 20;

/** The longest row with its quotes and separators, in characters. */
const maxRawLength = 4 * importLimits.rowLength;

/** How a text file is read. `hasSeparatorLine`: the first line only states the separator, for Excel. */
type CsvFormat = { encoding: string; delimiter: string; hasSeparatorLine: boolean };

/** How much of a text file is read to detect its separator, in bytes. */
const sampleSize = 64 * 1024;

/** Opens a CSV, TSV or Excel file. Throws `import_not_readable` here, or while its rows are read. */
async function openTableFile(path: string): Promise<TableFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) throw notReadable("The file is empty.");
    const head = Buffer.alloc(Math.min(size, sampleSize));
    await file.read(head, 0, head.length, 0);
    const signature = head.toString("latin1", 0, 4);
    if (signature === "PK\x03\x04") {
      await assertSafeArchive(file, size);
      return { format: "xlsx", encoding: null, delimiter: null, rows: limitRows(readXlsx(path)) };
    }
    if (signature === "\xd0\xcf\x11\xe0")
      throw notReadable("This is an old or encrypted Excel file. Save it as .xlsx without a password, or as CSV.");
    const encoding = await detectEncoding(path, head);
    // The last line of the sample can be incomplete.
    const sample = new TextDecoder(encoding).decode(head, { stream: true });
    const [, separator] = /^"?sep=([^\w\s"]|\t)"?[\r\n]/i.exec(sample) ?? [];
    const delimiter = separator ?? detectDelimiter(sample);
    const rows = readCsv(path, { encoding, delimiter, hasSeparatorLine: separator !== undefined });
    return { format: "csv", encoding: encoding.toUpperCase(), delimiter, rows: limitRows(rows) };
  } finally {
    await file.close();
  }
}

/** Detects the encoding: by the byte order mark, else UTF-8 if the whole file is valid, else what `chardet` says about the first bytes that aren't. */
async function detectEncoding(path: string, head: Buffer): Promise<string> {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    try {
      decoder.decode(chunk as Buffer, { stream: true });
    } catch {
      return detectLegacyEncoding(chunk as Buffer);
    }
  }
  try {
    decoder.decode();
  } catch {
    throw notReadable("The file ends in the middle of a character. It seems to be cut off: export it again.");
  }
  return "utf-8";
}

const nonAscii = /\P{ASCII}/gu;

function detectLegacyEncoding(bytes: Buffer): string {
  // Valid UTF-8 sequences are very unlikely in other encodings, so text with several of them was joined from files in different encodings.
  const text = bytes.toString("utf8");
  const invalid = text.match(/\ufffd/g)?.length ?? 0;
  const valid = (text.match(nonAscii)?.length ?? 0) - invalid;
  if (valid > 0 && valid >= invalid / 4) throw notReadable("The file mixes UTF-8 with another encoding. Export it again as UTF-8.");
  const [best] = analyse(bytes).filter(({ name }) => name !== "UTF-8" && name !== "ASCII" && !name.startsWith("UTF-"));
  // Browsers and spreadsheets read Latin-1 as Windows-1252, its superset.
  const name = best === undefined || best.name === "ISO-8859-1" || best.confidence < 20 ? "windows-1252" : best.name.toLowerCase();
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return "windows-1252";
  }
}

/** Decodes text, and refuses what the encoding can't hold. */
function decodeText(encoding: string): Transform {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk: Buffer | undefined, callback: (error: Error | null, text?: string) => void) => {
    try {
      callback(null, chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
    } catch {
      callback(notReadable(`The file isn't valid ${encoding.toUpperCase()}. It seems to be damaged or cut off: export it again as UTF-8.`));
    }
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, callback) => decode(chunk, callback),
    flush: (callback) => decode(undefined, callback),
    decodeStrings: false,
    encoding: "utf8",
  });
}

async function* readCsv(path: string, { encoding, delimiter, hasSeparatorLine }: CsvFormat): AsyncGenerator<TableRow> {
  // Empty lines are cheap for the parser, but not as rows.
  const parser = parse({ delimiter, relax_column_count: true, skip_empty_lines: true, info: true, max_record_size: maxRawLength });
  const countRows = () => parser.info.records + parser.info.empty_lines;
  /** Stops before the parser keeps a row that is too long, such as one of separators only. */
  async function* limitText(chunks: AsyncIterable<string>): AsyncGenerator<string> {
    let [rows, length] = [0, 0];
    for await (const chunk of chunks) {
      length = countRows() === rows ? length + chunk.length : chunk.length;
      rows = countRows();
      if (length > maxRawLength) throw notReadable(tooLong(rows + 1));
      assertFewRows(rows);
      yield chunk;
    }
  }
  // The chunks are small, so that the process answers other requests between them.
  const source = createReadStream(path, { highWaterMark: 16 * 1024 });
  // An error anywhere also ends the iteration.
  pipeline(source, decodeText(encoding), limitText, parser).catch(() => {});
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: InfoRecord; record: string[] }>) {
      const row = info.records + info.empty_lines;
      if (!(hasSeparatorLine && row === 1)) yield { row, cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? notReadable(describeCsvError(error, countRows() + 1)) : error;
  } finally {
    source.destroy();
  }
}

function describeCsvError({ code }: CsvError, row: number): string {
  const at = `Row ${row.toLocaleString("en-US")}`;
  if (code === "CSV_QUOTE_NOT_CLOSED") return `${at} has a quote that is never closed. The file seems to be cut off.`;
  if (code === "CSV_MAX_RECORD_SIZE") return tooLong(row);
  return `${at} has a quote in the wrong place. Quotes inside of a cell must be doubled, and the cell enclosed in quotes.`;
}

const tooLong = (row: number): string =>
  `Row ${row.toLocaleString("en-US")} has more than ${importLimits.rowLength.toLocaleString("en-US")} characters.`;

const assertFewRows = (count: number): void => {
  if (count > maxSheet.rows)
    throw notReadable(
      `A file can have at most ${importLimits.rows.toLocaleString("en-US")} rows, and ${maxSheet.rows.toLocaleString("en-US")} with the empty ones. Split it, or remove the empty rows.`,
    );
};

/** Reads the first sheet. Cells with a formula have the value that the file saved for it. */
async function* readXlsx(path: string): AsyncGenerator<TableRow> {
  const { streamXlsxRows } = await import("hucre/xlsx");
  const source = createReadStream(path, { highWaterMark: 32 * 1024 });
  // The reader keeps the rows of all bytes that it gets, so it gets the next ones when it has no row left.
  let isWaiting = true;
  let onWaiting = () => {};
  async function* chunksOnDemand() {
    for await (const chunk of source) {
      // Rows that the reader has arrive before the end of the pause.
      for (await setImmediate(); !isWaiting; await setImmediate())
        await new Promise<void>((resolve) => {
          onWaiting = resolve;
        });
      yield new Uint8Array(chunk as Buffer);
    }
  }
  let lastRow = 0;
  try {
    for await (const { index, values } of streamXlsxRows(Readable.toWeb(Readable.from(chunksOnDemand())) as ReadableStream<Uint8Array>)) {
      isWaiting = false;
      const row = index + 1;
      // The file states the number of each row.
      if (!(row > lastRow && row <= maxSheet.rows)) throw damaged();
      lastRow = row;
      yield { row, cells: values.map(cellText) };
      isWaiting = true;
      onWaiting();
    }
  } catch (error) {
    throw error instanceof ApiError ? error : damaged();
  } finally {
    source.destroy();
    isWaiting = true;
    onWaiting();
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString();
  return String(value).toWellFormed();
}

async function* limitRows(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  let count = 0;
  let cellCount = 0;
  let pausedAt = performance.now();
  for await (const { row, cells } of rows) {
    // Rows that are in memory already follow each other without a pause.
    if (performance.now() - pausedAt > pauseInterval) {
      await setImmediate();
      pausedAt = performance.now();
    }
    cellCount += cells.length;
    if (cellCount > maxCells)
      throw notReadable(
        `A file can have at most ${maxCells.toLocaleString("en-US")} cells with the empty ones. Split it, or remove the empty columns.`,
      );
    if (cells.length > maxSheet.columns || cells.slice(importLimits.columns).some((cell) => cell !== ""))
      throw notReadable(
        `Row ${row.toLocaleString("en-US")} has ${cells.length.toLocaleString("en-US")} columns. A file can have at most ${importLimits.columns}.`,
      );
    let length = 0;
    for (const cell of cells) {
      length += cell.length;
      if (cell.includes("\0"))
        throw notReadable(`Row ${row.toLocaleString("en-US")} has a NUL character. Is this a text file or an Excel file?`);
    }
    if (length > importLimits.rowLength) throw notReadable(tooLong(row));
    if (length === 0 || cells.every((cell) => cell.trim() === "")) continue;
    // One more for the headers.
    if (++count > importLimits.rows + 1)
      throw notReadable(`A file can have at most ${importLimits.rows.toLocaleString("en-US")} rows. Split it.`);
    yield { row, cells: cells.slice(0, importLimits.columns) };
  }
}

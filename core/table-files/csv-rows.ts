import { importLimits } from "@/contract/import-values";
import { afterLineEnd, parseFields } from "./csv-fields";
import type { TableRow } from "./table-info";

/** The longest row with its quotes and separators, in characters. */
const maxRawLength = 4 * importLimits.rowLength;

export const tooLong = `has more than ${importLimits.rowLength.toLocaleString("en-US")} characters`;

/** What is wrong with a row whose quotes can't be read. */
export const quoteProblems = {
  notClosed: "has a quote that is never closed. If it's the last row, the file seems to be cut off",
  wrongQuote: "has a quote in the wrong place. Quotes inside of a cell must be doubled, and the cell enclosed in quotes",
};

/** The longest beginning of a row that can't be read. */
const maxShownLength = 2000;

/**
 * Splits text into rows while it arrives. Each line ends with LF, CRLF or CR, unless it ends within quotes. A row whose quotes can't be read
 * has a problem, and the next line is read as if it weren't there. `columns`: how many cells the rows have.
 */
export function rowReader(delimiter: string, columns: number | null) {
  let text = "";
  let row = 0;
  let isSkippingLine = false;

  const broken = (line: string, problem: string): TableRow => ({
    row: ++row,
    cells: line.slice(0, maxShownLength).replaceAll('"', "").split(delimiter),
    problem,
  });

  /** Reads the row at `start`, whose first line ends at `lineEnd`. Null if it needs more text. */
  function readQuoted(start: number, lineEnd: number, isLast: boolean): { next: number; result: TableRow } | null {
    const line = text.slice(start, lineEnd);
    const rules = line.includes('\\"') ? (["doubled", "backslash"] as const) : (["doubled"] as const);
    let isOpen = false;
    for (const rule of rules) {
      const parsed = parseFields(text, start, delimiter, rule);
      if (parsed === "open" && !isLast && text.length - start <= maxRawLength) return null;
      isOpen ||= parsed === "open";
      if (typeof parsed === "string") continue;
      // A quoted cell can continue after the text that has arrived.
      if (parsed.end >= text.length && !isLast && text.length - start <= maxRawLength) return null;
      return { next: parsed.end, result: { row: ++row, cells: parsed.cells } };
    }
    const next = afterLineEnd(text, lineEnd);
    for (const rule of ["text", "partial"] as const) {
      const parsed = parseFields(text.slice(start, next), 0, delimiter, rule);
      // Without enclosing quotes, it isn't certain where the cells end, so there must be as many as in other rows.
      if (typeof parsed === "object" && (columns === null || parsed.cells.length === columns))
        return { next, result: { row: ++row, cells: parsed.cells } };
    }
    return { next, result: broken(line, isOpen ? quoteProblems.notClosed : quoteProblems.wrongQuote) };
  }

  function* readLines(isLast: boolean): Generator<TableRow> {
    let start = 0;
    // The next of each, because looking for one that isn't there reads all of the text.
    let [nextLf, nextCr] = [-1, -1];
    while (start < text.length) {
      if (nextLf < start) nextLf = indexOrEnd(text, "\n", start);
      if (nextCr < start) nextCr = indexOrEnd(text, "\r", start);
      const lineEnd = Math.min(nextLf, nextCr);
      // A line feed can follow.
      const isComplete = isLast || lineEnd < text.length - 1 || (lineEnd < text.length && text[lineEnd] === "\n");
      if (!isComplete && text.length - start <= maxRawLength) break;
      if (isSkippingLine) {
        isSkippingLine = !isComplete;
        start = isComplete ? afterLineEnd(text, lineEnd) : text.length;
        continue;
      }
      if (lineEnd - start > maxRawLength) {
        yield broken(text.slice(start, start + maxShownLength), tooLong);
        isSkippingLine = true;
        continue;
      }
      if (text.charCodeAt(start) === 0xfeff) start++;
      const line = text.slice(start, lineEnd);
      if (!line.includes('"')) {
        yield { row: ++row, cells: line.split(delimiter) };
        start = afterLineEnd(text, lineEnd);
        continue;
      }
      const read = readQuoted(start, lineEnd, isLast);
      if (read === null) break;
      yield read.result;
      start = read.next;
    }
    text = text.slice(start);
  }

  return {
    /** Yields the rows that are complete with more text. */
    *add(more: string): Generator<TableRow> {
      text += more;
      yield* readLines(false);
    },
    /** Yields the remaining rows. */
    end: () => readLines(true),
  };
}

function indexOrEnd(text: string, search: string, start: number): number {
  const index = text.indexOf(search, start);
  return index < 0 ? text.length : index;
}

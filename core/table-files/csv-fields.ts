/** How quotes inside of a quoted cell are read. */
type QuoteRule =
  /** Doubled (RFC 4180). A single one ends the cell, so a separator or the end of the line must follow. */
  | "doubled"
  /** After a backslash, as databases and PHP write them. */
  | "backslash"
  /** As text, unless a separator or the end of the line follows. */
  | "text"
  /** The first single one ends the quoted part, and the cell ends at the separator. */
  | "partial";

/** `end`: where the next row starts. `open`: the text ended within quotes. `wrong`: a quote is where the rule doesn't allow it. */
type ParsedFields = { cells: string[]; end: number } | "open" | "wrong";

const quote = 34;
const isLineEnd = (code: number): boolean => code === 10 || code === 13;

/** Where the line after the one that ends at `at` starts. */
export const afterLineEnd = (text: string, at: number): number => at + (text.startsWith("\r\n", at) ? 2 : at < text.length ? 1 : 0);

/** The first position from `at` that isn't a blank. Spreadsheets and people write blanks around quotes. */
function skipBlanks(text: string, at: number, delimiter: string): number {
  let end = at;
  while (text[end] === " " || (text[end] === "\t" && delimiter !== "\t")) end++;
  return end;
}

/** Whether a quote at `at` follows an odd number of backslashes. */
function isEscaped(text: string, at: number, start: number): boolean {
  let first = at;
  while (first > start && text[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

/** Parses the cells of one row. `rule` applies to quoted cells; quotes in the middle of other cells are text. */
export function parseFields(text: string, start: number, delimiter: string, rule: QuoteRule): ParsedFields {
  const isMultiline = rule === "doubled" || rule === "backslash";
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const from = skipBlanks(text, at, delimiter);
    const quoted = text.charCodeAt(from) === quote ? parseQuoted(text, from + 1, delimiter, rule, isMultiline) : null;
    // A quote after a blank that doesn't enclose the cell is text.
    if (typeof quoted === "string" && from === at) return quoted;
    let end: number;
    if (quoted !== null && typeof quoted === "object") {
      cells.push(quoted.cell);
      end = quoted.end;
    } else {
      end = at;
      while (end < text.length && text[end] !== delimiter && !isLineEnd(text.charCodeAt(end))) end++;
      cells.push(text.slice(at, end));
    }
    if (text[end] !== delimiter) return { cells, end: afterLineEnd(text, end) };
    at = end + 1;
  }
}

type QuotedCell = { cell: string; end: number } | "open" | "wrong";

function parseQuoted(text: string, start: number, delimiter: string, rule: QuoteRule, isMultiline: boolean): QuotedCell {
  let cell = "";
  let from = start;
  const lineEnd = isMultiline ? text.length : findLineEnd(text, start);
  for (let at = text.indexOf('"', start); at >= 0 && at < lineEnd; at = text.indexOf('"', at)) {
    if (rule === "backslash" && isEscaped(text, at, start)) {
      at++;
      continue;
    }
    if (text.charCodeAt(at + 1) === quote) {
      cell += text.slice(from, at + 1);
      at += 2;
      from = at;
      continue;
    }
    const end = skipBlanks(text, at + 1, delimiter);
    if (end >= text.length || text[end] === delimiter || isLineEnd(text.charCodeAt(end)))
      return { cell: finishCell(cell + text.slice(from, at), rule), end };
    if (rule === "partial") {
      let rest = at + 1;
      while (rest < lineEnd && text[rest] !== delimiter) rest++;
      return { cell: cell + text.slice(from, at) + text.slice(at + 1, rest), end: rest };
    }
    if (rule !== "text") return "wrong";
    at++;
  }
  return isMultiline ? "open" : "wrong";
}

const finishCell = (cell: string, rule: QuoteRule): string => (rule === "backslash" ? cell.replace(/\\(["\\])/g, "$1") : cell);

/** The position of the line feed or carriage return that ends the line, or the end of the text. */
function findLineEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
  return end;
}

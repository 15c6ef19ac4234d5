import { stringify } from "csv-stringify/sync";
import type { CsvExport } from "@/contract/endpoint";
import type { ListResult } from "@/core/pagination";

/** Returns whether a list query requests a CSV file. */
export const isCsv = (query: unknown): boolean =>
  typeof query === "object" && query !== null && "format" in query && query.format === "csv";

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";

// Matches numbers, times, dates, exponents, months next to digits, and booleans.
const convertedBySpreadsheets = new RegExp(
  `^\\s*([-+]?[\\d.,:/\\s-]*\\d[\\d.,:/\\s-]*(e[-+]?\\d+)?%?|\\d+[\\s./-]*(${months})[a-z]*|(${months})[a-z]*[\\s./-]*\\d+|true|false)\\s*$`,
  "i",
);

/** Returns the formula that keeps a text as text if a spreadsheet would convert it to a number, date or boolean. Otherwise returns null. */
const textCell = (text: string): string | null => (convertedBySpreadsheets.test(text) ? `="${text}"` : null);

/** Streams a list as CSV (RFC 4180). Cells that a spreadsheet would run as a formula get a leading apostrophe. */
export async function* csvChunks({ columns }: CsvExport, list: ListResult<unknown>): AsyncGenerator<string> {
  const cells = Object.values(columns);
  const cast = {
    boolean: String,
    object: ({ text }: Record<string, unknown>) => {
      const formula = textCell(String(text));
      return formula === null ? String(text) : { value: formula, escape_formulas: false };
    },
  };
  // By default, csv-stringify quotes only cells with the complete record delimiter (CR LF).
  const options = { escape_formulas: true, record_delimiter: "windows", quoted_match: /[\r\n]/, cast } as const;
  const toLines = (rows: unknown[][]) => stringify(rows, options);
  // Spreadsheets recognize UTF-8 by the byte order mark.
  yield `\uFEFF${toLines([Object.keys(columns)])}`;
  const chunks = "page" in list ? [list.page] : list.chunks;
  for await (const chunk of chunks) yield toLines(chunk.map((item) => cells.map((cell) => cell(item as never))));
}

/** Returns the headers of a CSV response. Copies `headers`, which an error response may still need. */
export function csvHeaders({ name }: CsvExport, headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.set("Content-Type", "text/csv; charset=utf-8; header=present");
  copy.set("Content-Disposition", `attachment; filename="${name}.csv"`);
  return copy;
}

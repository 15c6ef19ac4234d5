import "server-only";
import { stringify } from "csv-stringify/sync";
import type { Csv } from "@/contract/endpoint";
import type { Listing } from "@/core/listing";

/** Whether a list's query asks for a file. */
export const isCsv = (query: unknown): boolean =>
  typeof query === "object" && query !== null && "format" in query && query.format === "csv";

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";

// Digits with what stands in numbers, times and dates, or in a number's exponent; a month beside digits; a truth value.
const readAsMore = new RegExp(
  `^\\s*([-+]?[\\d.,:/\\s-]*\\d[\\d.,:/\\s-]*(e[-+]?\\d+)?%?|\\d+[\\s./-]*(${months})[a-z]*|(${months})[a-z]*[\\s./-]*\\d+|true|false)\\s*$`,
  "i",
);

/** How a text stands in a file where a spreadsheet would read it as a number, a date or a truth value: as a formula that gives the text. */
export const textCell = (text: string): string | null => (readAsMore.test(text) ? `="${text}"` : null);

/** A list as CSV (RFC 4180) in pieces. Cells that a spreadsheet would take for a formula are neutralised with an apostrophe. */
export async function* csvOf({ columns }: Csv, listing: Listing<unknown>): AsyncGenerator<string> {
  const cells = Object.values(columns);
  const cast = {
    boolean: String,
    object: ({ text }: Record<string, unknown>) => {
      const formula = textCell(String(text));
      return formula === null ? String(text) : { value: formula, escape_formulas: false };
    },
  };
  // By itself it quotes only what has the whole delimiter of its records in it.
  const options = { escape_formulas: true, record_delimiter: "windows", quoted_match: /[\r\n]/, cast } as const;
  const lines = (rows: unknown[][]) => stringify(rows, options);
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  yield `\uFEFF${lines([Object.keys(columns)])}`;
  const chunks = "page" in listing ? [listing.page] : listing.chunks;
  for await (const chunk of chunks) yield lines(chunk.map((item) => cells.map((cell) => cell(item as never))));
}

/** The headers of a CSV file's answer; `headers` stay as they are, for a refusal in its place. */
export function csvHeaders({ name }: Csv, headers: Headers): Headers {
  const own = new Headers(headers);
  own.set("Content-Type", "text/csv; charset=utf-8; header=present");
  own.set("Content-Disposition", `attachment; filename="${name}.csv"`);
  return own;
}

import { stringify } from "csv-stringify/sync";
import type { CsvCell, CsvExport, ExportColumn, ExportFormat } from "@/contract/endpoint";
import type { ListResult } from "@/core/pagination";
import { withoutRequestLimit } from "@/db/request-limit";

/** Returns the file format that a list query requests, or null for JSON. */
export const requestedFormat = (query: unknown): ExportFormat | null =>
  typeof query === "object" && query !== null && "format" in query && (query.format === "csv" || query.format === "xlsx")
    ? query.format
    : null;

/** The chunks of a list: its page, or all of its rows. */
const listChunks = (list: ListResult<unknown>): Iterable<unknown[]> | AsyncIterable<unknown[]> =>
  "page" in list ? [list.page] : list.chunks;

/** The columns of an exported list: those of the endpoint, and those that depend on the project. */
const listColumns = ({ columns }: CsvExport, { addedColumns = [] }: ListResult<unknown>): ExportColumn[] => [
  ...Object.entries(columns),
  ...addedColumns,
];

const toRow = (columns: readonly ExportColumn[], item: unknown): CsvCell[] => columns.map(([, cell]) => cell(item as never));

/**
 * Streams a list as CSV (RFC 4180). Texts are written as they are, except that those that a spreadsheet would run as a formula get a leading
 * apostrophe (docs/decisions/0040-exported-files.md).
 */
async function* csvChunks(csv: CsvExport, list: ListResult<unknown>): AsyncGenerator<string> {
  // By default, csv-stringify quotes only cells with the complete record delimiter (CR LF).
  const options = { escape_formulas: true, record_delimiter: "windows", quoted_match: /[\r\n]/, cast: { boolean: String } } as const;
  const toLines = (rows: unknown[][]) => stringify(rows, options);
  // Spreadsheets recognize UTF-8 by the byte order mark.
  const columns = listColumns(csv, list);
  yield `\uFEFF${toLines([columns.map(([title]) => title)])}`;
  for await (const chunk of listChunks(list)) yield toLines(chunk.map((item) => toRow(columns, item)));
}

/** The longest text of an Excel cell. */
const maxCellLength = 32_767;

/** Keeps a text a text, also after it is edited in Excel. */
const textFormat = "@";

/**
 * Streams a list as an Excel file, in constant memory. All texts are text cells, which Excel neither converts nor runs. A list with more rows
 * than a sheet can have continues on further sheets.
 */
async function* xlsxChunks(csv: CsvExport, list: ListResult<unknown>): AsyncGenerator<Uint8Array> {
  const exported = listColumns(csv, list);
  const iterator = chunkIterator(list);
  // Before the file starts, so that an early failure is still answered with an error.
  const first = await iterator.next();
  try {
    const firstRow = first.done || first.value.length === 0 ? [] : toRow(exported, first.value[0]);
    // Loaded on demand, because few requests need it.
    const { writeXlsxStream } = await import("hucre/xlsx");
    const columns = exported.map(([header], index) => ({
      header,
      width: 24,
      ...(typeof firstRow[index] !== "number" && { numFmt: textFormat }),
    }));
    const rows = async function* () {
      for (let next = first; !next.done; next = await withoutRequestLimit(() => iterator.next()))
        for (const item of next.value)
          yield toRow(exported, item).map((cell) => (typeof cell === "string" ? cell.slice(0, maxCellLength) : cell));
    };
    const stream = writeXlsxStream(rows(), { name: csv.name, columns, freezePane: { rows: 1 } });
    yield* stream as unknown as AsyncIterable<Uint8Array>;
  } finally {
    await iterator.return(undefined);
  }
}

async function* chunkIterator(list: ListResult<unknown>): AsyncGenerator<unknown[]> {
  yield* listChunks(list);
}

export const exportChunks = (format: ExportFormat, csv: CsvExport, list: ListResult<unknown>): AsyncGenerator<string | Uint8Array> =>
  format === "csv" ? csvChunks(csv, list) : xlsxChunks(csv, list);

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Returns the headers of an exported file. Copies `headers`, which an error response may still need. */
export function exportHeaders(format: ExportFormat, { name }: CsvExport, headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.set("Content-Type", contentTypes[format]);
  copy.set("Content-Disposition", `attachment; filename="${name}.${format}"`);
  return copy;
}

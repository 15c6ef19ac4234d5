import type { z } from "zod";
import type { ExportFormat } from "@/contract/enums";
import { type CsvCell, type CsvExport, type ExportColumn, type ExportHeader, exportColumns } from "@/contract/export-columns";
import { withoutRequestLimit } from "@/db/request-limit";
import { closestName } from "@/lib/closest-name";
import { ApiError } from "../api-error";
import type { ListResult } from "../pagination";
import { markFormula } from "../table-files/cells";

/** What to export: the columns of a list, and the format with the names of the chosen columns and what the first row has. */
export type FileExport = {
  csv: CsvExport;
  format: ExportFormat;
  columns?: readonly string[] | undefined;
  header?: z.output<typeof ExportHeader> | undefined;
};

/** Reads a list in chunks: its page, or all of its items. */
async function* readChunks<Converted>(list: ListResult<unknown>, convert: (item: unknown) => Converted): AsyncGenerator<Converted[]> {
  if ("page" in list) yield list.page.map(convert);
  else yield* list.readAll(convert);
}

/** All columns of an exported list: those of the endpoint, and those that depend on the project. */
const allColumns = (csv: CsvExport, { addedColumns = [] }: Pick<ListResult<unknown>, "addedColumns">): ExportColumn[] => [
  ...exportColumns(csv),
  ...addedColumns,
];

/**
 * The chosen columns in the chosen order, with the names that were asked for, or all of them. Throws `invalid_input` for names that the list
 * doesn't have.
 */
export function selectColumns(
  { csv, columns: chosen }: Pick<FileExport, "csv" | "columns">,
  list: Parameters<typeof allColumns>[1],
): ExportColumn[] {
  const columns = allColumns(csv, list);
  if (chosen === undefined) return columns;
  const byName = new Map<string, ExportColumn>();
  for (const column of columns) if (column.olderName) byName.set(column.olderName.toLowerCase(), column);
  for (const column of columns) byName.set(column.name.toLowerCase(), column);
  const unknown = chosen.filter((name) => !byName.has(name.toLowerCase()));
  if (unknown.length > 0)
    throw new ApiError("invalid_input", { fields: { columns: unknown.map((name) => describeUnknown(name, columns)) } });
  return chosen.flatMap((name) => {
    const column = byName.get(name.toLowerCase());
    return column ? [{ ...column, name }] : [];
  });
}

function describeUnknown(name: string, columns: readonly ExportColumn[]): string {
  const names = columns.map(({ name: known }) => known);
  const nearest = closestName(name, names);
  const hint = nearest === null ? ` This list has ${names.join(", ")}.` : ` Did you mean ${nearest}?`;
  return `includes "${name.slice(0, 40)}", which isn't a column of this list.${hint}`;
}

const toRow = (columns: readonly ExportColumn[], item: unknown): CsvCell[] => columns.map(({ cell }) => cell(item as never));

const needsQuotes = /[",\r\n]/;

/** Writes a cell of a CSV file (RFC 4180). Here instead of with a library, because that took longer than everything else of an export. */
function toCsvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const text = markFormula(cell, "csv");
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const toCsvLine = (cells: readonly CsvCell[]): string => `${cells.map(toCsvCell).join(",")}\r\n`;

/**
 * Streams a list as CSV. Texts are written as they are, except that those that a spreadsheet would run as a formula get a leading apostrophe
 * (docs/decisions/0040-exported-files.md).
 */
async function* csvChunks(header: string[], columns: readonly ExportColumn[], list: ListResult<unknown>): AsyncGenerator<string> {
  // Spreadsheets recognize UTF-8 by the byte order mark.
  yield `\uFEFF${toCsvLine(header)}`;
  for await (const lines of readChunks(list, (item) => toCsvLine(toRow(columns, item)))) yield lines.join("");
}

/** Streams a list as one JSON object per line: the complete records, or the chosen columns under the names that were asked for. */
async function* ndjsonChunks(chosen: readonly ExportColumn[] | null, list: ListResult<unknown>): AsyncGenerator<string> {
  const toObject = (item: unknown) =>
    chosen === null ? item : Object.fromEntries(chosen.map(({ name, cell }) => [name, cell(item as never)]));
  for await (const lines of readChunks(list, (item) => `${JSON.stringify(toObject(item))}\n`)) yield lines.join("");
}

/** The longest text of an Excel cell. */
const maxCellLength = 32_767;

/** Excel decodes `_x0041_` as `A`, unless the underscore is written as `_x005F_`. */
const escapeXlsx = (text: string): string => text.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");

/** Keeps a text a text, also after it is edited in Excel. */
const textFormat = "@";

/**
 * Streams a list as an Excel file, in constant memory. All texts are text cells, which Excel neither converts nor runs. A list with more rows
 * than a sheet can have continues on further sheets.
 */
async function* xlsxChunks(
  name: string,
  header: string[],
  exported: readonly ExportColumn[],
  list: ListResult<unknown>,
): AsyncGenerator<Uint8Array> {
  const toCells = (item: unknown) =>
    toRow(exported, item).map((cell) => (typeof cell === "string" ? escapeXlsx(markFormula(cell, "xlsx").slice(0, maxCellLength)) : cell));
  const iterator = readChunks(list, toCells);
  // Before the file starts, so that an early failure is still answered with an error.
  const first = await iterator.next();
  try {
    const firstRow = first.done ? [] : (first.value[0] ?? []);
    // Loaded on demand, because few requests need it.
    const { writeXlsxStream } = await import("hucre/xlsx");
    const columns = header.map((title, index) => ({
      header: title,
      width: 24,
      ...(typeof firstRow[index] !== "number" && { numFmt: textFormat }),
    }));
    const rows = async function* () {
      for (let next = first; !next.done; next = await withoutRequestLimit(() => iterator.next())) yield* next.value;
    };
    const stream = writeXlsxStream(rows(), { name, columns, freezePane: { rows: 1 } });
    yield* stream as unknown as AsyncIterable<Uint8Array>;
  } finally {
    await iterator.return(undefined);
  }
}

/** Writes a list to a file, in pieces that are made as fast as they are read. Throws `invalid_input` at once for columns that it doesn't have. */
export function exportChunks(file: FileExport, list: ListResult<unknown>): AsyncGenerator<string | Uint8Array> {
  const columns = selectColumns(file, list);
  if (file.format === "ndjson") return ndjsonChunks(file.columns ? columns : null, list);
  const header = columns.map(({ name, title }) => (file.header === "names" ? name : title));
  return file.format === "csv" ? csvChunks(header, columns, list) : xlsxChunks(file.csv.name, header, columns, list);
}

export const exportContentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ndjson: "application/x-ndjson; charset=utf-8",
};

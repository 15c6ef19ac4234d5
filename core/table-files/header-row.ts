import { importLimits } from "@/contract/import-values";
import { notReadable } from "./archive";
import type { TableFile } from "./reader-process";
import type { TableRow } from "./table-info";

/** How many rows are compared to find the headers. */
const sampleRows = 50;

/** How far from the first row with text the headers can be. */
const maxTitleRows = 20;

/** What tells headers from data: how many cells are known headers, and whether a cell is data, such as an email. `isRequired`: all files have headers. */
export type HeaderRules = { countKnown(cells: readonly string[]): number; isData(cell: string): boolean; isRequired: boolean };

/** The rows of a file below its headers. `headerRow` is null if it has none. */
type DataTable = { headerRow: number | null; header: string[]; rows: AsyncIterable<TableRow> };

/**
 * Splits a file into its headers and the other rows. `chosen` is the number of the row with the headers, or 0 for none. Headers that are
 * repeated further down, as in files that were joined, are left out, and so is what is above the headers, such as a title.
 */
export async function splitHeader({ rows }: Pick<TableFile, "rows">, rules: HeaderRules, chosen?: number): Promise<DataTable> {
  const iterator = rows[Symbol.asyncIterator]();
  const sample: TableRow[] = [];
  while (sample.length < sampleRows || (chosen !== undefined && (sample.at(-1)?.row ?? 0) < chosen)) {
    const next = await iterator.next();
    if (next.done) break;
    sample.push(next.value);
  }
  const headerRow = chosen === undefined ? findHeaderRow(sample, rules) : sample.find(({ row }) => row === chosen);
  if (chosen !== undefined && chosen > 0 && !headerRow)
    throw notReadable(`Row ${chosen.toLocaleString("en-US")} is empty, so it can't hold the headers.`);
  const header = headerRow?.cells ?? [];
  return { headerRow: headerRow?.row ?? null, header, rows: dataRows(sample, iterator, headerRow) };
}

async function* dataRows(
  sample: readonly TableRow[],
  iterator: AsyncIterator<TableRow>,
  header: TableRow | undefined,
): AsyncGenerator<TableRow> {
  const headerText = header && JSON.stringify(trimmed(header.cells));
  const isData = ({ row, cells }: TableRow) =>
    !header || (row > header.row && !(cells[0]?.trim() === header.cells[0]?.trim() && JSON.stringify(trimmed(cells)) === headerText));
  let problem: string | null = null;
  let hasReadable = false;
  const all = async function* () {
    yield* sample;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  for await (const row of all()) {
    if (!isData(row)) continue;
    if (row.problem === undefined) hasReadable = true;
    else problem ??= `Row ${row.row.toLocaleString("en-US")} ${row.problem}.`;
    yield row;
  }
  if (problem !== null && !hasReadable) throw notReadable(problem);
}

/** Cells without blanks and without the empty ones at the end. */
function trimmed(cells: readonly string[]): string[] {
  const texts = cells.map((cell) => cell.trim());
  return texts.slice(0, texts.findLastIndex((text) => text !== "") + 1);
}

/** The row with the most known headers above the data, else the one with the most cells. None if the first row is data. */
function findHeaderRow(rows: readonly TableRow[], { countKnown, isData, isRequired }: HeaderRules): TableRow | undefined {
  const firstData = rows.findIndex(({ cells }) => cells.some(isData));
  const candidates = rows
    .slice(0, firstData < 0 ? maxTitleRows : Math.min(firstData, maxTitleRows))
    .filter(({ problem }) => problem === undefined);
  const rank = (score: (cells: readonly string[]) => number) => {
    const best = Math.max(...candidates.map(({ cells }) => score(cells)));
    return best > 0 ? candidates.find(({ cells }) => score(cells) === best) : undefined;
  };
  const known = rank(countKnown);
  if (known || !isRequired) return known;
  return firstData < 0 ? candidates[0] : rank((cells) => trimmed(cells).filter((text) => text !== "").length);
}

/** The name of a column without a header, by its index. */
export const unnamedColumn = (index: number): string => `Column ${index + 1}`;

/** Names columns by their headers. Columns without one, or with the same one, get a number. Names are the keys of objects, and `__proto__` can't be one. */
export function nameColumns(header: readonly string[], count: number): string[] {
  const names = new Set<string>();
  for (let index = 0; index < Math.min(count, importLimits.columns); index++) {
    const text = (header[index] ?? "").trim().slice(0, 200).toWellFormed();
    const base = text === "" || text === "__proto__" ? unnamedColumn(index) : text;
    let name = base;
    for (let number = 2; names.has(name); number++) name = `${base} (${number})`;
    names.add(name);
  }
  return [...names];
}

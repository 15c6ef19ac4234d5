import { importLimits } from "@/contract/import-values";
import { trimEnd } from "@/lib/trim-end";
import { notReadable } from "./archive";
import { tooLong } from "./csv-rows";
import { maxSheet, type TableRow, tooManyRows } from "./table-info";

/** How many cells a file can have, also empty ones, which take time and no space. */
const maxCells = 100_000_000;

const count = (number: number): string => number.toLocaleString("en-US");

/** Leaves out rows without any text, and NULs, with which some programs fill up cells. Rows that are too large get a problem. Throws if there are too many. */
export async function* limitRows(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  let [rowCount, cellCount] = [0, 0];
  for await (const { row, cells, problem, isCutOff } of rows) {
    if (row > maxSheet.rows)
      throw notReadable(
        `A file can have at most ${count(importLimits.rows)} rows, and ${count(maxSheet.rows)} with the empty ones. Split it, or remove the empty rows.`,
      );
    cellCount += cells.length;
    if (cellCount > maxCells)
      throw notReadable(`A file can have at most ${count(maxCells)} cells with the empty ones. Split it, or remove the empty columns.`);
    if (problem === undefined && cells.length <= maxSheet.columns && isEmpty(cells)) continue;
    // One more for the headers.
    if (++rowCount > importLimits.rows + 1) throw notReadable(tooManyRows);
    yield { ...limitRow({ row, cells, ...(problem !== undefined && { problem }) }), ...(isCutOff && { isCutOff }) };
  }
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell === "" || cell.replaceAll("\0", "").trim() === "");

function limitRow(row: TableRow): TableRow {
  let [length, last, hasNul] = [0, -1, false];
  for (const [index, cell] of row.cells.entries()) {
    length += cell.length;
    if (cell !== "") last = index;
    hasNul ||= cell.includes("\0");
  }
  const cells = row.cells.length > importLimits.columns ? row.cells.slice(0, importLimits.columns) : row.cells;
  if (last >= importLimits.columns || row.cells.length > maxSheet.columns)
    return {
      row: row.row,
      cells: shorten(cells),
      problem: `has ${count(row.cells.length)} columns. A file can have at most ${importLimits.columns}`,
    };
  if (length > importLimits.rowLength) return { row: row.row, cells: shorten(cells), problem: tooLong };
  if (!hasNul) return { ...row, cells };
  // NULs after a text are padding. As the whole cell, databases write one for false.
  const cleaned = cells.map((cell) => (cell === "\0" ? cell : trimEnd(cell, /\0$/)));
  const isBroken = cleaned.some((cell) => cell.includes("\0"));
  const problem = row.problem ?? (isBroken ? "has a NUL character, so it may not be text" : undefined);
  return { row: row.row, cells: cleaned.map((cell) => cell.replaceAll("\0", "")), ...(problem !== undefined && { problem }) };
}

const shorten = (cells: readonly string[]): string[] => cells.map((cell) => cell.slice(0, 200));

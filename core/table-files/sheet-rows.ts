import { importLimits } from "@/contract/import-values";
import { type Archive, damaged, notReadable } from "./archive";
import { formatNumber } from "./number-format";
import { maxSheet, type TableRow } from "./table-info";
import type { Workbook } from "./workbook";
import { decodeEscapes, type XmlTag, xmlReader } from "./xml";

/** The longest text of a row that is kept. */
const maxLength = 4 * importLimits.rowLength;

/** Parses a reference such as `C7` to the index of its column. */
function columnIndex(reference: string): number {
  let index = 0;
  for (const letter of /^[a-z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? "") index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

/** Reads the rows of a sheet. Formulas have the value that the file saved. */
export async function* readSheet(archive: Archive, path: string, workbook: Workbook): AsyncGenerator<TableRow> {
  const collector = collectRows(workbook);
  const reader = xmlReader(collector.handlers);
  const decoder = new TextDecoder();
  for await (const chunk of await archive.open(path)) {
    reader.write(decoder.decode(chunk, { stream: true }));
    yield* collector.take();
  }
  reader.end();
  yield* collector.take();
  if (!collector.isComplete()) throw damaged();
}

type CellState = { index: number; type: string; style: number; value: string; text: string };

function collectRows({ texts, formats, is1904 }: Workbook) {
  let rows: TableRow[] = [];
  let [rowNumber, length, isComplete, isReading] = [0, 0, false, false];
  let cells: string[] | null = null;
  let cell: CellState | null = null;
  let target: "value" | "text" | null = null;

  function startRow({ attributes }: XmlTag): void {
    // Some programs leave out the numbers.
    const number = attributes.r === undefined ? rowNumber + 1 : Number(attributes.r);
    if (!(number > rowNumber && number <= maxSheet.rows)) throw damaged();
    [rowNumber, length, cells] = [number, 0, []];
  }

  function startCell({ attributes }: XmlTag, row: string[]): void {
    const index = attributes.r === undefined ? row.length : columnIndex(attributes.r);
    if (index < 0 || index >= maxSheet.columns) throw damaged();
    // Cells before it are kept, also where the file has none.
    if (index >= 702)
      throw notReadable(
        `The sheet has cells in column AAA or later. A file can have at most ${importLimits.columns} columns: delete the empty columns on the right.`,
      );
    cell = { index, type: attributes.t ?? "n", style: Number(attributes.s ?? -1), value: "", text: "" };
  }

  function cellText({ type, style, value, text }: CellState): string {
    if (type === "s") return texts[Number(value)] ?? "";
    if (type === "inlineStr") return decodeEscapes(text);
    if (type === "str") return decodeEscapes(value);
    if (type === "b") return value === "1" || /^true$/i.test(value) ? "true" : "false";
    if (type !== "n" || value.trim() === "") return value;
    const number = Number(value);
    return Number.isNaN(number) ? value : formatNumber(number, formats[style] ?? { kind: "number" }, is1904);
  }

  return {
    handlers: {
      open(tag: XmlTag) {
        if (tag.name === "row") startRow(tag);
        else if (tag.name === "c" && cells) startCell(tag, cells);
        else if (tag.name === "v" && cell) target = "value";
        else if (tag.name === "rPh") isReading = true;
        else if (tag.name === "t" && cell && !isReading) target = "text";
      },
      close(name: string) {
        if (name === "v" || name === "t") target = null;
        else if (name === "rPh") isReading = false;
        else if (name === "c" && cell && cells) {
          while (cells.length < cell.index) cells.push("");
          cells[cell.index] = cellText(cell).toWellFormed();
          cell = null;
        } else if (name === "row" && cells) {
          rows.push({ row: rowNumber, cells });
          cells = null;
        } else if (name === "worksheet") isComplete = true;
      },
      text(text: string) {
        if (!cell || target === null) return;
        length += text.length;
        // Long enough for the row to be refused.
        if (length < maxLength) cell[target] += text;
      },
    },
    take(): TableRow[] {
      const taken = rows;
      rows = [];
      return taken;
    },
    isComplete: () => isComplete,
  };
}

import type { FileHandle } from "node:fs/promises";
import { type Archive, notReadable, openArchive } from "./archive";
import { isHeaderWord } from "./header-words";
import { readSheet } from "./sheet-rows";
import type { ReadOptions, TableInfo, TableRow } from "./table-info";
import { openWorkbook, type Sheet, type Workbook } from "./workbook";

/** How many sheets, and rows of each, are compared to find the one with the data. */
const sample = { sheets: 20, rows: 30 };

/** Opens an Excel file: the chosen sheet, or the one that looks the most like a list. The file must stay open while the rows are read. */
export async function openXlsxFile(file: FileHandle, options: ReadOptions): Promise<{ info: TableInfo; rows: AsyncIterable<TableRow> }> {
  const archive = await openArchive(file);
  const workbook = await openWorkbook(archive);
  const sheet =
    options.sheet === undefined ? await findSheet(archive, workbook) : workbook.sheets.find(({ name }) => name === options.sheet);
  if (!sheet)
    throw notReadable(`The file has no sheet with this name. It has ${workbook.sheets.map(({ name }) => `"${name}"`).join(", ")}.`);
  return {
    info: {
      format: "xlsx",
      encoding: null,
      encodings: [],
      delimiter: null,
      sheet: sheet.name,
      sheets: workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    },
    rows: readSheet(archive, sheet.path, workbook),
  };
}

/** The sheet with the most emails and known headers in its first rows, else the first one with rows. Hidden ones only if no other has any. */
async function findSheet(archive: Archive, workbook: Workbook): Promise<Sheet | undefined> {
  const [first, ...others] = workbook.sheets;
  if (others.length === 0) return first;
  const scores: { sheet: Sheet; score: number }[] = [];
  for (const sheet of workbook.sheets.slice(0, sample.sheets)) scores.push({ sheet, score: await scoreSheet(archive, sheet, workbook) });
  const best = (sheets: typeof scores) =>
    sheets.reduce((found, each) => (each.score > found.score ? each : found), { sheet: first, score: 0 });
  const visible = best(scores.filter(({ sheet }) => !sheet.isHidden));
  return (visible.score > 0 ? visible : best(scores)).sheet;
}

async function scoreSheet(archive: Archive, { path }: Sheet, workbook: Workbook): Promise<number> {
  let [emails, headers, rows] = [0, 0, 0];
  for await (const { cells } of readSheet(archive, path, workbook)) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    if (cells.some((cell) => /^\S+@\S+\.\S+$/.test(cell.trim()))) emails++;
    headers = Math.max(headers, cells.filter(isHeaderWord).length);
    if (++rows === sample.rows) break;
  }
  return 10 * emails + 5 * headers + (rows > 1 ? 2 : rows);
}

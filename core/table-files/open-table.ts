import { type FileHandle, open } from "node:fs/promises";
import { notReadable } from "./archive";
import { limitRows } from "./limit-rows";
import type { ReadOptions, TableInfo, TableRow } from "./table-info";
import { openTextFile } from "./text-file";
import { openXlsxFile } from "./xlsx-file";

/** How much of a file is read to detect what it is, in bytes. */
const headSize = 64 * 1024;

/** An open file. It must be closed after its rows were read. */
type OpenTable = { info: TableInfo; rows: AsyncIterable<TableRow>; close(): Promise<void> };

/** Opens a CSV, TSV or Excel file. Rows without any text are left out. Throws `import_not_readable` here, or while the rows are read. */
export async function openTable(path: string, options: ReadOptions): Promise<OpenTable> {
  const file = await open(path);
  try {
    const { info, rows } = await openFile(file, path, options);
    return { info, rows: limitRows(rows), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openFile(file: FileHandle, path: string, options: ReadOptions): Promise<Omit<OpenTable, "close">> {
  const { size } = await file.stat();
  if (size === 0) throw notReadable("The file is empty.");
  const head = Buffer.alloc(Math.min(size, headSize));
  await file.read(head, 0, head.length, 0);
  const signature = head.toString("latin1", 0, 4);
  if (signature === "PK\x03\x04") return openXlsxFile(file, options);
  if (signature === "\xd0\xcf\x11\xe0")
    throw notReadable("This is an old or encrypted Excel file. Save it as .xlsx without a password, or as CSV.");
  return openTextFile(path, head, options);
}

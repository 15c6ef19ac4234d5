import { sql } from "drizzle-orm";
import type { CutOff } from "@/contract/import-settings";
import { type ImportKind, importLimits } from "@/contract/import-values";
import type { UploadedImport } from "@/contract/imports";
import { normalizeEmail } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { imports } from "@/db/schema";
import { newId } from "@/lib/ids";
import { type Context, inTransaction } from "../context";
import { notReadable } from "../table-files/archive";
import { type HeaderRules, nameColumns, splitHeader } from "../table-files/header-row";
import { withTableFile } from "../table-files/read";
import type { TableFile } from "../table-files/reader-process";
import { type ReadOptions, tooManyRows } from "../table-files/table-info";
import { columnCounter } from "./column-stats";
import { suggestMapping } from "./detect-mapping";
import { getImport } from "./record";

/** How many rows are stored with one statement, and how long their texts can be together. */
const chunk = { rows: 2500, length: 4_000_000 };

/** How many statements are under way at a time. */
const maxStoring = 2;

/** How to read a file, where that shouldn't be detected. `headerRow`: 0 if the file has no headers. */
export type FileOptions = ReadOptions & { headerRow?: number | undefined; kind?: ImportKind | undefined };

/** Stores the rows of a file for an import, completely or not at all. Throws `import_not_readable`. */
export const uploadImport = (
  ctx: Context,
  stream: AsyncIterable<Uint8Array>,
  fileName: string,
  options: FileOptions = {},
): Promise<UploadedImport> =>
  withTableFile(ctx, "imports", stream, options, (table) =>
    inTransaction(ctx, async (inner) => {
      const id = newId();
      await inner.db.insert(imports).values({
        projectId: inner.projectId,
        id,
        kind: options.kind ?? "leads",
        fileName,
        format: table.format,
        columns: [],
        rowCount: 0,
        actorKind: inner.actor.kind,
        actorId: inner.actor.id,
      });
      await storeRows(inner, id, table, options);
      return { ...(await getImport(inner, id)), encodings: table.encodings, sheets: table.sheets };
    }),
  );

/** An email is data, and everything that is suggested for a column a known header. */
const headerRules = (kind: ImportKind): HeaderRules => ({
  countKnown: (cells) =>
    Object.keys(suggestMapping(nameColumns(cells, cells.length), { kind, summaries: [], questions: [], remembered: {} })).length,
  isData: (cell) => normalizeEmail(cell) !== null,
  isRequired: true,
});

async function storeRows(ctx: Context, id: string, table: TableFile, { headerRow: chosen, kind = "leads" }: FileOptions): Promise<void> {
  const { db, projectId } = ctx;
  const { headerRow, header, rows } = await splitHeader(table, headerRules(kind), chosen);
  let columnCount = lastText(header) + 1;
  let rowCount = 0;
  const counter = columnCounter(kind);
  let pending: { row: number; cells: string[]; email: string | null; unreadable: string | null }[] = [];
  let length = 0;
  const storing: Promise<unknown>[] = [];
  /** Stores the rows while the next ones are read. The database has the next ones when it is done with some. */
  const store = async () => {
    if (storing.length === maxStoring) await storing.shift();
    const stored = queryRows(
      db,
      sql`insert into import_rows (project_id, import_id, row, cells, email, unreadable)
        select ${projectId}::int, ${id}::uuid, r.row, r.cells, r.email, r.unreadable
        from jsonb_to_recordset(${JSON.stringify(pending)}::jsonb) as r (row int, cells jsonb, email text, unreadable text)`,
    );
    // It is awaited above or below, unless reading fails first.
    stored.catch(() => {});
    storing.push(stored);
    rowCount += pending.length;
    [pending, length] = [[], 0];
  };
  let cutOff: CutOff | null = null;
  for await (const { row, cells, problem = null, isCutOff } of rows) {
    if (isCutOff) cutOff = { row, isReadable: problem === null };
    pending.push({ row, cells, email: findEmail(cells), unreadable: problem });
    if (problem === null) counter.add(cells);
    if (problem === null && cells.length > columnCount) columnCount = Math.max(columnCount, lastText(cells) + 1);
    for (const cell of cells) length += cell.length;
    if (pending.length >= chunk.rows || length >= chunk.length) await store();
  }
  if (pending.length > 0) await store();
  await Promise.all(storing);
  if (rowCount === 0) throw notReadable(`The file has no rows. The first row must hold the headers, the others the ${kind}.`);
  if (rowCount > importLimits.rows) throw notReadable(tooManyRows);
  const { format, encoding, delimiter, sheet } = table;
  const columns = nameColumns(header, columnCount);
  const stats = counter.stats(columns).map((each, index) => (index === 0 && cutOff !== null ? { ...each, cutOff } : each));
  await db.execute(
    sql`update imports set row_count = ${rowCount}::int, format = ${format}, encoding = ${encoding}::text, delimiter = ${delimiter}::text,
        sheet = ${sheet}::text, header_row = ${headerRow ?? 0}::int, columns = ${JSON.stringify(columns)}::jsonb,
        column_stats = ${JSON.stringify(stats)}::jsonb
      where project_id = ${projectId} and id = ${id}`,
  );
}

const lastText = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== "");

/** The first email in a row, also inside of other text. Deleting a lead empties their rows, even if these weren't checked or are invalid. */
function findEmail(cells: readonly string[]): string | null {
  for (const cell of cells) {
    if (!cell.includes("@")) continue;
    const email = normalizeEmail(cell);
    if (email !== null) return email;
    for (const [candidate] of cell.matchAll(/[^\s<>"'()[\],;:]{1,64}@[^\s<>"'()[\],;:@]{1,189}/gu)) {
      const inText = normalizeEmail(candidate);
      if (inText !== null) return inText;
    }
  }
  return null;
}

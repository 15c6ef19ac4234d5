import { sql } from "drizzle-orm";
import { importLimits } from "@/contract/import-values";
import type { ImportRecord } from "@/contract/imports";
import { normalizeEmail } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { imports } from "@/db/schema";
import { newId } from "@/lib/ids";
import { type Context, inTransaction } from "../context";
import { notReadable } from "../table-files/archive";
import { type TableFile, withTableFile } from "../table-files/read";
import { getImport } from "./record";

/** How many rows are stored with one statement, and how long their texts can be together. */
const chunk = { rows: 5000, length: 4_000_000 };

/** Stores the rows of a file for an import, completely or not at all. Throws `import_not_readable`. */
export const uploadImport = (ctx: Context, stream: AsyncIterable<Uint8Array>, fileName: string): Promise<ImportRecord> =>
  withTableFile(ctx, "leads", stream, (table) =>
    inTransaction(ctx, async (inner) => getImport(inner, await storeRows(inner, table, fileName))),
  );

async function storeRows(ctx: Context, { format, encoding, delimiter, rows }: TableFile, fileName: string): Promise<string> {
  const { db, projectId, actor } = ctx;
  const id = newId();
  let columns: string[] | null = null;
  let rowCount = 0;
  let pending: { row: number; cells: string[]; email: string | null }[] = [];
  let length = 0;
  let storing: Promise<unknown> = Promise.resolve();
  /** Waits for the rows before, and stores these while the next ones are read. */
  const store = async () => {
    await storing;
    storing = queryRows(
      db,
      sql`insert into import_rows (project_id, import_id, row, cells, email)
        select ${projectId}::int, ${id}::uuid, r.row, r.cells, r.email
        from jsonb_to_recordset(${JSON.stringify(pending)}::jsonb) as r (row int, cells jsonb, email text)`,
    );
    // It is awaited above or below, unless reading fails first.
    storing.catch(() => {});
    rowCount += pending.length;
    [pending, length] = [[], 0];
  };
  for await (const { row, cells } of rows) {
    if (columns === null) {
      const hasHeaders = !cells.some((cell) => normalizeEmail(cell) !== null);
      columns = nameColumns(hasHeaders ? cells : cells.map(() => ""));
      await db.insert(imports).values({
        ...{ projectId, id, fileName, format, encoding, delimiter, columns, rowCount: 0 },
        actorKind: actor.kind,
        actorId: actor.id,
      });
      if (hasHeaders) continue;
    }
    pending.push({ row, cells, email: findEmail(cells) });
    for (const cell of cells) length += cell.length;
    if (pending.length >= chunk.rows || length >= chunk.length) await store();
  }
  if (pending.length > 0) await store();
  await storing;
  if (columns === null || rowCount === 0)
    throw notReadable("The file has no rows. The first row must hold the headers, the others the leads.");
  if (rowCount > importLimits.rows)
    throw notReadable(`A file can have at most ${importLimits.rows.toLocaleString("en-US")} rows. Split it.`);
  await db.execute(sql`update imports set row_count = ${rowCount}::int where project_id = ${projectId} and id = ${id}`);
  return id;
}

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

/** Names columns by their headers. Columns without one, or with the same one, get a number. Names are the keys of objects, and `__proto__` can't be one. */
function nameColumns(headers: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [index, header] of headers.entries()) {
    const text = header.trim().slice(0, 200).toWellFormed();
    const base = text === "" || text === "__proto__" ? `Column ${index + 1}` : text;
    let name = base;
    for (let number = 2; names.has(name); number++) name = `${base} (${number})`;
    names.add(name);
  }
  return [...names];
}

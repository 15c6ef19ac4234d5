import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";

type Table = { name: string; byteColumns: string[] };

/**
 * Returns where any of the texts occur in the database, as `table: text`: in every column of every table, whatever its type, including the
 * job queue, in any letter case.
 */
export async function findTraces(db: Database, texts: readonly string[]): Promise<string[]> {
  const tables = await queryRows<Table>(
    db,
    sql`select format('%I.%I', t.table_schema, t.table_name) as name, coalesce((
        select json_agg(quote_ident(c.column_name)) from information_schema.columns c
        where c.table_schema = t.table_schema and c.table_name = t.table_name and c.data_type = 'bytea'), '[]') as "byteColumns"
      from information_schema.tables t
      where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found = tables.map(async ({ name, byteColumns }) => {
    const table = sql.raw(name);
    const bytes = byteColumns.map((column) => sql` || ' ' || lower(encode(t.${sql.raw(column)}, 'escape'))`);
    const rows = await queryRows<{ text: string }>(
      db,
      sql`select distinct item as text from ${table} as t, jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) as items (item)
        where strpos(lower(t::text)${sql.join(bytes, sql``)}, lower(item)) > 0 order by 1`,
    );
    return rows.map(({ text }) => `${name}: ${text}`);
  });
  return (await Promise.all(found)).flat().sort();
}

/** Returns where any of the texts occur in the names and contents of the files in a folder and its subfolders, as `file: text`. */
export function findTracesInFiles(folder: string, texts: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ parentPath, name }) => {
    const content = `${name}\n${readIfExists(join(parentPath, name))}`.toLowerCase();
    return texts.filter((text) => content.includes(text.toLowerCase())).map((text) => `${name}: ${text}`);
  });
}

/** Returns the file's content, or an empty string if it was removed after it was listed. */
function readIfExists(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return "";
  }
}

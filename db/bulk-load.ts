import { sql } from "drizzle-orm";
import type { Database } from "./client";
import { queryRows } from "./query";

/**
 * Drops the foreign keys and non-unique indexes of tables and returns the statements that recreate them, indexes first. Creating them
 * after a bulk load takes a fraction of the time that maintaining them for every row does.
 */
export async function dropIndexesAndForeignKeys(db: Database, tables: readonly string[]): Promise<string[]> {
  const tableNames = sql`(select jsonb_array_elements_text(${JSON.stringify(tables)}::jsonb))`;
  const foreignKeys = await queryRows<{ table: string; name: string; definition: string }>(
    db,
    sql`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conrelid::regclass::text in ${tableNames}`,
  );
  for (const { table, name } of foreignKeys) await db.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
  const indexes = await queryRows<{ name: string; definition: string }>(
    db,
    sql`select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i where not i.indisunique and i.indrelid::regclass::text in ${tableNames}`,
  );
  for (const { name } of indexes) await db.execute(sql.raw(`drop index ${name}`));
  return [
    ...indexes.map(({ definition }) => definition),
    ...foreignKeys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
  ];
}

/** Runs the statements that `dropIndexesAndForeignKeys` returned. */
export async function recreateIndexesAndForeignKeys(db: Database, definitions: readonly string[]): Promise<void> {
  for (const definition of definitions) await db.execute(sql.raw(definition));
}

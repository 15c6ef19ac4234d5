import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { batches, claims, codes, deliveries, failedClaims, inviteCodes, leadInvitations, leads } from "@/db/schema";

/** The tables whose rows the bin restores. */
const tables = { batches, claims, codes, deliveries, failedClaims, inviteCodes, leadInvitations, leads };

/**
 * The start of a statement that inserts saved rows again: `insert into … select …`, to be followed by `from` with the saved rows `s`, a column
 * `row` of JSON. `values` replace columns. A column that was added since then has its default.
 */
export function insertSaved(name: keyof typeof tables, values: Readonly<Record<string, SQL>> = {}): { insert: SQL; record: SQL } {
  const table: PgTable = tables[name];
  const columns = Object.values(getTableColumns(table)).filter((column) => column.generated === undefined);
  const names = columns.map((column) => sql.identifier(column.name));
  const selected = columns.map((column) => values[column.name] ?? withDefault(column));
  const identifier = sql.identifier(getTableConfig(table).name);
  return {
    insert: sql`insert into ${identifier} (${sql.join(names, sql`, `)}) select ${sql.join(selected, sql`, `)}`,
    record: sql`jsonb_populate_record(null::${identifier}, s.row) as r`,
  };
}

/** The columns of `SavedId`, of entries `e` of rows of a table. */
export const savedIdColumns = (table: "codes" | "leads"): SQL => sql`e.row ->> 'external_id' as external_id,
  exists (select from ${sql.identifier(table)} t where t.project_id = e.project_id and t.external_id = e.row ->> 'external_id') as is_id_taken`;

export type SavedId = { key: string; external_id: string | null; is_id_taken: boolean };

/** Returns the keys of those of saved rows whose external ID another row has. Of several with one ID, the last one keeps it. */
export function listKeysWithTakenId(saved: readonly SavedId[]): string[] {
  const ids = new Set<string>();
  return saved.toReversed().flatMap(({ key, external_id: id, is_id_taken: isTaken }) => {
    if (id === null) return [];
    const isLost = isTaken || ids.has(id);
    ids.add(id);
    return isLost ? [key] : [];
  });
}

/** The column of a saved row `r`. */
function withDefault(column: PgColumn): SQL {
  const value = sql`r.${sql.identifier(column.name)}`;
  if (!column.notNull || column.default === undefined) return value;
  const { default: fallback } = column;
  return sql`coalesce(${value}, ${fallback instanceof Object && "queryChunks" in fallback ? fallback : sql.raw(literal(fallback))})`;
}

/** A default value of the schema as SQL. */
const literal = (value: unknown): string =>
  typeof value === "string" ? `'${value}'` : typeof value === "object" ? `'${JSON.stringify(value)}'::jsonb` : String(value);

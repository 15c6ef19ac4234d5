import { type SQL, sql } from "drizzle-orm";

/** A whole number below `limit` for the row numbered `row`, the same at every run; another `seed` draws another. Never for codes or keys. */
export const drawn = (row: SQL, seed: number, limit: number | SQL): SQL =>
  sql`((hashint8extended((${row})::bigint, ${sql.raw(String(seed))}) & 9007199254740991) % ${typeof limit === "number" ? sql.raw(String(limit)) : limit})`;

/** As `drawn`, from 0 up to 1. */
export const share = (row: SQL, seed: number): SQL => sql`(${drawn(row, seed, 1 << 20)} / ${sql.raw(String(1 << 20))}::float8)`;

/** One of `values` as a literal, by `row`. */
export const oneOf = (values: readonly string[], row: SQL, seed: number): SQL =>
  sql`(array[${sql.join(
    values.map((value) => sql`${value}::text`),
    sql`, `,
  )}])[1 + ${drawn(row, seed, values.length)}]`;

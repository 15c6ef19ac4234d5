import { type SQL, sql } from "drizzle-orm";

/** Draws a pseudo-random integer below `limit` for a row number. The same seed and row always give the same number. Never use it for codes or keys. */
export const drawInteger = (row: SQL, seed: number, limit: number | SQL): SQL =>
  sql`((hashint8extended((${row})::bigint, ${sql.raw(String(seed))}) & 9007199254740991) % ${typeof limit === "number" ? sql.raw(String(limit)) : limit})`;

/** Like `drawInteger`, but a fraction from 0 up to 1. */
export const drawFraction = (row: SQL, seed: number): SQL =>
  sql`(${drawInteger(row, seed, 1 << 20)} / ${sql.raw(String(1 << 20))}::float8)`;

/** Draws one of `values` for a row number. */
export const drawOne = (values: readonly string[], row: SQL, seed: number): SQL =>
  sql`(array[${sql.join(
    values.map((value) => sql`${value}::text`),
    sql`, `,
  )}])[1 + ${drawInteger(row, seed, values.length)}]`;

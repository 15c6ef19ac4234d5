import { fillPlaceholders, type Placeholder, type Query, type SQL, sql } from "drizzle-orm";
import { type PgColumn, PgDialect, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./client";

const dialect = new PgDialect();

/** Quotes a name for the text of a statement. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Runs a statement and returns its rows. Timestamps are returned as PostgreSQL's text. */
export const queryRows = <Row>(db: Database, statement: SQL): Promise<Row[]> => runStatement(db, buildStatement(statement));

/** Runs a statement and passes its rows to `onRow` as they arrive, so that they needn't be in memory at the same time. */
export async function forEachRow<Row>(db: Database, statement: SQL, onRow: (row: Row) => void): Promise<void> {
  const { sql: text, params } = buildStatement(statement);
  await db.run(text, params, onRow as (row: object) => void);
}

/** Builds the text of a statement. For one of many parts, that takes as long as running it. */
export const buildStatement = (statement: SQL): Query => dialect.sqlToQuery(statement);

export async function runStatement<Row>(db: Database, { sql: text, params }: Query): Promise<Row[]> {
  return (await db.run(text, params)) as unknown as Row[];
}

/** Runs a statement and returns how many rows it inserted, updated or deleted. */
export async function changeRows(db: Database, statement: SQL): Promise<number> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return (await db.run(text, params)).count;
}

type ColumnValue<C extends PgColumn> =
  | (C["_"]["columnType"] extends "PgBigInt53" ? string : C["_"]["data"])
  | (C["_"]["notNull"] extends true ? never : null);

type Row<T extends PgTable> = {
  [K in keyof T["_"]["columns"] as T["_"]["columns"][K]["_"]["name"]]: ColumnValue<T["_"]["columns"][K]>;
};

/** Columns of a table, by default all, as a hand-written statement returns them: by their names in the database, 64-bit integers as text. */
export type RowOf<T extends PgTable, Name extends keyof Row<T> = keyof Row<T>> = Pick<Row<T>, Name>;

/**
 * Returns a function that runs a statement whose text is built only once, for hot paths where building it costs as much as running it.
 * `build` marks each value with `value(name)`. Every run passes all values.
 */
export function prepareStatement<Values extends Record<string, unknown>, Row>(
  build: (value: (name: keyof Values & string) => Placeholder) => SQL,
) {
  let query: Query | undefined;
  return async (db: Database, values: Values): Promise<Row[]> => {
    query ??= dialect.sqlToQuery(build((name) => sql.placeholder(name)));
    return (await db.run(query.sql, fillPlaceholders(query.params, values))) as unknown as Row[];
  };
}

type DatabaseError = Error & { code?: string; constraint_name?: string; column_name?: string };

/** Returns PostgreSQL's error, which drizzle wraps. */
export function databaseError(error: unknown): DatabaseError | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? (cause as DatabaseError) : undefined;
}

const errorCode = (error: unknown): string => databaseError(error)?.code ?? "";

/** Returns the name of the constraint that a failed statement violated, or undefined if it failed for another reason. */
export const violatedConstraint = (error: unknown): string | undefined => databaseError(error)?.constraint_name;

export const isDeadlock = (error: unknown): boolean => errorCode(error) === "40P01";

/** Whether PostgreSQL canceled a statement because of its timeout. */
export const isTimeout = (error: unknown): boolean => errorCode(error) === "57014";

/** Whether a statement didn't get its turn (read-pool.ts). */
export const isLimitExceeded = (error: unknown): boolean => errorCode(error) === "53400";

/** Whether a value had the wrong format for its type. */
export const isInvalidValue = (error: unknown): boolean => errorCode(error).startsWith("22") || errorCode(error) === "UNDEFINED_VALUE";

// Lost or refused connections, a database that is starting or stopping, a standby that is about to become the primary (25006), timeouts,
// and deadlocks that were not retried.
const unavailableCodes = /^(ECONN|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EPIPE|CONNECT|25006|57P0|57014|53|55P03|40P01|08)/;

/** Whether a statement failed because the database was unavailable or overloaded, so that a retry can succeed. */
export const isUnavailable = (error: unknown): boolean => unavailableCodes.test(errorCode(error));

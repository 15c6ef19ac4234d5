import { type Placeholder, type Query, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database } from "./client";

/** Runs a statement and answers its rows. Timestamps come as the database's text. */
export async function rows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  return (await db.execute(statement)) as unknown as Row[];
}

const dialect = new PgDialect();

/**
 * A statement whose text is put together once and not at every run, for the paths where that would cost as much as running it.
 * `build` names its values with `value`; each run brings them.
 */
export function statement<Values extends Record<string, unknown>, Row>(
  build: (value: (name: keyof Values & string) => Placeholder) => SQL,
) {
  let query: Query | undefined;
  return async (db: Database, values: Values): Promise<Row[]> => {
    query ??= dialect.sqlToQuery(build((name) => sql.placeholder(name)));
    return (await db._.session.prepareQuery(query, undefined, "fixed", false).execute(values)) as Row[];
  };
}

type DatabaseError = Error & { code?: string; constraint_name?: string };

/** The database's own error; drizzle wraps it. */
function causeOf(error: unknown): DatabaseError | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? (cause as DatabaseError) : undefined;
}

const codeOf = (error: unknown): string => causeOf(error)?.code ?? "";

/** The constraint that a failed statement ran into, or undefined where it failed otherwise. */
export const violated = (error: unknown): string | undefined => causeOf(error)?.constraint_name;

/** Whether the database stopped a transaction because two waited for each other. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === "40P01";

/** Whether the database stopped a statement that took longer than it may. */
export const isTimeout = (error: unknown): boolean => codeOf(error) === "57014";

/** Whether a value could not be read as what the statement took it for. */
export const isUnreadable = (error: unknown): boolean => codeOf(error).startsWith("22") || codeOf(error) === "UNDEFINED_VALUE";

// Lost or refused connections, a database that starts or stops, waits that ran out, and deadlocks that were not to be undone.
const unavailable = /^(ECONN|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EPIPE|CONNECT|57P0|57014|53|55P03|40P01|08)/;

/** Whether a statement failed because the database was away or too busy, so that it may go through later. */
export const isUnavailable = (error: unknown): boolean => unavailable.test(codeOf(error));

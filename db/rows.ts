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
export function statement<Values extends Record<string, unknown>, Row>(build: (value: (name: keyof Values & string) => Placeholder) => SQL) {
  let query: Query | undefined;
  return async (db: Database, values: Values): Promise<Row[]> => {
    query ??= dialect.sqlToQuery(build((name) => sql.placeholder(name)));
    return (await db._.session.prepareQuery(query, undefined, "fixed", false).execute(values)) as Row[];
  };
}

/** The constraint that a failed statement ran into, or undefined where it failed otherwise. Drizzle wraps the database's error. */
export function violated(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? (cause as { constraint_name?: string }).constraint_name : undefined;
}

/** The database's five-character code for why a statement failed, or postgres.js's own name for a lost connection. */
export function failure(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? (cause as { code?: string }).code : undefined;
}

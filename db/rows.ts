import type { SQL } from "drizzle-orm";
import type { Database } from "./client";

/** Runs a statement and answers its rows. Timestamps come as the database's text. */
export async function rows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  return (await db.execute(statement)) as unknown as Row[];
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

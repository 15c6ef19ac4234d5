import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { Database } from "./client";
import { queryRows } from "./query";

const indexStatement = /^CREATE (UNIQUE )?INDEX IF NOT EXISTS ("\w+") (ON .*?);?(?=--> statement-breakpoint|$)/gm;

/**
 * Builds the indexes that a migration creates if they don't exist, so that claims can write to the tables at the same time. The migration
 * itself runs in a transaction, in which PostgreSQL can't do that. Can run again.
 */
export async function buildIndexes(db: Database, tag: string): Promise<void> {
  const migration = await readFile(`db/migrations/${tag}.sql`, "utf8");
  for (const [, unique = "", name = "", definition = ""] of migration.matchAll(indexStatement)) {
    // An interrupted build leaves an invalid index.
    const [index] = await queryRows<{ valid: boolean }>(
      db,
      sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`,
    );
    if (index?.valid) continue;
    await db.execute(sql.raw(`drop index concurrently if exists ${name}`));
    await db.execute(sql.raw(`create ${unique}index concurrently ${name} ${definition}`));
  }
}

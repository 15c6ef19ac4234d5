import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";

/** Vacuums tables until all of their pages are visible to index-only scans, which background processes of the database can hold back. */
export async function vacuum(db: Database, tables: readonly string[]): Promise<void> {
  const names = sql.join(
    tables.map((table) => sql`${table}`),
    sql`, `,
  );
  const vacuumOnce = async () => {
    await db.execute(sql.raw(`vacuum analyze ${tables.join(", ")}`));
    expect(await queryRows(db, sql`select from pg_class where relname in (${names}) and relallvisible < relpages`)).toEqual([]);
  };
  await vi.waitFor(vacuumOnce, { timeout: 30_000, interval: 200 });
}

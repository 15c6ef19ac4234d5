import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";

/** Waits until `count` statements of the test's database wait for a lock. */
export const waitForLockWaits = (db: Database, count: number): Promise<void> =>
  expect
    .poll(() => queryRows(db, sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .toHaveLength(count);

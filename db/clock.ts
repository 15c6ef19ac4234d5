import { sql } from "drizzle-orm";
import { adjustClock } from "@/lib/clock";
import type { Database } from "./client";
import { queryRows } from "./query";

/** Learns by how much this machine's clock differs from the database's. */
export async function readDatabaseClock(db: Database): Promise<void> {
  const askedAt = Date.now();
  const [row] = await queryRows<{ time: number }>(db, sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`);
  if (row) adjustClock(row.time, askedAt);
}

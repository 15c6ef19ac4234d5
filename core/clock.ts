import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/iso-timestamp";
import type { Context } from "./context";

/** Returns the database's time, as ISO 8601 in UTC with milliseconds. */
export async function getDatabaseTime({ db }: Context): Promise<string> {
  const [row] = await queryRows<{ now: string }>(db, sql`select now() as now`);
  if (!row) throw new Error("The database returned no time");
  return isoTimestamp(row.now);
}

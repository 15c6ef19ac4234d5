import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import { iso } from "@/lib/time";
import type { Context } from "./context";

/** The moment by the database's clock, ISO 8601 in UTC with milliseconds. */
export async function nowOf({ db }: Context): Promise<string> {
  const [row] = await rows<{ now: string }>(db, sql`select now() as now`);
  if (!row) throw new Error("The database answered nothing");
  return iso(row.now);
}

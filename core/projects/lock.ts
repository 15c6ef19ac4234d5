import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** Holds the project's row until the caller's transaction ends: whoever does the same waits here, and what they ask next sees what this one did. */
export async function lockProject(db: Database, projectId: number): Promise<void> {
  await db.execute(sql`select from projects where id = ${projectId} for no key update`);
}

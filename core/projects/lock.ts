import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** Locks the project until the caller's transaction ends, so that changes to its settings run one after another. */
export async function lockProject(db: Database, projectId: number): Promise<void> {
  await db.execute(sql`select from projects where id = ${projectId} for no key update`);
}

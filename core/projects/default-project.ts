import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";

let cachedProjectId: number | undefined;

/** The project that pages for people without a session are about: the first one. It is never deleted, so it is looked up once. */
export async function getDefaultProjectId(db: Database): Promise<number> {
  if (cachedProjectId === undefined) {
    const [found] = await rows<{ id: number }>(db, sql`select id from projects order by id limit 1`);
    if (!found) throw new Error("There is no project: the database was not seeded");
    cachedProjectId = found.id;
  }
  return cachedProjectId;
}

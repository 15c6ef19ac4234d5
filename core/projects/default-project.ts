import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";

let known: number | undefined;

/** The project that pages for people without a session are about: the first one. It is never deleted, so it is looked up once. */
export async function firstProject(db: Database): Promise<number> {
  if (known === undefined) {
    const [found] = await rows<{ id: number }>(db, sql`select id from projects order by id limit 1`);
    if (!found) throw new Error("There is no project: the database was not seeded");
    known = found.id;
  }
  return known;
}

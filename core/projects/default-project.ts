import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import type { projects } from "@/db/schema";

let cachedProjectId: number | undefined;

/** Returns the project of public pages: the first one. Cached, because it is never deleted. */
export async function getDefaultProjectId(db: Database): Promise<number> {
  if (cachedProjectId === undefined) {
    const [project] = await queryRows<RowOf<typeof projects, "id">>(db, sql`select id from projects order by id limit 1`);
    if (!project) throw new Error("There is no project, because the database wasn't seeded");
    cachedProjectId = project.id;
  }
  return cachedProjectId;
}

import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import type { projects } from "@/db/schema";

/** Returns the salt of everything that is hashed for a project and must not be reversible. */
export async function getClientSalt(db: Database, projectId: number): Promise<string> {
  const [project] = await queryRows<RowOf<typeof projects, "client_salt">>(
    db,
    sql`select client_salt from projects where id = ${projectId}`,
  );
  if (!project) throw new Error("The project doesn't exist, although projects are never deleted");
  return project.client_salt;
}

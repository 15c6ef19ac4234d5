import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";

/** What is mixed into all that is hashed of a project and must not be found out again. */
export async function getClientSalt(db: Database, projectId: number): Promise<string> {
  const [project] = await rows<{ salt: string }>(db, sql`select client_salt from projects where id = ${projectId}`);
  if (!project) throw new Error("A project is gone, and projects are never deleted");
  return project.salt;
}

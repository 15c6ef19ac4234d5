import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { projects } from "@/db/schema";
import type { Context } from "../context";

/** Returns the web origins that can use the project's public key. An empty list allows every origin. */
export async function getAllowedOrigins(ctx: Context): Promise<string[]> {
  const [project] = await queryRows<RowOf<typeof projects, "allowed_origins">>(
    ctx.db,
    sql`select allowed_origins from projects where id = ${ctx.projectId}`,
  );
  return project?.allowed_origins ?? [];
}

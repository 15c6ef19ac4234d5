import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";

/** The web origins that may use the project's public key, without the rest of it; none means any. */
export async function getAllowedOrigins(ctx: Context): Promise<string[]> {
  const [row] = await rows<{ origins: string[] }>(ctx.db, sql`select allowed_origins as origins from projects where id = ${ctx.projectId}`);
  return row?.origins ?? [];
}

import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";

/** The project's colour (`#rrggbb`), without the rest of it: every page asks. */
export async function getAccent(ctx: Context): Promise<string | null> {
  const [row] = await rows<{ accent: string }>(ctx.db, sql`select accent from projects where id = ${ctx.projectId}`);
  return row?.accent ?? null;
}

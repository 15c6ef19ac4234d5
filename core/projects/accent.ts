import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { projects } from "@/db/schema";
import type { Context } from "../context";

/** Returns the project's accent color (`#rrggbb`). Reads only that, because every page needs it. */
export async function getAccent(ctx: Context): Promise<string | null> {
  const [project] = await queryRows<RowOf<typeof projects, "accent">>(ctx.db, sql`select accent from projects where id = ${ctx.projectId}`);
  return project?.accent ?? null;
}

import { and, eq, isNotNull } from "drizzle-orm";
import { imports } from "@/db/schema";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";

/**
 * Names the leads that an import has changed so far when its job stops before its end, in the caller's transaction. Does nothing for other
 * jobs.
 */
export async function recordImportStop(ctx: Context, jobId: string): Promise<void> {
  const [stopped] = await ctx.db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.projectId, ctx.projectId), eq(imports.jobId, jobId), isNotNull(imports.startedAt)));
  if (stopped) await recordEvent(ctx, { kind: "records.changed", data: { import: stopped.id } });
}

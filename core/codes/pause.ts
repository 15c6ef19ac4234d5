import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { batches } from "@/db/schema";
import type { Context } from "../context";
import { recordEvents } from "../events/record-event";
import { jsonItems } from "../sql";
import { isLockedCode } from "./lock";
import type { CodeRow } from "./record";

/** Pauses locked codes. Returns how many weren't paused before. */
export const pauseLockedCodes = (ctx: Context, codes: readonly CodeRow[]): Promise<number> => setPaused(ctx, codes, true);

/** Resumes locked codes except those in a paused batch. Returns how many were resumed and how many are in a paused batch. */
export async function resumeLockedCodes(ctx: Context, codes: readonly CodeRow[]): Promise<{ resumed: number; inPausedBatch: number }> {
  const ids = [...new Set(codes.map((code) => code.batch_id))];
  const paused = await queryRows<RowOf<typeof batches, "id">>(
    ctx.db,
    sql`select id from (
        select id, paused_at from batches where project_id = ${ctx.projectId} and id = any(array(select item::uuid from ${jsonItems(ids)})) order by id for share
      ) as locked where paused_at is not null`,
  );
  const pausedIds = new Set(paused.map(({ id }) => id));
  const resumable = codes.filter((code) => !pausedIds.has(code.batch_id));
  return { resumed: await setPaused(ctx, resumable, false), inPausedBatch: codes.length - resumable.length };
}

async function setPaused(ctx: Context, codes: readonly CodeRow[], paused: boolean): Promise<number> {
  const changed = await queryRows<Pick<CodeRow, "key" | "text">>(
    ctx.db,
    sql`update codes set paused_at = case when ${paused}::boolean then now() end, updated_at = now()
      where ${isLockedCode(ctx, codes)} and (paused_at is null) = ${paused}::boolean
      returning key, text`,
  );
  await recordEvents(
    ctx,
    changed.map((code) => ({ kind: paused ? "code.paused" : "code.resumed", code })),
  );
  return changed.length;
}

import { sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvents } from "../events/record";
import { each } from "../sql";
import { get } from "./find";
import { areLocked, lockCodes } from "./lock";
import type { CodeRow } from "./wire";

/** Pauses a code, so that nobody new can claim it. Pausing a paused one changes nothing. Refuses with `code_not_found`. */
export function pause(ctx: Context, key: string): Promise<CodeRecord> {
  return inTransaction(ctx, async (inner) => {
    const locked = await lockCodes(inner, [key], "change");
    if (locked.length === 0) throw new ApiError("code_not_found");
    await pauseLocked(inner, locked);
    return get(inner, key);
  });
}

/** Lets a paused code be claimed again. Refuses with `code_not_found`, or with `batch_paused` where the whole batch is paused. */
export function resume(ctx: Context, key: string): Promise<CodeRecord> {
  return inTransaction(ctx, async (inner) => {
    const locked = await lockCodes(inner, [key], "change");
    if (locked.length === 0) throw new ApiError("code_not_found");
    if ((await resumeLocked(inner, locked)).ofPausedBatches > 0) throw new ApiError("batch_paused");
    return get(inner, key);
  });
}

/** Pauses codes that the caller's transaction has locked. Answers how many were not paused before. */
export const pauseLocked = (ctx: Context, codes: readonly CodeRow[]): Promise<number> => setPaused(ctx, codes, true);

/** Resumes codes that the caller's transaction has locked, but for those whose batch is paused. Answers how many of either there were. */
export async function resumeLocked(ctx: Context, codes: readonly CodeRow[]): Promise<{ resumed: number; ofPausedBatches: number }> {
  const ids = [...new Set(codes.map((code) => code.batch_id))];
  const paused = await rows<{ id: string }>(
    ctx.db,
    sql`select id from (
        select id, paused_at from batches where project_id = ${ctx.projectId} and id = any(array(select item::uuid from ${each(ids)})) order by id for share
      ) as held where paused_at is not null`,
  );
  const stay = new Set(paused.map(({ id }) => id));
  const free = codes.filter((code) => !stay.has(code.batch_id));
  return { resumed: await setPaused(ctx, free, false), ofPausedBatches: codes.length - free.length };
}

async function setPaused(ctx: Context, codes: readonly CodeRow[], paused: boolean): Promise<number> {
  const changed = await rows<{ key: string; text: string }>(
    ctx.db,
    sql`update codes set paused_at = case when ${paused}::boolean then now() end, updated_at = now()
      where ${areLocked(ctx, codes)} and (paused_at is null) = ${paused}::boolean
      returning key, text`,
  );
  await recordEvents(
    ctx,
    changed.map((code) => ({ kind: paused ? "code.paused" : "code.resumed", code })),
  );
  return changed.length;
}

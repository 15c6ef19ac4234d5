import { and, eq, sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { rows } from "@/db/rows";
import { codes } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { Refusal } from "../refusal";
import { get, getRow } from "./find";

/** Pauses a code, so that nobody new can claim it. Pausing a paused one changes nothing. Refuses with `code_not_found`. */
export function pause(ctx: Context, key: string): Promise<CodeRecord> {
  return inTransaction(ctx, async (inner) => {
    const row = await getRow(inner, key, sql`for no key update of c`);
    if (await setPaused(inner, key, true)) await recordEvent(inner, { kind: "code.paused", code: row });
    return get(inner, key);
  });
}

/** Lets a paused code be claimed again. Refuses with `code_not_found`, or with `batch_paused` where the whole batch is paused. */
export function resume(ctx: Context, key: string): Promise<CodeRecord> {
  return inTransaction(ctx, async (inner) => {
    const row = await getRow(inner, key, sql`for no key update of c`);
    const [batch] = await rows<{ paused: boolean }>(
      inner.db,
      sql`select paused_at is not null as paused from batches where project_id = ${inner.projectId} and id = ${row.batch_id} for share`,
    );
    if (batch?.paused) throw new Refusal("batch_paused");
    if (await setPaused(inner, key, false)) await recordEvent(inner, { kind: "code.resumed", code: row });
    return get(inner, key);
  });
}

async function setPaused(ctx: Context, key: string, paused: boolean): Promise<boolean> {
  const changed = await ctx.db
    .update(codes)
    .set({ pausedAt: paused ? sql`now()` : null, updatedAt: sql`now()` })
    .where(and(eq(codes.projectId, ctx.projectId), eq(codes.key, key), paused ? sql`paused_at is null` : sql`paused_at is not null`))
    .returning({ key: codes.key });
  return changed.length > 0;
}

import type { Database } from "@/db/client";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { type Context, inTransaction } from "../context";
import { cacheStat, getCachedStat, isExpensive, measure, type Stat, type StatValue } from "./cached-stat";
import { allowLongStatements, lockStat } from "./lock";

type ComputedStat = StatValue<unknown> & { dear: boolean };

/** What a process counts for somebody who waits, by the figure. */
const pendingByDatabase = new WeakMap<Database, Map<string, Promise<ComputedStat>>>();

/**
 * Counts a figure that is not kept, once however many ask for it at once: others of this process are told the same, those of another process
 * wait for it and find it kept. Without that, everybody who comes after a crash, which empties what is kept, would count the same at once.
 */
export async function computeOnce<Value>(ctx: Context, figure: Stat<Value>, subject: string): Promise<StatValue<Value>> {
  const counts = pendingByDatabase.get(ctx.db) ?? new Map<string, Promise<ComputedStat>>();
  pendingByDatabase.set(ctx.db, counts);
  const id = `${ctx.projectId} ${figure.name} ${subject}`;
  const others = await counts.get(id);
  // One that is not dear is told as it is now, which others' count, having begun before, may not be.
  const told = others?.dear ? others : await begin();
  return { value: told.value as Value, asOf: told.asOf };

  function begin(): Promise<ComputedStat> {
    const counting = counts.get(id) ?? computeLocked(ctx, figure, subject).finally(() => counts.delete(id));
    counts.set(id, counting);
    return counting;
  }
}

function computeLocked(ctx: Context, figure: Stat, subject: string): Promise<ComputedStat> {
  return inTransaction(ctx, async (inner) => {
    await allowLongStatements(inner);
    await lockStat(inner, figure, subject);
    const { now, kept } = await getCachedStat(inner, figure, subject);
    if (kept?.young) return { value: kept.value, asOf: isoTimestamp(kept.computed_at), dear: true };
    const { value, durationMs: tookMs } = await measure(() => figure.count(inner, subject));
    const dear = isExpensive(figure, tookMs);
    if (dear) await cacheStat(inner, figure, subject, { value, countedAt: now, durationMs: tookMs, asked: true });
    return { value, asOf: isoTimestamp(now), dear };
  });
}

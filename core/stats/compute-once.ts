import type { Database } from "@/db/client";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { type Context, inTransaction } from "../context";
import { cacheStat, getCachedStat, isExpensive, measure, type Stat, type StatValue } from "./cached-stat";
import { allowLongStatements, lockStat } from "./lock";

type ComputedStat = StatValue<unknown> & { isExpensive: boolean };

/** The counts that are running in this process, by stat. */
const pendingByDatabase = new WeakMap<Database, Map<string, Promise<ComputedStat>>>();

/**
 * Computes an uncached stat once, however many requests ask for it at the same time: other requests of this process share the result, other
 * processes wait and then read the cache. Otherwise everyone would run the same expensive count after a crash, which empties the cache.
 */
export async function computeOnce<Value>(ctx: Context, stat: Stat<Value>, subject: string): Promise<StatValue<Value>> {
  const pending = pendingByDatabase.get(ctx.db) ?? new Map<string, Promise<ComputedStat>>();
  pendingByDatabase.set(ctx.db, pending);
  const id = `${ctx.projectId} ${stat.name} ${subject}`;
  const shared = await pending.get(id);
  // A shared count started before this request. If counting is cheap, count again to include the latest changes.
  const result = shared?.isExpensive ? shared : await compute();
  return { value: result.value as Value, asOf: result.asOf };

  function compute(): Promise<ComputedStat> {
    const promise = pending.get(id) ?? computeLocked(ctx, stat, subject).finally(() => pending.delete(id));
    pending.set(id, promise);
    return promise;
  }
}

function computeLocked(ctx: Context, stat: Stat, subject: string): Promise<ComputedStat> {
  return inTransaction(ctx, async (inner) => {
    await allowLongStatements(inner);
    await lockStat(inner, stat, subject);
    const { now, cached } = await getCachedStat(inner, stat, subject);
    if (cached?.is_usable) return { value: cached.value, asOf: isoTimestamp(cached.computed_at), isExpensive: true };
    const { value, durationMs } = await measure(() => stat.count(inner, subject));
    const expensive = isExpensive(stat, durationMs);
    if (expensive) await cacheStat(inner, stat, subject, { value, computedAt: now, durationMs, isRequested: true });
    return { value, asOf: isoTimestamp(now), isExpensive: expensive };
  });
}

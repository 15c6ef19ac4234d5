import { sql } from "drizzle-orm";
import { type Database, poolOf } from "@/db/client";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { log } from "@/lib/log";
import { type Context, inTransaction, isTransaction } from "../context";
import { lock, tryLock } from "../locks";
import {
  allowLongStatements,
  type CachedStat,
  cachedStatColumns,
  cacheStat,
  deleteCachedStat,
  getCachedStat,
  isExpensive,
  isStale,
  maxUncachedRows,
  measure,
  type Stat,
  type StatValue,
} from "./cached-stat";

export type { StatValue };

/** Returns a stat and when it was computed. A stale value is returned immediately and refreshed in the background. */
export async function getStat<Value>(ctx: Context, stat: Stat<Value>, subject = ""): Promise<StatValue<Value>> {
  const [row] = await queryRows<{ now: string; has_many_rows: boolean } & (CachedStat | { computed_at: null })>(
    ctx.db,
    sql`select date_trunc('milliseconds', now()) as now, size.has_many_rows, cached.*
      from (select exists (${stat.rows(ctx, subject)} offset ${maxUncachedRows} limit 1) as has_many_rows offset 0) as size left join lateral (
        select ${cachedStatColumns} from stats s
          where s.project_id = ${ctx.projectId} and s.name = ${stat.name} and s.subject = ${subject} and size.has_many_rows) as cached on true`,
  );
  if (!row) throw new Error("The database returned no row");
  if (row.computed_at !== null && row.is_usable) {
    refreshIfStale(ctx, stat, subject, row);
    return { value: row.value as Value, asOf: isoTimestamp(row.computed_at) };
  }
  // A transaction sees its own data, and others must not wait for its connection.
  if (row.has_many_rows && !isTransaction(ctx.db)) return computeOnce(ctx, stat, subject);
  const { value, durationMs } = await measure(() => stat.count(ctx, subject));
  if (isExpensive(stat, durationMs)) await cacheStat(ctx, stat, subject, { value, computedAt: row.now, durationMs, isRequested: true });
  return { value, asOf: isoTimestamp(row.now) };
}

type ComputedStat = StatValue<unknown> & { isExpensive: boolean };

/** The counts that are running in this process, by stat. */
const pendingByPool = new WeakMap<object, Map<string, Promise<ComputedStat>>>();

/**
 * Computes an uncached stat once, however many requests ask for it at the same time: other requests of this process share the result, other
 * processes wait and then read the cache. Otherwise everyone would run the same expensive count after a crash, which empties the cache.
 */
async function computeOnce<Value>(ctx: Context, stat: Stat<Value>, subject: string): Promise<StatValue<Value>> {
  const pending = pendingByPool.get(poolOf(ctx.db)) ?? new Map<string, Promise<ComputedStat>>();
  pendingByPool.set(poolOf(ctx.db), pending);
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
    await lock(inner.db, "stat", inner.projectId, stat.name, subject);
    const { now, cached } = await getCachedStat(inner, stat, subject);
    if (cached?.is_usable) return { value: cached.value, asOf: isoTimestamp(cached.computed_at), isExpensive: true };
    const { value, durationMs } = await measure(() => stat.count(inner, subject));
    const expensive = isExpensive(stat, durationMs);
    if (expensive) await cacheStat(inner, stat, subject, { value, computedAt: now, durationMs, isRequested: true });
    return { value, asOf: isoTimestamp(now), isExpensive: expensive };
  });
}

/** How long this process waits before it refreshes a stat again after a failure. */
const retryDelayMs = 30_000;

/**
 * Computes a stat again and caches it, or removes it from the cache if counting has become cheap. Returns false without doing anything if
 * another process is refreshing it, or has done so since `computedAt` (null: it wasn't cached).
 */
export function refreshStat(ctx: Context, stat: Stat, subject: string, computedAt: string | null): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    await allowLongStatements(inner);
    if (!(await tryLock(inner.db, "stat", inner.projectId, stat.name, subject))) return false;
    const { now, cached } = await getCachedStat(inner, stat, subject);
    if ((cached?.computed_at ?? null) !== computedAt) return false;
    const { value, durationMs } = await measure(() => stat.count(inner, subject));
    if (isExpensive(stat, durationMs)) await cacheStat(inner, stat, subject, { value, computedAt: now, durationMs, isRequested: false });
    else await deleteCachedStat(inner, stat, subject);
    return true;
  });
}

/** The background refreshes of a process. They run one after another so that they never use more than one connection. */
type RefreshQueue = { queued: Set<string>; retryAt: Map<string, number>; last: Promise<void> };
const queues = new WeakMap<object, RefreshQueue>();

function queueFor(db: Database): RefreshQueue {
  const queue = queues.get(poolOf(db)) ?? { queued: new Set(), retryAt: new Map(), last: Promise.resolve() };
  queues.set(poolOf(db), queue);
  return queue;
}

/** Refreshes a stat in the background if it's stale or not cached, and notes that it was requested. */
export function refreshIfStale(ctx: Context, stat: Stat, subject: string, cached: CachedStat | null): void {
  const needsRefresh = cached === null || isStale(cached);
  const needsNote = cached?.is_request_noted_long_ago ?? false;
  // In a transaction, the connection is gone by the time the refresh runs. The next request will do it.
  if (!(needsRefresh || needsNote) || isTransaction(ctx.db)) return;
  const queue = queueFor(ctx.db);
  const id = `${ctx.projectId} ${stat.name} ${subject}`;
  if (queue.queued.has(id) || Date.now() < (queue.retryAt.get(id) ?? 0)) return;
  queue.queued.add(id);
  queue.last = queue.last
    .then(async () => {
      if (needsNote) await updateLastRequested(ctx, stat, subject);
      if (needsRefresh) await refreshStat(ctx, stat, subject, cached?.computed_at ?? null);
      queue.retryAt.delete(id);
    })
    .catch((err: unknown) => {
      log.error({ err, stat: stat.name }, "could not refresh a stat");
      queue.retryAt.set(id, Date.now() + retryDelayMs);
    })
    .then(() => void queue.queued.delete(id));
}

/** Waits until all queued refreshes are done. */
export const waitForRefreshes = (db: Database): Promise<void> => queueFor(db).last;

async function updateLastRequested({ db, projectId }: Context, { name }: Stat, subject: string): Promise<void> {
  await db.execute(
    sql`update stats set last_requested_at = now() where project_id = ${projectId} and name = ${name} and subject = ${subject}`,
  );
}

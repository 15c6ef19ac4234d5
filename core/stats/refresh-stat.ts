import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { log } from "@/lib/log";
import { type Context, inTransaction, isTransaction } from "../context";
import { type CachedStat, cacheStat, deleteCachedStat, getCachedStat, isExpensive, isStale, measure, type Stat } from "./cached-stat";
import { allowLongStatements, tryLockStat } from "./lock";

/** How long this process waits before it refreshes a stat again after a failure. */
const retryDelayMs = 30_000;

/**
 * Computes a stat again and caches it, or removes it from the cache if counting has become cheap. Returns false without doing anything if
 * another process is refreshing it, or has done so since `computedAt` (null: it wasn't cached).
 */
export function refreshStat(ctx: Context, stat: Stat, subject: string, computedAt: string | null): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    await allowLongStatements(inner);
    if (!(await tryLockStat(inner, stat, subject))) return false;
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
const queues = new WeakMap<Database, RefreshQueue>();

function queueFor(db: Database): RefreshQueue {
  const queue = queues.get(db) ?? { queued: new Set(), retryAt: new Map(), last: Promise.resolve() };
  queues.set(db, queue);
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

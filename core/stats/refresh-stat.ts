import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { log } from "@/lib/log";
import { type Context, inTransaction, isTransaction } from "../context";
import { type CachedStat, cacheStat, deleteCachedStat, getCachedStat, isExpensive, isStale, measure, type Stat } from "./cached-stat";
import { allowLongStatements, tryLockStat } from "./lock";

/** How long after a failure a figure is left alone by this process, in milliseconds. */
const retryDelayMs = 30_000;

/**
 * Counts a figure again and keeps it, or forgets it where that has become cheap. Answers false, with nothing done, where another process
 * is counting it, or has counted it since `seen`: when the caller saw it counted last, null where it was not kept.
 */
export function refreshStat(ctx: Context, figure: Stat, subject: string, seen: string | null): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    await allowLongStatements(inner);
    if (!(await tryLockStat(inner, figure, subject))) return false;
    const { now, kept } = await getCachedStat(inner, figure, subject);
    if ((kept?.computed_at ?? null) !== seen) return false;
    const { value, durationMs: tookMs } = await measure(() => figure.count(inner, subject));
    if (isExpensive(figure, tookMs)) await cacheStat(inner, figure, subject, { value, countedAt: now, durationMs: tookMs, asked: false });
    else await deleteCachedStat(inner, figure, subject);
    return true;
  });
}

/** What a process counts in the background, one after another, so that it never takes more than one connection of its pool. */
type RefreshQueue = { waiting: Set<string>; resting: Map<string, number>; last: Promise<void> };
const queues = new WeakMap<Database, RefreshQueue>();

function queueFor(db: Database): RefreshQueue {
  const line = queues.get(db) ?? { waiting: new Set(), resting: new Map(), last: Promise.resolve() };
  queues.set(db, line);
  return line;
}

/** Has a figure counted in the background where that is due or it is not kept yet, and notes that it was asked for. */
export function refreshIfStale(ctx: Context, figure: Stat, subject: string, kept: CachedStat | null): void {
  const due = kept === null || isStale(kept);
  const unnoted = kept?.asked_long_ago ?? false;
  // A transaction's connection is another's by then; the next who asks will see to it.
  if (!(due || unnoted) || isTransaction(ctx.db)) return;
  const line = queueFor(ctx.db);
  const id = `${ctx.projectId} ${figure.name} ${subject}`;
  if (line.waiting.has(id) || Date.now() < (line.resting.get(id) ?? 0)) return;
  line.waiting.add(id);
  line.last = line.last
    .then(async () => {
      if (unnoted) await updateLastRequested(ctx, figure, subject);
      if (due) await refreshStat(ctx, figure, subject, kept?.computed_at ?? null);
      line.resting.delete(id);
    })
    .catch((err: unknown) => {
      log.error({ err, figure: figure.name }, "a figure could not be counted again");
      line.resting.set(id, Date.now() + retryDelayMs);
    })
    .then(() => void line.waiting.delete(id));
}

/** Holds when everything is counted that was due. */
export const waitForRefreshes = (db: Database): Promise<void> => queueFor(db).last;

async function updateLastRequested({ db, projectId }: Context, { name }: Stat, subject: string): Promise<void> {
  await db.execute(
    sql`update stats set last_requested_at = now() where project_id = ${projectId} and name = ${name} and subject = ${subject}`,
  );
}

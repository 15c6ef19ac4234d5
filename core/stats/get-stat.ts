import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { type Context, isTransaction } from "../context";
import {
  type CachedStat,
  cachedStatColumns,
  cacheStat,
  isExpensive,
  maxUncachedRows,
  measure,
  type Stat,
  type StatValue,
} from "./cached-stat";
import { computeOnce } from "./compute-once";
import { refreshIfStale } from "./refresh-stat";

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

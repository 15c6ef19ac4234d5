import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
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

export type { StatValue as Counted };

/** A figure and when it was counted: now, or, where that takes long, a while ago. What is out of date is counted again in the background, and nobody waits for that. */
export async function getStat<Value>(ctx: Context, of: Stat<Value>, subject = ""): Promise<StatValue<Value>> {
  const [found] = await rows<{ now: string; many: boolean } & (CachedStat | { computed_at: null })>(
    ctx.db,
    sql`select date_trunc('milliseconds', now()) as now, size.many, kept.*
      from (select exists (${of.rows(ctx, subject)} offset ${maxUncachedRows} limit 1) as many offset 0) as size left join lateral (
        select ${cachedStatColumns} from stats f
          where f.project_id = ${ctx.projectId} and f.name = ${of.name} and f.subject = ${subject} and size.many) as kept on true`,
  );
  if (!found) throw new Error("The database answered nothing");
  if (found.computed_at !== null && found.young) {
    refreshIfStale(ctx, of, subject, found);
    return { value: found.value as Value, asOf: isoTimestamp(found.computed_at) };
  }
  // What a transaction sees is its own, and its connection another's by the time others have waited.
  if (found.many && !isTransaction(ctx.db)) return computeOnce(ctx, of, subject);
  const { value, durationMs: tookMs } = await measure(() => of.count(ctx, subject));
  if (isExpensive(of, tookMs)) await cacheStat(ctx, of, subject, { value, countedAt: found.now, durationMs: tookMs, asked: true });
  return { value, asOf: isoTimestamp(found.now) };
}

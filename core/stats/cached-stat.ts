import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { eventIndexRanges } from "../events/list";

/** A count over many rows of a project. Cheap counts are always exact, expensive ones are cached (docs/decisions/0013-cached-stats.md). */
export type Stat<Value = unknown> = {
  name: string;
  /** Reads only. `subject` narrows the count to a part of the project, such as a batch. */
  count(ctx: Context, subject: string): Promise<Value>;
  /** The rows that are counted, in the order of an index. */
  rows(ctx: Context, subject: string): SQL;
  /** The duration from which on it is cached, in milliseconds. Default 30. */
  cacheFromMs?: number;
};

export type StatValue<Value> = { value: Value; asOf: string };

/** Counts over at most this many rows are never cached: small projects see every change immediately. */
export const maxUncachedRows = 2000;

const defaultCacheFromMs = 30;

/** Whether counting took long enough to cache the result. */
export const isExpensive = (stat: Pick<Stat, "cacheFromMs">, durationMs: number): boolean =>
  durationMs >= (stat.cacheFromMs ?? defaultCacheFromMs);

/** A cached value. It's only shown while `is_usable`; values that people request are refreshed long before that ends. */
export type CachedStat = {
  value: unknown;
  computed_at: string;
  duration_ms: number;
  age_ms: number;
  is_usable: boolean;
  is_request_noted_long_ago: boolean;
  changed_by_staff: boolean;
};

/** The time in a UUID of version 7, to the millisecond. PostgreSQL has a function for it from version 17. */
const uuidTime = (id: SQL): SQL => sql`to_timestamp(('x0000' || left(replace(${id}::text, '-', ''), 12))::bit(64)::bigint / 1000.0)`;

/** The last events by staff in the project of stats `s`, one of each range of the indexes. */
const lastStaffEvents = sql.join(
  eventIndexRanges({ by: "staff" }).map(
    (range) =>
      sql`(select e.id from events e where e.project_id = s.project_id and ${range} order by e.project_id desc, e.id desc limit 1)`,
  ),
  sql` union all `,
);

/**
 * The columns of `CachedStat`, of stats `s`. `changed_by_staff`: staff changed something after the value was computed, or up to 5 seconds
 * before, when the count may have missed it.
 */
export const cachedStatColumns: SQL = sql`s.value, s.computed_at::text, s.duration_ms, (extract(epoch from now() - s.computed_at) * 1000)::float8 as age_ms,
  s.computed_at > now() - interval '30 minutes' as is_usable, s.last_requested_at < now() - interval '15 minutes' as is_request_noted_long_ago,
  coalesce((select ${uuidTime(sql`e.id`)} from (${lastStaffEvents}) as e order by e.id desc limit 1) > s.computed_at - interval '5 seconds', false) as changed_by_staff`;

/** A value is cached for a multiple of the counting time, so that counting takes 2% of the time at most. The worker waits longer than requests. */
const cacheDuration = { factor: 50, minMs: 5000, minMsInWorker: 120_000, maxMs: 600_000 } as const;

/** How long a value is cached, in milliseconds. */
export const cacheDurationMs = (durationMs: number): number =>
  Math.min(Math.max(cacheDuration.minMs, cacheDuration.factor * durationMs), cacheDuration.maxMs);

/** Whether the worker refreshes a stat. */
export const isDueInWorker: SQL = sql`computed_at < now() - interval '1 millisecond'
  * least(greatest(${cacheDuration.minMsInWorker}::int, ${cacheDuration.factor}::int * duration_ms), ${cacheDuration.maxMs}::int)`;

/** Whether a cached value should be refreshed. Earlier if staff changed something, because they want to see it. */
export function isStale({
  age_ms: age,
  duration_ms: duration,
  changed_by_staff: changedByStaff,
}: Pick<CachedStat, "age_ms" | "duration_ms" | "changed_by_staff">): boolean {
  const maxAge = cacheDurationMs(duration);
  return age > (changedByStaff ? Math.min(Math.max(1000, 5 * duration), maxAge) : maxAge);
}

/** Runs `compute` and measures how long it takes. */
export async function measure<T>(compute: () => Promise<T>): Promise<{ value: T; durationMs: number }> {
  const start = performance.now();
  const value = await compute();
  return { value, durationMs: Math.ceil(performance.now() - start) };
}

type ComputedValue = { value: unknown; computedAt: string; durationMs: number; isRequested: boolean };

/** Caches a value unless a later one is cached already. `isRequested`: someone asked for it just now. */
export async function cacheStat(
  { db, projectId }: Context,
  { name }: Pick<Stat, "name">,
  subject: string,
  { value, computedAt, durationMs, isRequested }: ComputedValue,
): Promise<void> {
  await db.execute(
    sql`insert into stats as s (project_id, name, subject, value, computed_at, duration_ms)
      values (${projectId}, ${name}, ${subject}, ${JSON.stringify(value)}::jsonb, ${computedAt}::timestamptz, ${durationMs})
      on conflict (project_id, name, subject) do update set value = excluded.value, computed_at = excluded.computed_at, duration_ms = excluded.duration_ms,
        last_requested_at = case when ${isRequested} then now() else s.last_requested_at end
      where s.computed_at <= excluded.computed_at`,
  );
}

const isStat = ({ projectId }: Context, { name }: Pick<Stat, "name">, subject: string): SQL =>
  sql`s.project_id = ${projectId} and s.name = ${name} and s.subject = ${subject}`;

/** Returns the cached value, if there is one, and the time of the database. */
export async function getCachedStat(ctx: Context, stat: Stat, subject: string): Promise<{ now: string; cached: CachedStat | null }> {
  const [row] = await queryRows<{ now: string } & (CachedStat | { computed_at: null })>(
    ctx.db,
    sql`select date_trunc('milliseconds', now()) as now, cached.* from (select) as one_row
      left join lateral (select ${cachedStatColumns} from stats s where ${isStat(ctx, stat, subject)}) as cached on true`,
  );
  if (!row) throw new Error("The database returned no row");
  return { now: row.now, cached: row.computed_at === null ? null : row };
}

export const deleteCachedStat = (ctx: Context, stat: Stat, subject: string): Promise<unknown> =>
  ctx.db.execute(sql`delete from stats s where ${isStat(ctx, stat, subject)}`);

/** Longer than any request waits, and shorter than the idle timeout in `db/client.ts`. */
const statementTimeout = "120s";

/** Raises the timeouts of the current transaction and limits it to one core, so that the other cores can serve requests. */
export const allowLongStatements = ({ db }: Context): Promise<unknown> =>
  db.execute(
    sql`select set_config('statement_timeout', ${statementTimeout}, true), set_config('lock_timeout', ${statementTimeout}, true),
      set_config('max_parallel_workers_per_gather', '0', true)`,
  );

import { type SQL, sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";

/** A count over much of a project, exact where that is cheap and kept for a while where it is not (docs/decisions/0013-figures.md). */
export type Stat<Value = unknown> = {
  name: string;
  /** Counts; it only reads. `subject` says of what, where it is not of the whole project. */
  count(ctx: Context, subject: string): Promise<Value>;
  /** What it is counted from, in the order of an index. */
  rows(ctx: Context, subject: string): SQL;
  /** From how many milliseconds on it is kept; unless told, from 30. */
  cacheFromMs?: number;
};

/** A figure's value, and when that was counted. */
export type StatValue<Value> = { value: Value; asOf: string };

/** Of so few rows a figure is counted for every answer, however long that took once: small projects see every change at once. */
export const maxUncachedRows = 2000;

const defaultCacheFromMs = 30;

/** Whether counting took so long that the figure is kept. */
export const isExpensive = (figure: Pick<Stat, "keptFrom">, durationMs: number): boolean =>
  durationMs >= (figure.cacheFromMs ?? defaultCacheFromMs);

/** A figure as it is kept. One that is not `young` is told to nobody; those that are asked for are renewed long before. */
export type CachedStat = {
  value: unknown;
  computed_at: string;
  duration_ms: number;
  age_ms: number;
  young: boolean;
  asked_long_ago: boolean;
  changed: boolean;
};

/** The columns of `Kept`, of figures under `f`. `changed`: staff did something since it was counted, or so shortly before that the count may have missed it. */
export const cachedStatColumns: SQL = sql`f.value, f.computed_at::text, f.duration_ms, (extract(epoch from now() - f.computed_at) * 1000)::float8 as age_ms,
  f.computed_at > now() - interval '30 minutes' as young, f.last_requested_at < now() - interval '15 minutes' as asked_long_ago,
  coalesce((select uuid_extract_timestamp(e.id) from events e where e.project_id = f.project_id and e.actor_kind = 'staff'
    order by e.project_id desc, e.actor_kind desc, e.id desc limit 1) > f.computed_at - interval '5 seconds', false) as changed`;

/** For how long a count stands, in milliseconds: the longer it took the longer, so that a fiftieth of the time goes into counting at most. */
export const cacheDurationMs = (durationMs: number): number => Math.min(Math.max(5000, 50 * durationMs), 600_000);

/** Whether it is time to count again: the count has stood for its life, or staff changed something and want to see it. */
export function isStale({ age_ms: age, duration_ms: took, changed }: Pick<CachedStat, "age_ms" | "duration_ms" | "changed">): boolean {
  const life = cacheDurationMs(took);
  return age > (changed ? Math.min(Math.max(1000, 5 * took), life) : life);
}

/** What `work` answers, and how long it took. */
export async function measure<T>(work: () => Promise<T>): Promise<{ value: T; durationMs: number }> {
  const began = performance.now();
  const value = await work();
  return { value, durationMs: Math.ceil(performance.now() - began) };
}

/** Keeps a figure, unless a later count is kept already; `asked` when it was counted for somebody. */
export async function cacheStat(
  { db, projectId }: Context,
  { name }: Pick<Stat, "name">,
  subject: string,
  { value, countedAt, durationMs, asked }: { value: unknown; countedAt: string; durationMs: number; asked: boolean },
): Promise<void> {
  await db.execute(
    sql`insert into stats as f (project_id, name, subject, value, computed_at, duration_ms)
      values (${projectId}, ${name}, ${subject}, ${JSON.stringify(value)}::jsonb, ${countedAt}::timestamptz, ${durationMs})
      on conflict (project_id, name, subject) do update set value = excluded.value, computed_at = excluded.computed_at, duration_ms = excluded.duration_ms,
        last_requested_at = case when ${asked} then now() else f.last_requested_at end
      where f.computed_at <= excluded.computed_at`,
  );
}

const isStat = ({ projectId }: Context, { name }: Pick<Stat, "name">, subject: string): SQL =>
  sql`f.project_id = ${projectId} and f.name = ${name} and f.subject = ${subject}`;

/** A figure as it is kept now, if it is. */
export async function getCachedStat(ctx: Context, figure: Stat, subject: string): Promise<{ now: string; kept: CachedStat | null }> {
  const [found] = await rows<{ now: string } & (CachedStat | { computed_at: null })>(
    ctx.db,
    sql`select date_trunc('milliseconds', now()) as now, kept.* from (select) as one
      left join lateral (select ${cachedStatColumns} from stats f where ${isStat(ctx, figure, subject)}) as kept on true`,
  );
  if (!found) throw new Error("The database answered nothing");
  return { now: found.now, kept: found.computed_at === null ? null : found };
}

/** Keeps a figure no longer. */
export const deleteCachedStat = (ctx: Context, figure: Stat, subject: string): Promise<unknown> =>
  ctx.db.execute(sql`delete from stats f where ${isStat(ctx, figure, subject)}`);

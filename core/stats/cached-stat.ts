import { type SQL, sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";

/** A count over much of a project, exact where that is cheap and kept for a while where it is not (docs/decisions/0013-figures.md). */
export type Figure<Value = unknown> = {
  name: string;
  /** Counts; it only reads. `subject` says of what, where it is not of the whole project. */
  count(ctx: Context, subject: string): Promise<Value>;
  /** What it is counted from, in the order of an index. */
  rows(ctx: Context, subject: string): SQL;
  /** From how many milliseconds on it is kept; unless told, from 30. */
  keptFrom?: number;
};

/** A figure's value, and when that was counted. */
export type Counted<Value> = { value: Value; asOf: string };

/** Of so few rows a figure is counted for every answer, however long that took once: small projects see every change at once. */
export const few = 2000;

const keptFrom = 30;

/** Whether counting took so long that the figure is kept. */
export const isDear = (figure: Pick<Figure, "keptFrom">, tookMs: number): boolean => tookMs >= (figure.keptFrom ?? keptFrom);

/** A figure as it is kept. One that is not `young` is told to nobody; those that are asked for are renewed long before. */
export type Kept = {
  value: unknown;
  counted_at: string;
  took_ms: number;
  age_ms: number;
  young: boolean;
  asked_long_ago: boolean;
  changed: boolean;
};

/** The columns of `Kept`, of figures under `f`. `changed`: staff did something since it was counted, or so shortly before that the count may have missed it. */
export const keptColumns: SQL = sql`f.value, f.counted_at::text, f.took_ms, (extract(epoch from now() - f.counted_at) * 1000)::float8 as age_ms,
  f.counted_at > now() - interval '30 minutes' as young, f.asked_at < now() - interval '15 minutes' as asked_long_ago,
  coalesce((select uuid_extract_timestamp(e.id) from events e where e.project_id = f.project_id and e.actor_kind = 'staff'
    order by e.project_id desc, e.actor_kind desc, e.id desc limit 1) > f.counted_at - interval '5 seconds', false) as changed`;

/** For how long a count stands, in milliseconds: the longer it took the longer, so that a fiftieth of the time goes into counting at most. */
export const lifeOf = (tookMs: number): number => Math.min(Math.max(5000, 50 * tookMs), 600_000);

/** Whether it is time to count again: the count has stood for its life, or staff changed something and want to see it. */
export function isDue({ age_ms: age, took_ms: took, changed }: Pick<Kept, "age_ms" | "took_ms" | "changed">): boolean {
  const life = lifeOf(took);
  return age > (changed ? Math.min(Math.max(1000, 5 * took), life) : life);
}

/** What `work` answers, and how long it took. */
export async function timed<T>(work: () => Promise<T>): Promise<{ value: T; tookMs: number }> {
  const began = performance.now();
  const value = await work();
  return { value, tookMs: Math.ceil(performance.now() - began) };
}

/** Keeps a figure, unless a later count is kept already; `asked` when it was counted for somebody. */
export async function keep(
  { db, projectId }: Context,
  { name }: Pick<Figure, "name">,
  subject: string,
  { value, countedAt, tookMs, asked }: { value: unknown; countedAt: string; tookMs: number; asked: boolean },
): Promise<void> {
  await db.execute(
    sql`insert into figures as f (project_id, name, subject, value, counted_at, took_ms)
      values (${projectId}, ${name}, ${subject}, ${JSON.stringify(value)}::jsonb, ${countedAt}::timestamptz, ${tookMs})
      on conflict (project_id, name, subject) do update set value = excluded.value, counted_at = excluded.counted_at, took_ms = excluded.took_ms,
        asked_at = case when ${asked} then now() else f.asked_at end
      where f.counted_at <= excluded.counted_at`,
  );
}

const isIt = ({ projectId }: Context, { name }: Pick<Figure, "name">, subject: string): SQL =>
  sql`f.project_id = ${projectId} and f.name = ${name} and f.subject = ${subject}`;

/** A figure as it is kept now, if it is. */
export async function asKept(ctx: Context, figure: Figure, subject: string): Promise<{ now: string; kept: Kept | null }> {
  const [found] = await rows<{ now: string } & (Kept | { counted_at: null })>(
    ctx.db,
    sql`select date_trunc('milliseconds', now()) as now, kept.* from (select) as one
      left join lateral (select ${keptColumns} from figures f where ${isIt(ctx, figure, subject)}) as kept on true`,
  );
  if (!found) throw new Error("The database answered nothing");
  return { now: found.now, kept: found.counted_at === null ? null : found };
}

/** Keeps a figure no longer. */
export const forget = (ctx: Context, figure: Figure, subject: string): Promise<unknown> =>
  ctx.db.execute(sql`delete from figures f where ${isIt(ctx, figure, subject)}`);

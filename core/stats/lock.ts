import { type SQL, sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import type { Stat } from "./cached-stat";

/** How long one statement of a count may take: much longer than anybody would wait for an answer, and less than the silence that `db/client.ts` bears. */
const timeout = "120s";

/** Gives the statements of the caller's transaction the time that counting takes, on one core, so that the other goes on answering. */
export const allowLongStatements = ({ db }: Context): Promise<unknown> =>
  db.execute(
    sql`select set_config('statement_timeout', ${timeout}, true), set_config('lock_timeout', ${timeout}, true), set_config('max_parallel_workers_per_gather', '0', true)`,
  );

const lockKey = ({ projectId }: Context, { name }: Pick<Stat, "name">, subject: string): SQL =>
  sql`hashtextextended(${`figure ${projectId} ${name} ${subject}`}, 0)`;

/** Takes the turn to count a figure, which the caller's transaction has until it ends. Answers whether nobody else had it. */
export async function tryLockStat(ctx: Context, figure: Stat, subject: string): Promise<boolean> {
  const [lock] = await rows<{ mine: boolean }>(ctx.db, sql`select pg_try_advisory_xact_lock(${lockKey(ctx, figure, subject)}) as mine`);
  return lock?.mine ?? false;
}

/** As `tryLock`, but waits for whoever has it. */
export const lockStat = (ctx: Context, figure: Stat, subject: string): Promise<unknown> =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(${lockKey(ctx, figure, subject)})`);

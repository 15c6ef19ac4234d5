import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import type { Stat } from "./cached-stat";

/** Longer than any request waits, and shorter than the idle timeout in `db/client.ts`. */
const statementTimeout = "120s";

/** Raises the timeouts of the current transaction and limits it to one core, so that the other cores can serve requests. */
export const allowLongStatements = ({ db }: Context): Promise<unknown> =>
  db.execute(
    sql`select set_config('statement_timeout', ${statementTimeout}, true), set_config('lock_timeout', ${statementTimeout}, true),
      set_config('max_parallel_workers_per_gather', '0', true)`,
  );

const lockKey = ({ projectId }: Context, { name }: Pick<Stat, "name">, subject: string): SQL =>
  sql`hashtextextended(${`stat ${projectId} ${name} ${subject}`}, 0)`;

/** Locks a stat until the transaction ends. Returns false if another transaction holds the lock. */
export async function tryLockStat(ctx: Context, stat: Stat, subject: string): Promise<boolean> {
  const [lock] = await queryRows<{ acquired: boolean }>(
    ctx.db,
    sql`select pg_try_advisory_xact_lock(${lockKey(ctx, stat, subject)}) as acquired`,
  );
  return lock?.acquired ?? false;
}

/** Locks a stat until the transaction ends. Waits for other transactions. */
export const lockStat = (ctx: Context, stat: Stat, subject: string): Promise<unknown> =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(${lockKey(ctx, stat, subject)})`);

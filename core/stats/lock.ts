import { type SQL, sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import type { Figure } from "./kept";

/** How long one statement of a count may take: much longer than anybody would wait for an answer, and less than the silence that `db/client.ts` bears. */
const patience = "120s";

/** Gives the statements of the caller's transaction the time that counting takes, on one core, so that the other goes on answering. */
export const bePatient = ({ db }: Context): Promise<unknown> =>
  db.execute(
    sql`select set_config('statement_timeout', ${patience}, true), set_config('lock_timeout', ${patience}, true), set_config('max_parallel_workers_per_gather', '0', true)`,
  );

const lockOf = ({ projectId }: Context, { name }: Pick<Figure, "name">, subject: string): SQL =>
  sql`hashtextextended(${`figure ${projectId} ${name} ${subject}`}, 0)`;

/** Takes the turn to count a figure, which the caller's transaction has until it ends. Answers whether nobody else had it. */
export async function tryLock(ctx: Context, figure: Figure, subject: string): Promise<boolean> {
  const [lock] = await rows<{ mine: boolean }>(ctx.db, sql`select pg_try_advisory_xact_lock(${lockOf(ctx, figure, subject)}) as mine`);
  return lock?.mine ?? false;
}

/** As `tryLock`, but waits for whoever has it. */
export const lock = (ctx: Context, figure: Figure, subject: string): Promise<unknown> =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(${lockOf(ctx, figure, subject)})`);

import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { queryRows } from "@/db/query";

/** Runs `run` in a transaction, in which `now()` doesn't change, and rolls it back. */
export async function runAndRollBack<T>(ctx: Context, run: (inner: Context) => Promise<T>): Promise<T> {
  const rollback = new Error("rollback");
  let result: { value: T } | undefined;
  await ctx.db
    .transaction(async (tx) => {
      result = { value: await run({ ...ctx, db: tx }) };
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  if (!result) throw new Error("The transaction did not finish");
  return result.value;
}

/**
 * Like `runAndRollBack`, in a transaction whose `now()` is a whole millisecond. Timestamps are stored in milliseconds, so only then can
 * a code's start or end be exactly now. One transaction in a thousand qualifies.
 */
export async function runAndRollBackAtWholeMillisecond<T>(ctx: Context, run: (inner: Context) => Promise<T>): Promise<T> {
  const notWhole = Symbol("not a whole millisecond");
  for (let attempt = 0; attempt < 30_000; attempt++) {
    const result = await runAndRollBack(ctx, async (inner) => {
      const [row] = await queryRows<{ whole: boolean }>(inner.db, sql`select now() = date_trunc('milliseconds', now()) as whole`);
      return row?.whole ? run(inner) : notWhole;
    });
    if (result !== notWhole) return result as T;
  }
  throw new Error("No transaction started at a whole millisecond");
}

import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { queryRows } from "@/db/query";

/** Runs `story` in one transaction, in which `now()` stands still, and undoes it. */
export async function runAndRollBack<T>(ctx: Context, run: (inner: Context) => Promise<T>): Promise<T> {
  const rollback = new Error("undo");
  let result: { value: T } | undefined;
  await ctx.db
    .transaction(async (tx) => {
      result = { value: await run({ ...ctx, db: tx }) };
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  if (!result) throw new Error("The story did not end");
  return result.value;
}

/**
 * As `undone`, in a transaction whose `now()` is a whole millisecond, which is as fine as moments are stored: only then can a code's
 * start or end be exactly now. One transaction in a thousand is.
 */
export async function runAndRollBackAtWholeMillisecond<T>(ctx: Context, run: (inner: Context) => Promise<T>): Promise<T> {
  const tooEarly = Symbol("too early");
  for (let attempt = 0; attempt < 30_000; attempt++) {
    const result = await runAndRollBack(ctx, async (inner) => {
      const [row] = await queryRows<{ whole: boolean }>(inner.db, sql`select now() = date_trunc('milliseconds', now()) as whole`);
      return row?.whole ? run(inner) : tooEarly;
    });
    if (result !== tooEarly) return result as T;
  }
  throw new Error("No transaction began on a whole millisecond");
}

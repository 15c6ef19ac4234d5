import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { rows } from "@/db/rows";

/** Runs `story` in one transaction, in which `now()` stands still, and undoes it. */
export async function undone<T>(ctx: Context, story: (inner: Context) => Promise<T>): Promise<T> {
  const undo = new Error("undo");
  let result: { value: T } | undefined;
  await ctx.db
    .transaction(async (tx) => {
      result = { value: await story({ ...ctx, db: tx }) };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  if (!result) throw new Error("The story did not end");
  return result.value;
}

/**
 * As `undone`, in a transaction whose `now()` is a whole millisecond, which is as fine as moments are stored: only then can a code's
 * start or end be exactly now. One transaction in a thousand is.
 */
export async function undoneAtAWholeMillisecond<T>(ctx: Context, story: (inner: Context) => Promise<T>): Promise<T> {
  const tooEarly = Symbol("too early");
  for (let tries = 0; tries < 30_000; tries++) {
    const result = await undone(ctx, async (inner) => {
      const [row] = await rows<{ whole: boolean }>(inner.db, sql`select now() = date_trunc('milliseconds', now()) as whole`);
      return row?.whole ? story(inner) : tooEarly;
    });
    if (result !== tooEarly) return result as T;
  }
  throw new Error("No transaction began on a whole millisecond");
}

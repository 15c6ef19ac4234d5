import type { Context } from "@/core/context";

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

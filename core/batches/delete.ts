import { sql } from "drizzle-orm";
import type { TaskRecord } from "@/contract/tasks";
import { rows } from "@/db/rows";
import { removeLocked } from "../codes/delete";
import { lockCodes } from "../codes/lock";
import type { Context } from "../context";
import { recordEvent } from "../events/record";
import { begin } from "../jobs/begin";
import type { Work } from "../jobs/work";
import { codesIn, factsOf, listCodesOf } from "./codes";
import { pause } from "./pause";

type Ask = { batch: string };

/**
 * Deletes a batch and all its codes for good, or queues that where they are many; then the batch is paused at once, so that nobody claims
 * what is about to be deleted. Answers how far it is. Refuses with `batch_not_found`.
 */
export async function remove(ctx: Context, ask: Ask): Promise<TaskRecord> {
  const { id, name } = await factsOf(ctx, ask.batch);
  return begin(ctx, deletingBatch, { kind: "batch.delete", ask, batch: { id, name } });
}

export const deletingBatch: Work<Ask> = {
  total: (ctx, { ask }) => codesIn(ctx, ask.batch),
  beforehand: async (ctx, { ask }) => void (await pause(ctx, ask.batch)),
  list: (ctx, { ask }, from) => listCodesOf(ctx, ask.batch, from),
  async change(ctx, _, keys) {
    const locked = await lockCodes(ctx, keys, "deletion");
    await removeLocked(ctx, locked);
    return { changed: locked.length, tally: { claims: locked.reduce((sum, code) => sum + code.claims, 0) } };
  },
  async finish(ctx, { ask }, { changed, tally }) {
    const { db, projectId } = ctx;
    await db.execute(sql`update sends set batch_id = null where project_id = ${projectId} and batch_id = ${ask.batch}`);
    const [gone] = await rows<{ name: string }>(
      db,
      sql`delete from batches where project_id = ${projectId} and id = ${ask.batch} returning name`,
    );
    // Of two deletions of a batch one finds it gone.
    if (gone)
      await recordEvent(ctx, {
        kind: "batch.deleted",
        data: { batch: ask.batch, name: gone.name, codes: changed, claims: tally.claims ?? 0 },
      });
  },
};

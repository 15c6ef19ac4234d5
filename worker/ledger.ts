import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "@/core/context";
import { type Result, settle } from "@/core/sends/deliver";

/** How long a message that left may wait to be written down, in milliseconds; a worker that dies in between sends it again. */
const writeWithin = 40;

type Batch = { results: Result[]; written: Promise<void> };

export type Ledger = {
  /** Writes a result of a try down, together with those of other jobs that come soon after. The promise holds when it is written. */
  write(ctx: Context, attempt: number, result: Result): Promise<void>;
};

/** Gathers results, since a transaction for each would cost as much as sending. */
export function openLedger(): Ledger {
  const open = new Map<string, Batch>();
  return {
    write(ctx, attempt, result) {
      const key = `${ctx.projectId} ${attempt}`;
      let batch = open.get(key);
      if (!batch) {
        const results: Result[] = [];
        const written = pause(writeWithin).then(() => {
          open.delete(key);
          return settle(ctx, attempt, results);
        });
        // A failure is for the jobs, which look at it when they have sent what they have.
        written.catch(() => {});
        batch = { results, written };
        open.set(key, batch);
      }
      batch.results.push(result);
      return batch.written;
    },
  };
}

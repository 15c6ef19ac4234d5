import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "@/core/context";
import { type Result, settle, type Try } from "@/core/sends/deliver";
import { isUnavailable } from "@/db/rows";
import { log } from "@/lib/log";

/** How long a message that left may wait to be written down, in milliseconds; a worker that dies in between sends it again. */
const writeWithin = 40;

/** Pauses before a write that failed is tried again, in milliseconds: a database that restarts would otherwise have these messages sent twice. */
const pauses = [200, 1000, 3000];

type Batch = { results: Result[]; written: Promise<void> };

export type Ledger = {
  /** Writes a result of a try down, together with those of other jobs that come soon after. The promise holds when it is written. */
  write(ctx: Context, tried: Try, result: Result): Promise<void>;
};

/** Gathers results, since a transaction for each would cost as much as sending. */
export function openLedger(): Ledger {
  const open = new Map<string, Batch>();
  return {
    write(ctx, { attempt, first = 1 }, result) {
      const key = `${ctx.projectId} ${attempt} ${first}`;
      let batch = open.get(key);
      if (!batch) {
        const results: Result[] = [];
        const written = pause(writeWithin).then(() => {
          open.delete(key);
          return patiently(() => settle(ctx, { attempt, first }, results));
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

async function patiently(write: () => Promise<void>): Promise<void> {
  for (const wait of [...pauses, null]) {
    try {
      return await write();
    } catch (err) {
      if (wait !== null && isUnavailable(err)) {
        await pause(wait);
        continue;
      }
      log.error({ err }, "the ledger could not be written");
      // Without its cause: the queue keeps what a job throws, and a database error quotes what the mail server said of an address.
      throw new Error("The ledger could not be written");
    }
  }
}

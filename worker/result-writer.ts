import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/core/context";
import { type DeliveryAttempt, type DeliveryResult, recordResults } from "@/core/sends/delivery-attempts";
import { isUnavailable } from "@/db/query";
import { log } from "@/lib/log";

/** How long results are collected before they are written, in milliseconds. A worker that dies before sends these emails again. */
const batchWindow = 40;

/** The delays before a failed write is retried. Without retries, a database restart would send these emails twice. */
const writeRetryMs = [200, 1000, 3000];

type Written = { isPaused: boolean };
type Batch = { results: DeliveryResult[]; written: Promise<Written> };

export type ResultWriter = {
  /** Records the result of a delivery attempt, batched with those of other jobs. Resolves once it is written, with whether email is paused because of refusals. */
  write(ctx: Context, attempt: DeliveryAttempt, result: DeliveryResult): Promise<Written>;
};

/** Writes delivery results in batches, because a transaction for each would take as long as sending. */
export function openResultWriter(): ResultWriter {
  const batches = new Map<string, Batch>();
  return {
    write(ctx, { attempt, firstAttempt = 1 }, result) {
      const key = `${ctx.projectId} ${attempt} ${firstAttempt}`;
      let batch = batches.get(key);
      if (!batch) {
        const results: DeliveryResult[] = [];
        const written = sleep(batchWindow).then(() => {
          batches.delete(key);
          return withRetries(() => recordResults(ctx, { attempt, firstAttempt }, results));
        });
        // The jobs handle a failure when they await their writes.
        written.catch(() => {});
        batch = { results, written };
        batches.set(key, batch);
      }
      batch.results.push(result);
      return batch.written;
    },
  };
}

async function withRetries<T>(write: () => Promise<T>): Promise<T> {
  for (const delay of [...writeRetryMs, null]) {
    try {
      return await write();
    } catch (err) {
      if (delay !== null && isUnavailable(err)) {
        await sleep(delay);
        continue;
      }
      log.error({ err }, "delivery results could not be written");
      // Without a cause: the queue stores what a job throws, and database errors can contain what a mail server said.
      throw new Error("The delivery results could not be written");
    }
  }
  throw new Error("The delivery results could not be written");
}

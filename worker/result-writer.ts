import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/core/context";
import { type DeliveryAttempt, type DeliveryResult, recordResults } from "@/core/sends/delivery-attempts";
import { isUnavailable } from "@/db/query";
import { log } from "@/lib/log";

/** The delays before a failed write is retried, in milliseconds. The last one repeats, because emails without a result are sent again. */
const writeRetryMs = [200, 500, 1000] as const;

/** How long failed writes are retried, in milliseconds. */
const maxWriteTime = 600_000;

type Written = { isPaused: boolean };
type Batch = { results: DeliveryResult[]; written: Promise<Written> };

export type ResultWriter = {
  /** Records the result of a delivery attempt. Resolves once it is written, with whether email is paused because of refusals. */
  write(ctx: Context, attempt: DeliveryAttempt, result: DeliveryResult): Promise<Written>;
};

/**
 * Writes each delivery result as soon as the ones before it are written, together with all that came while it waited, because a transaction
 * for each would take as long as sending.
 */
export function openResultWriter(): ResultWriter {
  const waiting = new Map<string, Batch>();
  const running = new Map<string, Promise<unknown>>();
  return {
    write(ctx, { attempt, firstAttempt = 1 }, result) {
      const key = `${ctx.projectId} ${attempt} ${firstAttempt}`;
      let batch = waiting.get(key);
      if (!batch) {
        const results: DeliveryResult[] = [];
        const written = Promise.resolve(running.get(key)).then(() => {
          waiting.delete(key);
          return withRetries(() => recordResults(ctx, { attempt, firstAttempt }, results));
        });
        const settled = written.then(noop, noop).then(() => {
          if (running.get(key) === settled) running.delete(key);
        });
        running.set(key, settled);
        batch = { results, written };
        waiting.set(key, batch);
      }
      batch.results.push(result);
      return batch.written;
    },
  };
}

const noop = () => {};

async function withRetries<T>(write: () => Promise<T>): Promise<T> {
  for (const [startedAt, delays] = [performance.now(), [...writeRetryMs]]; ; ) {
    try {
      return await write();
    } catch (err) {
      if (isUnavailable(err) && performance.now() - startedAt < maxWriteTime) {
        await sleep(delays.length > 1 ? delays.shift() : delays[0]);
        continue;
      }
      log.error({ err }, "delivery results could not be written");
      // Without a cause: the queue stores what a job throws, and database errors can contain what a mail server said.
      throw new Error("The delivery results could not be written");
    }
  }
}

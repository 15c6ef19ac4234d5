import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { waitForEvent } from "@/core/events/wait";
import { attemptDelivery } from "@/core/webhooks/attempt";
import { checkLane, type DueDelivery, listDueDeliveries, nextDueIn, readNextDeliveries } from "@/core/webhooks/due-deliveries";
import type { WebhookRow } from "@/core/webhooks/record";
import { type DeliveryResult, type LaneState, savePosition, saveResults } from "@/core/webhooks/results";
import { currentPayload, type Receiver, receiverOf } from "@/core/webhooks/target";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import { pollingIntervalSeconds } from "@/db/queue";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { createFeedPlace, createPace } from "./lane-state";

const pollingMs = 1000 * pollingIntervalSeconds;

/** How long a worker has a webhook without confirming it, in seconds. After a worker was killed, another one continues after that. */
const leaseSeconds = 15;

/** How many deliveries of a webhook are in memory. */
const maxHeld = 500;

/** How long results wait to be written together, in milliseconds. */
const writeDelay = 50;

type Lanes = { stop(): Promise<void> };

/** Delivers events to all webhooks until it is stopped. Each webhook has a lane of its own, which one worker has at a time. */
export function startWebhooks(db: Database, contextFor: (projectId: number) => Context, stopping: AbortSignal): Lanes {
  const holder = newId();
  const lanes = new Map<string, Lane>();
  const claim = async () => {
    const leaseEnd = performance.now() + leaseSeconds * 1000;
    const rows = await claimWebhooks(db, holder);
    const keys = new Set(rows.map(({ project_id: projectId, id }) => `${projectId} ${id}`));
    for (const [key, lane] of lanes) if (!keys.has(key)) lane.stop();
    for (const row of rows) {
      const key = `${row.project_id} ${row.id}`;
      const lane = lanes.get(key);
      if (lane) lane.update(row, leaseEnd);
      else {
        const started = startLane(contextFor(row.project_id), row, { holder, leaseEnd });
        lanes.set(key, started);
        void started.done.finally(() => lanes.delete(key));
      }
    }
  };
  const loop = (async () => {
    while (!stopping.aborted) {
      await claim().catch((err: unknown) => log.warn({ err }, "webhooks could not be claimed"));
      await sleep(pollingMs, undefined, { signal: stopping, ref: false }).catch(() => {});
    }
  })();
  return {
    async stop() {
      await loop;
      for (const lane of lanes.values()) lane.stop();
      await Promise.all([...lanes.values()].map(({ done }) => done));
      await releaseWebhooks(db, holder).catch(() => {});
    },
  };
}

/** Takes the webhooks that no other worker has, confirms those that this one has, and returns both. */
const claimWebhooks = (db: Database, holder: string): Promise<WebhookRow[]> =>
  queryRows<WebhookRow>(
    db,
    sql`update webhooks set lease_holder = ${holder}::uuid, lease_until = now() + make_interval(secs => ${leaseSeconds})
      where status = 'active' and deleted_at is null and (lease_holder = ${holder}::uuid or lease_until is null or lease_until < now()) returning *`,
  );

const releaseWebhooks = (db: Database, holder: string) =>
  db.execute(sql`update webhooks set lease_holder = null, lease_until = null where lease_holder = ${holder}::uuid`);

type Lane = {
  /** Takes over changed settings, and until when this worker has the webhook, in the time of `performance.now()`. */
  update(row: WebhookRow, leaseEnd: number): void;
  /** Starts no more requests, and ends after those that run. */
  stop(): void;
  done: Promise<void>;
};

/** Delivers events to one webhook, in their order for each lead and code. */
function startLane(ctx: Context, first: WebhookRow, { holder, ...lease }: { holder: string; leaseEnd: number }): Lane {
  const stopping = new AbortController();
  const signal = stopping.signal;
  let webhook = first;
  let receiver = toReceiver(first);
  let leaseEnd = lease.leaseEnd;
  const feed = createFeedPlace(first.position);
  /** Deliveries that wait here, run, or whose results aren't saved. */
  const held = new Set<string>();
  const queue: DueDelivery[] = [];
  /** The last of the deliveries with a key that run one after another. */
  const tails = new Map<string, Promise<void>>();
  const pace = createPace(first.slow_until);
  let results: DeliveryResult[] = [];
  let saving: Promise<void> | null = null;
  let refilling: Promise<void> | null = null;
  let running = 0;
  let wake: () => void = () => {};

  const save = async () => {
    await sleep(writeDelay);
    while (results.length > 0) {
      const batch = results;
      results = [];
      const events = batch.map(({ delivery }) => delivery.eventId);
      const isActive = await saveWithRetry(ctx, webhook.id, batch, { position: feed.donePosition(events), slowUntil: pace.slowUntil() });
      if (!isActive) stopping.abort();
      feed.finish(events);
      for (const event of events) held.delete(event);
    }
  };

  const record = (result: DeliveryResult) => {
    results.push(result);
    pace.record(result);
    saving ??= save()
      .catch((err: unknown) => {
        // The next lane continues with what isn't saved.
        log.error({ err, webhook: webhook.id }, "results of a webhook were not saved, and will be sent again");
        stopping.abort();
      })
      .finally(() => {
        saving = null;
        wake();
      });
  };

  const run = async (delivery: DueDelivery) => {
    const previous = delivery.keys.map((key) => tails.get(key));
    const finished = Promise.withResolvers<void>();
    for (const key of delivery.keys) tails.set(key, finished.promise);
    await Promise.all(previous);
    if (!signal.aborted) record({ ...(await attempt(ctx, webhook, receiver, delivery)), delivery, attempts: delivery.attempts + 1 });
    for (const key of delivery.keys) if (tails.get(key) === finished.promise) tails.delete(key);
    finished.resolve();
  };

  const hold = (delivery: DueDelivery) => {
    held.add(delivery.eventId);
    queue.push(delivery);
  };

  /** Whether everything that is due and has happened is in the queue. */
  let isComplete = false;

  /** Fills the queue: with what is due, and then with new events. */
  const refill = async () => {
    const permission = await checkLane(ctx, webhook.id, holder);
    if (permission === null) return stopping.abort();
    const due = await listDueDeliveries(ctx, webhook.id, { except: [...held], limit: maxHeld - held.size });
    due.forEach(hold);
    isComplete = due.length === 0;
    if (held.size >= maxHeld || permission.is_full) return;
    feed.skipTo(permission.position);
    const next = await readNextDeliveries(ctx, webhook, feed.position(), maxHeld - held.size);
    feed.read(
      next.deliveries.map(({ eventId }) => eventId),
      next.position,
    );
    next.deliveries.forEach(hold);
    isComplete &&= next.deliveries.length === 0 && !next.hasMore;
    await feed.saveIfOld((position) => savePosition(ctx, webhook.id, position));
  };

  /** Whether requests may start: not after the worker was suspended or couldn't confirm that it has the webhook, because another one has it then. */
  const mayStart = () => !signal.aborted && performance.now() < leaseEnd && running < pace.concurrency() && pace.pauseLeft() === 0;

  const startRequests = () => {
    while (queue.length > 0 && mayStart()) {
      const delivery = queue.shift();
      if (!delivery) return;
      running++;
      void run(delivery).finally(() => {
        running--;
        wake();
      });
    }
  };

  /** Waits until a request or the reading ends, a pause ends, a delivery is due or something happens. */
  const idle = async () => {
    const { promise: woken, resolve } = Promise.withResolvers<void>();
    wake = () => resolve();
    signal.addEventListener("abort", wake);
    const over = new AbortController();
    const waits: Promise<unknown>[] = [woken];
    const pauseLeft = pace.pauseLeft();
    if (pauseLeft > 0) waits.push(sleep(Math.min(pauseLeft, 1000), undefined, { signal: over.signal }));
    else if (isComplete && refilling === null && held.size < maxHeld / 2) {
      const dueIn = (await nextDueIn(ctx, webhook.id, [...held])) ?? Number.POSITIVE_INFINITY;
      waits.push(waitForEvent(ctx, feed.position(), Math.max(1, Math.min(dueIn, pollingMs)), over.signal));
    }
    await Promise.race(waits).catch(() => {});
    over.abort();
    for (const wait of waits) wait.catch(() => {});
    signal.removeEventListener("abort", wake);
  };

  const loop = async () => {
    let failure: unknown = null;
    while (!signal.aborted && failure === null) {
      startRequests();
      if (refilling === null && pace.pauseLeft() === 0 && held.size < maxHeld / 2)
        refilling = refill()
          .catch((error: unknown) => {
            failure = error;
          })
          .finally(() => {
            refilling = null;
            wake();
          });
      await idle();
    }
    await refilling;
    if (failure !== null) throw failure;
  };

  const finish = async () => {
    while (running > 0 || saving !== null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = () => resolve();
      await (saving ?? promise);
    }
  };

  const work = async () => {
    while (!signal.aborted) {
      try {
        await loop();
      } catch (err) {
        // Such as an outage of the database. What isn't saved is read again.
        log.warn({ err, webhook: webhook.id }, "webhook interrupted");
        await sleep(1000, undefined, { signal }).catch(() => {});
      }
    }
    await finish();
  };

  return {
    update(row, nextLeaseEnd) {
      webhook = row;
      receiver = toReceiver(row);
      leaseEnd = nextLeaseEnd;
      wake();
    },
    stop: () => {
      stopping.abort();
      wake();
    },
    done: work(),
  };
}

/** Returns where requests are sent, or null if the secrets of a webhook can't be decrypted. */
function toReceiver(row: WebhookRow): Receiver | null {
  try {
    return receiverOf(row);
  } catch {
    return null;
  }
}

/** Makes an attempt. An event whose payload was erased is sent as it is now. */
async function attempt(ctx: Context, webhook: WebhookRow, receiver: Receiver | null, { eventId: id, payload }: DueDelivery) {
  if (receiver === null) return failedAttempt("The secret can't be read, because AUTH_SECRET has changed. Rotate the secret.");
  try {
    const body = payload ?? (await currentPayload(ctx, webhook, id));
    if (body !== null) return await attemptDelivery(receiver, { id, payload: body });
    return failedAttempt("The event doesn't exist any more.");
  } catch (err) {
    log.error({ err, webhook: webhook.id }, "webhook could not be called");
    return failedAttempt("Gatehouse couldn't prepare the request. See its log.");
  }
}

const failedAttempt = (error: string) => ({
  attempt: { at: new Date().toISOString(), status: null, error, milliseconds: 0, response: null },
  outcome: "failed" as const,
  retryAfterMs: null,
});

/** How often the results of attempts are tried to be saved, once a second. */
const maxSaveTries = 30;

/** Saves results, also while the database can't be reached for a while. Otherwise what was delivered is sent again. Returns whether more is sent. */
async function saveWithRetry(ctx: Context, id: string, batch: readonly DeliveryResult[], state: LaneState): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await saveResults(ctx, id, batch, state);
    } catch (err) {
      log.warn({ err, webhook: id }, "results of a webhook could not be saved");
      if (tries === maxSaveTries) throw err;
      await sleep(1000);
    }
  }
}

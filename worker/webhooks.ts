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
import { currentTime } from "@/lib/clock";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { createDeliveryQueue } from "./delivery-queue";
import { createFeedPlace, createPace } from "./lane-state";

const pollingMs = 1000 * pollingIntervalSeconds;

/** How long a worker has a webhook without confirming it, in seconds. After a worker was killed, another one continues after that. */
const leaseSeconds = 15;

/** How many deliveries of a webhook are in memory. */
const maxHeld = 1000;

/** How long results wait to be written together, in milliseconds. */
const writeDelay = 50;

/** How long a lane without anything to do waits at least, in milliseconds. */
const minWait = 20;

/** During a longer pause, nothing is kept in memory, in milliseconds. */
const longPause = 10_000;

type Lanes = { stop(): Promise<void> };

/** Delivers events to all webhooks until it is stopped. Each webhook has a lane of its own, which one worker has at a time. */
export function startWebhooks(db: Database, contextFor: (projectId: number) => Context, stopping: AbortSignal): Lanes {
  const holder = newId();
  const lanes = new Map<string, Lane>();
  const claim = async () => {
    const leaseEnd = performance.now() + leaseSeconds * 1000;
    const rows = await claimWebhooks(db, holder);
    for (const row of rows) {
      const key = `${row.project_id} ${row.id}`;
      const lane = lanes.get(key);
      if (lane) lane.renew(row, leaseEnd);
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

/** Takes the webhooks that no other worker has, confirms those that this one has, and returns both. Those that are being changed are left for the next time. */
const claimWebhooks = (db: Database, holder: string): Promise<WebhookRow[]> =>
  queryRows<WebhookRow>(
    db,
    sql`update webhooks set lease_holder = ${holder}::uuid, lease_until = now() + make_interval(secs => ${leaseSeconds})
      where (project_id, id) in (
        select project_id, id from webhooks where status = 'active' and deleted_at is null and (lease_holder = ${holder}::uuid or lease_until is null or lease_until < now())
        for no key update skip locked
      ) returning *`,
  );

const releaseWebhooks = (db: Database, holder: string) =>
  db.execute(sql`update webhooks set lease_holder = null, lease_until = null where lease_holder = ${holder}::uuid`);

type Lane = {
  /** Notes until when this worker has the webhook, in the time of `performance.now()`, and ends pauses if it was changed. */
  renew(row: WebhookRow, leaseEnd: number): void;
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
  const queue = createDeliveryQueue<DueDelivery>();
  const pace = createPace(first.slow_until);
  let results: DeliveryResult[] = [];
  let saving: Promise<void> | null = null;
  let running = 0;
  /** Ends the waits of `waitForChange`. */
  let wake: () => void = () => {};

  /** Waits so many milliseconds, or until something happens in this lane. */
  const waitForChange = async (milliseconds: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    wake = resolve;
    await promise;
    clearTimeout(timer);
  };

  const save = async () => {
    await sleep(writeDelay);
    while (results.length > 0) {
      const batch = results;
      results = [];
      const deliveries = batch.map(({ delivery }) => delivery);
      const events = deliveries.map(({ eventId }) => eventId);
      const isActive = await saveWithRetry(ctx, webhook.id, batch, { position: feed.donePosition(events), slowUntil: pace.slowUntil() });
      if (!isActive) stopping.abort();
      feed.finish(events);
      queue.forget(deliveries);
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

  const send = async (delivery: DueDelivery) => {
    running++;
    record({ ...(await attempt(ctx, webhook, receiver, delivery)), delivery, attempts: delivery.attempts + 1 });
    running--;
    queue.release(delivery);
    startRequests();
    wake();
  };

  /** Whether requests may start: not after the worker was suspended or couldn't confirm that it has the webhook, because another one has it then. */
  const mayStart = () => !signal.aborted && performance.now() < leaseEnd && running < pace.concurrency() && pace.pauseLeft() === 0;

  const startRequests = () => {
    for (let delivery = mayStart() ? queue.take() : null; delivery !== null; delivery = mayStart() ? queue.take() : null)
      void send(delivery);
  };

  /** Forgets what waits here, so that it is read again as it is then. */
  const forgetWaiting = () => {
    feed.rewind(queue.clear());
  };

  const applySettings = (row: WebhookRow) => {
    if (row.updated_at !== webhook.updated_at) forgetWaiting();
    webhook = row;
    receiver = toReceiver(row);
  };

  /** Fills the queue: with what is due, and then with new events. Returns whether there is nothing more for now. */
  const refill = async (): Promise<boolean> => {
    const lane = await checkLane(ctx, webhook.id, holder);
    if (lane === null) {
      stopping.abort();
      return true;
    }
    applySettings(lane.webhook);
    const due = await listDueDeliveries(ctx, webhook.id, { except: queue.heldIds(), limit: maxHeld - queue.size() });
    queue.add(due);
    if (queue.size() >= maxHeld || lane.isFull) return due.length === 0;
    feed.skipTo(webhook.position);
    const next = await readNextDeliveries(ctx, webhook, feed.position(), maxHeld - queue.size());
    feed.read(
      next.deliveries.map(({ eventId }) => eventId),
      next.position,
    );
    queue.add(next.deliveries);
    await feed.saveIfOld((position) => savePosition(ctx, webhook.id, position));
    return due.length === 0 && next.deliveries.length === 0 && !next.hasMore;
  };

  /** Waits until something happens, or a delivery is due. */
  const waitForMore = async () => {
    const dueIn = (await nextDueIn(ctx, webhook.id, queue.heldIds())) ?? Number.POSITIVE_INFINITY;
    await waitForEvent(ctx, feed.position(), Math.max(minWait, Math.min(dueIn, pollingMs)), signal);
  };

  const loop = async () => {
    while (!signal.aborted) {
      startRequests();
      const pauseLeft = pace.pauseLeft();
      // During a long pause, people can be erased from what was read.
      if (pauseLeft > longPause) forgetWaiting();
      if (pauseLeft > 0) await waitForChange(Math.min(pauseLeft, pollingMs));
      else if (queue.size() >= maxHeld / 2) await waitForChange(pollingMs);
      else if ((await refill()) && !signal.aborted) await waitForMore();
    }
  };

  const finish = async () => {
    while (running > 0 || saving !== null) await (saving ?? waitForChange(pollingMs));
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
    renew(row, nextLeaseEnd) {
      leaseEnd = nextLeaseEnd;
      // The settings apply with the next read. People who changed or resumed it don't expect to wait.
      if (row.updated_at !== webhook.updated_at) pace.reset(row.slow_until);
      startRequests();
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
  attempt: { at: new Date(currentTime()).toISOString(), status: null, error, milliseconds: 0, response: null },
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

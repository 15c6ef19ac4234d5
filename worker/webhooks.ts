import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { webhookLimits } from "@/contract/limits";
import type { Context } from "@/core/context";
import { waitForEvent } from "@/core/events/wait";
import { attemptDelivery } from "@/core/webhooks/attempt";
import {
  type DueDelivery,
  type FeedPlace,
  isFull,
  listDueDeliveries,
  nextDueIn,
  queueNextDeliveries,
} from "@/core/webhooks/queue-deliveries";
import type { WebhookRow } from "@/core/webhooks/record";
import { type DeliveryResult, saveResults } from "@/core/webhooks/results";
import { currentPayload } from "@/core/webhooks/target";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import { pollingIntervalSeconds } from "@/db/queue";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";

/** How long a worker has a webhook without confirming it, in seconds. After a worker was killed, another one continues after that. */
const leaseSeconds = 15;

/** How many requests to a webhook run at once, unless it asks for fewer or fails. */
const maxConcurrency = 10;

/** How many deliveries of a webhook are in memory, and how many events are queued at once. */
const maxHeld = 200;

/** How long results wait to be written together, in milliseconds. */
const writeDelay = 50;

/** After so many failures in a row, only one request runs at a time, with pauses that double up to the longest, in milliseconds. */
const failuresUntilPause = 10;
const longestPause = 60_000;

/** How long a webhook that asked for fewer requests gets none, if it didn't say, in milliseconds. */
const slowPause = 5000;

type Lanes = { stop(): Promise<void> };

/** Delivers events to all webhooks until it is stopped. Each webhook has a lane of its own, which one worker has at a time. */
export function startWebhooks(db: Database, contextFor: (projectId: number) => Context, stopping: AbortSignal): Lanes {
  const holder = newId();
  const lanes = new Map<string, Lane>();
  const claim = async () => {
    const rows = await claimWebhooks(db, holder);
    const keys = new Set(rows.map(({ project_id: projectId, id }) => `${projectId} ${id}`));
    for (const [key, lane] of lanes) if (!keys.has(key)) lane.stop();
    for (const row of rows) {
      const key = `${row.project_id} ${row.id}`;
      const lane = lanes.get(key);
      if (lane) lane.update(row);
      else {
        const started = startLane(contextFor(row.project_id), row, holder);
        lanes.set(key, started);
        void started.done.finally(() => lanes.delete(key));
      }
    }
  };
  const loop = (async () => {
    while (!stopping.aborted) {
      await claim().catch((err: unknown) => log.warn({ err }, "webhooks could not be claimed"));
      await sleep(1000 * pollingIntervalSeconds, undefined, { signal: stopping, ref: false }).catch(() => {});
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
  /** Takes over changed settings. */
  update(row: WebhookRow): void;
  /** Starts no more requests, and ends after those that run. */
  stop(): void;
  done: Promise<void>;
};

/** Delivers events to one webhook, in their order for each lead and code. */
function startLane(ctx: Context, first: WebhookRow, holder: string): Lane {
  const stopping = new AbortController();
  const signal = stopping.signal;
  let webhook = first;
  let place: FeedPlace = { position: first.position, saved: first.position };
  /** Deliveries that are queued here, run, or whose results aren't saved. */
  const held = new Set<string>();
  const queue: DueDelivery[] = [];
  /** The last of the deliveries with a key that run one after another. */
  const tails = new Map<string, Promise<void>>();
  let results: DeliveryResult[] = [];
  let saving: Promise<void> | null = null;
  let running = 0;
  let failures = 0;
  let concurrency = maxConcurrency;
  let notBefore = first.slow_until === null ? 0 : Date.parse(first.slow_until);
  let wake: () => void = () => {};

  const save = async () => {
    await sleep(writeDelay);
    while (results.length > 0) {
      const batch = results;
      results = [];
      const slowUntil = notBefore > Date.now() ? new Date(notBefore) : null;
      await saveWithRetry(ctx, webhook.id, batch, slowUntil);
      for (const { eventId } of batch) held.delete(eventId);
    }
  };

  const record = (result: DeliveryResult) => {
    results.push(result);
    saving ??= save().finally(() => {
      saving = null;
      wake();
    });
    if (result.outcome === "delivered") {
      failures = 0;
      concurrency = Math.min(maxConcurrency, concurrency + 1);
      return;
    }
    failures++;
    const pause = result.outcome === "slow" ? (result.retryAfterMs ?? slowPause) : failures < failuresUntilPause ? 0 : pauseAfter(failures);
    if (pause === 0) return;
    concurrency = 1;
    notBefore = Math.max(notBefore, Date.now() + pause);
  };

  const run = async (delivery: DueDelivery) => {
    const previous = delivery.keys.map((key) => tails.get(key));
    const finished = Promise.withResolvers<void>();
    for (const key of delivery.keys) tails.set(key, finished.promise);
    await Promise.all(previous);
    // It waited for another delivery, after which the webhook may have asked for fewer requests.
    if (signal.aborted) held.delete(delivery.eventId);
    else record({ ...(await attempt(ctx, webhook, delivery)), eventId: delivery.eventId, attempts: delivery.attempts + 1 });
    for (const key of delivery.keys) if (tails.get(key) === finished.promise) tails.delete(key);
    finished.resolve();
  };

  /** Fills the queue: with what is due, and then with new events. Returns whether there may be more. */
  const refill = async (): Promise<boolean> => {
    const due = await listDueDeliveries(ctx, webhook.id, { except: [...held], limit: maxHeld - held.size });
    for (const delivery of due) hold(delivery);
    if (held.size >= maxHeld || (await isFull(ctx, webhook.id))) return due.length > 0;
    const next = await queueNextDeliveries(ctx, webhook, place, { holder, limit: maxHeld - held.size });
    if (next === null) {
      stopping.abort();
      return false;
    }
    const isSaved = next.deliveries.length > 0 || next.hasMore;
    place = { position: next.position, saved: isSaved ? next.position : place.saved };
    for (const delivery of next.deliveries) hold(delivery);
    return due.length > 0 || isSaved;
  };

  const hold = (delivery: DueDelivery) => {
    if (held.has(delivery.eventId)) return;
    held.add(delivery.eventId);
    queue.push(delivery);
  };

  const startRequests = () => {
    while (!signal.aborted && running < concurrency && queue.length > 0 && Date.now() >= notBefore) {
      const delivery = queue.shift();
      if (!delivery) return;
      running++;
      void run(delivery).finally(() => {
        running--;
        wake();
      });
    }
  };

  const loop = async () => {
    while (!signal.aborted) {
      startRequests();
      const isPaused = Date.now() < notBefore;
      if (!isPaused && queue.length < maxConcurrency && held.size < maxHeld && (await refill())) continue;
      startRequests();
      await idle(isPaused);
    }
  };

  /** Waits until a request ends, a pause ends, a delivery is due or something happens. */
  const idle = async (isPaused: boolean) => {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const ended = new AbortController();
    signal.addEventListener("abort", wake);
    const waits: Promise<unknown>[] = [woken];
    if (isPaused) waits.push(sleep(Math.min(notBefore - Date.now(), 1000), undefined, { signal: ended.signal }));
    else if (queue.length === 0) {
      const dueIn = (await nextDueIn(ctx, webhook.id)) ?? Number.POSITIVE_INFINITY;
      const limit = Math.max(1, Math.min(dueIn, 1000 * pollingIntervalSeconds));
      waits.push(
        held.size > 0 ? sleep(limit, undefined, { signal: ended.signal }) : waitForEvent(ctx, place.position, limit, ended.signal),
      );
    }
    await Promise.race(waits).catch(() => {});
    ended.abort();
    for (const wait of waits) wait.catch(() => {});
    signal.removeEventListener("abort", wake);
  };

  const finish = async () => {
    while (running > 0 || saving !== null) {
      await (saving ??
        new Promise<void>((resolve) => {
          wake = resolve;
        }));
    }
  };

  const work = async () => {
    while (!signal.aborted) {
      try {
        await loop();
      } catch (err) {
        // Such as an outage of the database. What is queued stays queued.
        log.warn({ err, webhook: webhook.id }, "webhook interrupted");
        await sleep(1000, undefined, { signal }).catch(() => {});
      }
    }
    await finish();
  };

  return {
    update(row) {
      webhook = row;
    },
    stop: () => {
      stopping.abort();
      wake();
    },
    done: work(),
  };
}

const pauseAfter = (failures: number): number => Math.min(1000 * 2 ** (failures - failuresUntilPause), longestPause);

/** Makes an attempt. An event whose payload was erased is sent as it is now. */
async function attempt(ctx: Context, webhook: WebhookRow, { eventId: id, payload }: DueDelivery) {
  try {
    const body = payload ?? (await currentPayload(ctx, webhook.format, id));
    if (body !== null) return await attemptDelivery(webhook, { id, payload: body });
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

/** Saves results, for as long as the database can't be reached. Otherwise what was delivered would be sent again. */
async function saveWithRetry(ctx: Context, id: string, batch: readonly DeliveryResult[], slowUntil: Date | null): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await saveResults(ctx, id, batch, slowUntil);
      return;
    } catch (err) {
      log.warn({ err, webhook: id }, "results of a webhook could not be saved");
      if (tries === maxSaveTries) return;
      await sleep(1000);
    }
  }
}

const maxSaveTries = webhookLimits.attemptSeconds;

import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Database } from "./client";

/** Messages one job sends. After a worker is killed, at most the messages under way of this many are sent again. */
export const deliveriesPerJob = 100;

/** The queue of mail that waits to be sent. */
export const deliverQueue = "deliver";

/** The queue of the hourly clean-up. */
export const tidyQueue = "tidy";

/** One send's messages, by delivery id. */
export type DeliverJob = { projectId: number; deliveryIds: string[] };

const schema = "pgboss";

/** A worker that stays silent for this long is taken to be dead, and its job is given to another; pg-boss's least, in seconds. */
const heartbeatSeconds = 10;

/** Installs or upgrades pg-boss's tables and our queues. */
export async function migrateJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema, max: 2, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue(deliverQueue, { notify: true, retryLimit: 1000, retryDelay: 1, heartbeatSeconds, expireInSeconds: 3600, deleteAfterSeconds: 3600 });
  await boss.createQueue(tidyQueue, { policy: "short", retryLimit: 2, deleteAfterSeconds: 3600 });
  await boss.stop({ graceful: false });
}

export type Jobs = {
  /** Queues deliveries for the worker, in the transaction `tx`; not before `startAfter` seconds from now. */
  deliver(tx: Database, projectId: number, deliveryIds: readonly string[], startAfter?: number): Promise<void>;
  close(): Promise<void>;
};

/** Opens the queue for writing; it connects when it is first used. */
export function openJobs(url: string, onError: (error: Error) => void): Jobs {
  let started: Promise<PgBoss> | undefined;
  const start = () => {
    started ??= begin(url, onError).catch((error) => {
      started = undefined;
      throw error;
    });
    return started;
  };
  return {
    async deliver(tx, projectId, deliveryIds, startAfter = 0) {
      const boss = await start();
      const jobs = [];
      for (let from = 0; from < deliveryIds.length; from += deliveriesPerJob) {
        const data: DeliverJob = { projectId, deliveryIds: deliveryIds.slice(from, from + deliveriesPerJob) };
        jobs.push({ data, ...(startAfter > 0 ? { startAfter } : {}) });
      }
      if (jobs.length > 0) await boss.insert(deliverQueue, jobs, { db: fromDrizzle(tx, sql) });
    },
    async close() {
      await (await started)?.stop({ graceful: false });
    },
  };
}

function begin(url: string, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url, schema, max: 1, supervise: false, schedule: false, migrate: false });
  boss.on("error", onError);
  return boss.start();
}

/** Opens the queue for working: notified at once, with pg-boss's own upkeep. */
export function openWorkQueue(url: string, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url, schema, max: 4, useListenNotify: true, migrate: false, superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 });
  boss.on("error", onError);
  return boss.start();
}

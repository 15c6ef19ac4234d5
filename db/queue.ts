import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { EmailTemplateContent, EmailTemplateKind } from "@/contract/email-templates";
import type { Database } from "./client";

/** Messages one job sends. They are marked as being sent together, and a deletion cannot cancel them any more. */
export const deliveriesPerJob = 50;

/** The queue of mail that waits to be sent. */
export const deliverQueue = "deliver";

/** The queue of mail to staff that waits to be sent. */
export const staffMailQueue = "staff_mail";

/** The queue of what follows a sign-up. */
export const welcomeQueue = "welcome";

/** The queue of work that takes longer than an answer can wait. */
export const tasksQueue = "tasks";

/** The queue of the hourly clean-up. */
export const tidyQueue = "tidy";

/**
 * One try to send each of these deliveries, the first or a later one. No two jobs are for the same try, so no two workers send the same message.
 * `first` is the try that the pauses between tries are counted from: the very first, or the one staff asked for after all had failed.
 */
export type DeliverJob = { projectId: number; attempt: number; first?: number; deliveryIds: string[] };

/** A mail to somebody of the staff. It names no token: the worker has links made right before it sends them. */
export type StaffMail =
  | { kind: "reset"; email: string }
  | { kind: "invitation"; id: string }
  | { kind: "password_changed" | "second_factor_changed"; staffId: string }
  | { kind: "test"; staffId: string; of: EmailTemplateKind; text: EmailTemplateContent };

/** One mail to staff, of a project. */
export type StaffMailJob = { projectId: number; mail: StaffMail };

/** What follows a sign-up: whoever sent them moves up, and they are written to where `mail` says so. The lead is named by their referral code, which says nothing once they are deleted. */
export type WelcomeJob = { projectId: number; lead: string; mail: boolean };

/** A task that is to be worked on; what is asked stands in its row. */
export type TaskJob = { projectId: number; job: string };

const schema = "pgboss";

/** A worker that stays silent for this long is taken to be dead, and its job is given to another; pg-boss's least, in seconds. */
const heartbeatSeconds = 10;

/** Installs or upgrades pg-boss's tables and our queues. */
export async function migrateJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema, max: 2, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue(deliverQueue, {
    notify: true,
    // A job is given up only when it is tried no more: its deliveries would wait for ever.
    retryLimit: 1_000_000,
    retryDelay: 1,
    retentionSeconds: 366 * 24 * 3600,
    heartbeatSeconds,
    expireInSeconds: 3600,
    deleteAfterSeconds: 3600,
  });
  // The pauses double up to an hour: given up after about a day.
  await boss.createQueue(staffMailQueue, {
    notify: true,
    retryLimit: 32,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    retentionSeconds: 2 * 24 * 3600,
    heartbeatSeconds,
    expireInSeconds: 300,
    deleteAfterSeconds: 600,
  });
  await boss.createQueue(welcomeQueue, {
    notify: true,
    retryLimit: 1000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    retentionSeconds: 14 * 24 * 3600,
    heartbeatSeconds,
    expireInSeconds: 300,
    deleteAfterSeconds: 600,
  });
  // A task goes on where it was, so it is never given up; one that cannot go on for long is looked at less and less often.
  await boss.createQueue(tasksQueue, {
    notify: true,
    retryLimit: 1_000_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    retentionSeconds: 366 * 24 * 3600,
    heartbeatSeconds,
    expireInSeconds: 24 * 3600,
    deleteAfterSeconds: 3600,
  });
  await boss.createQueue(tidyQueue, { policy: "short", retryLimit: 2, deleteAfterSeconds: 3600 });
  await boss.stop({ graceful: false });
}

/** Which try the deliveries are due for, counted from which, and how many seconds from now; without these, the first and at once. */
export type Due = { attempt?: number; first?: number; startAfter?: number };

export type Jobs = {
  /** Queues deliveries for the worker, in the transaction `tx`. */
  deliver(tx: Database, projectId: number, deliveryIds: readonly string[], due?: Due): Promise<void>;
  /** Queues a mail to staff, in the transaction `tx`. */
  mailStaff(tx: Database, job: StaffMailJob): Promise<void>;
  /** Has the worker do what follows sign-ups, in the transaction `tx`. */
  welcome(tx: Database, jobs: readonly WelcomeJob[]): Promise<void>;
  /** Has the worker begin a task, in the transaction `tx`. */
  runTask(tx: Database, job: TaskJob): Promise<void>;
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
    async deliver(tx, projectId, deliveryIds, { attempt = 1, first = 1, startAfter = 0 } = {}) {
      const boss = await start();
      const jobs = [];
      for (let from = 0; from < deliveryIds.length; from += deliveriesPerJob) {
        const ids = deliveryIds.slice(from, from + deliveriesPerJob);
        const data: DeliverJob = { projectId, attempt, ...(first > 1 ? { first } : {}), deliveryIds: ids };
        jobs.push({ data, ...(startAfter > 0 ? { startAfter } : {}) });
      }
      if (jobs.length > 0) await boss.insert(deliverQueue, jobs, { db: fromDrizzle(tx, sql) });
    },
    async mailStaff(tx, data) {
      const boss = await start();
      await boss.insert(staffMailQueue, [{ data }], { db: fromDrizzle(tx, sql) });
    },
    async welcome(tx, welcomed) {
      const boss = await start();
      const jobs = welcomed.map((data) => ({ data }));
      if (jobs.length > 0) await boss.insert(welcomeQueue, jobs, { db: fromDrizzle(tx, sql) });
    },
    async runTask(tx, data) {
      const boss = await start();
      await boss.insert(tasksQueue, [{ data }], { db: fromDrizzle(tx, sql) });
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
  const boss = new PgBoss({
    connectionString: url,
    schema,
    max: 4,
    useListenNotify: true,
    migrate: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  boss.on("error", onError);
  return boss.start();
}

import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { EmailTemplateContent, EmailTemplateKind } from "@/contract/default-email-templates";
import type { WebhookNotice } from "@/contract/enums";
import { environmentVariable } from "@/lib/env";
import type { Database } from "./client";
import { queryRows, type RowOf } from "./query";
import { withinRequestLimit } from "./request-limit";
import type { projects } from "./schema";

/** How many emails one queued job sends. They are marked as sending together, and from then on a deletion can't cancel them. */
const deliveriesPerJob = 50;

/** How many files one queued job removes. */
const filesPerJob = 1000;

// The names of the queues in pg-boss. Jobs are stored with them, so they never change.
export const deliveryQueue = "deliveries";
export const accountEmailQueue = "staff_emails";
export const signUpQueue = "sign_ups";
export const backgroundJobQueue = "background_jobs";
export const outboxQueue = "outbox_removals";
export const cleanupQueue = "cleanup";
export const backupQueue = "daily_backups";

/**
 * One attempt to send each of these deliveries. No two jobs are for the same attempt, so no two workers send the same email.
 * `firstAttempt` is the attempt from which retry delays are counted: 1, or the one that staff requested after all others had failed.
 * `isUrgent`: they go before the emails of large sends.
 */
export type DeliveryPayload = { projectId: number; attempt: number; firstAttempt?: number; isUrgent?: boolean; deliveryIds: string[] };

/** The email delivery settings before a change, as they are stored: the server is encrypted. */
type PreviousEmailSettings = Pick<RowOf<typeof projects>, "email_from" | "email_reply_to" | "smtp_encrypted" | "smtp_set_by_role">;

/**
 * An email to a staff member, or to a lead about a change of their email. It has no delivery, and pausing doesn't stop it. It contains no
 * token: the worker creates links right before it sends the email.
 */
export type QueuedAccountEmail =
  | { kind: "reset"; email: string }
  | { kind: "invitation"; id: string }
  | { kind: "email_change"; id: string }
  | { kind: "password_changed" | "second_factor_changed" | "second_factor_attempts"; staffId: string }
  | { kind: "email_delivery_changed"; staffId: string; changedBy: string; fields: string[]; previous: PreviousEmailSettings }
  | { kind: "webhook_failing"; staffId: string; webhook: string; notice: WebhookNotice }
  | { kind: "test"; staffId: string; template: EmailTemplateKind; content: EmailTemplateContent; buttonUrl?: string };

export type AccountEmailPayload = { projectId: number; email: QueuedAccountEmail };

/** Credits the referrer and emails the lead if `sendEmail` is set. Leads are identified by referral code, which means nothing once they are deleted. */
export type SignUpPayload = { projectId: number; referralCode: string; sendEmail: boolean };

/** The job's input is in its row of `background_jobs`. */
export type BackgroundJobPayload = { projectId: number; jobId: string };

/** Emails that were saved to files for leads who are deleted now. */
export type OutboxRemovalPayload = { deliveryIds: string[] };

const schema = "pgboss";

/** How often the worker looks for what it is not notified of, such as retries and pauses. Tests use a shorter interval. */
export const pollingIntervalSeconds = Number(environmentVariable("JOB_POLLING_SECONDS") ?? 2);

/** After this many seconds without a heartbeat a worker counts as dead and its job goes to another worker. The minimum that pg-boss allows. */
export const heartbeatSeconds = 10;

/** Installs or upgrades pg-boss's tables and creates the queues. */
export async function migrateQueues(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema, max: 2, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue(deliveryQueue, {
    notify: true,
    // Never give up a job: its deliveries would stay queued forever.
    retryLimit: 1_000_000,
    retryDelay: 1,
    retentionSeconds: 366 * 24 * 3600,
    heartbeatSeconds,
    expireInSeconds: 3600,
    deleteAfterSeconds: 3600,
  });
  // The delays double up to an hour, so the last retry is after about a day.
  await boss.createQueue(accountEmailQueue, {
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
  await boss.createQueue(signUpQueue, {
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
  // Never give up a job, because it continues where it stopped. If it keeps failing, it is retried less often.
  await boss.createQueue(backgroundJobQueue, {
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
  // Workers also remove these files when they clean up, so a job that fails for days needs no more retries.
  await boss.createQueue(outboxQueue, {
    notify: true,
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    heartbeatSeconds,
    expireInSeconds: 300,
    deleteAfterSeconds: 600,
  });
  await boss.createQueue(cleanupQueue, { policy: "short", retryLimit: 2, deleteAfterSeconds: 3600 });
  await boss.createQueue(backupQueue, {
    policy: "short",
    retryLimit: 2,
    retryDelay: 600,
    heartbeatSeconds,
    expireInSeconds: 6 * 3600,
    deleteAfterSeconds: 3600,
  });
  await boss.stop({ graceful: false });
}

/** Which attempt to queue, from which attempt to count retry delays, in how many seconds to start, and whether to go before large sends. */
type DeliverySchedule = { attempt?: number; firstAttempt?: number; startAfter?: number; isUrgent?: boolean };

/** Adds work for the worker. Each method writes in the caller's transaction `tx`. */
export type JobQueue = {
  addDeliveries(tx: Database, projectId: number, deliveryIds: readonly string[], schedule?: DeliverySchedule): Promise<void>;
  /** Makes the waiting attempts of a project's emails due now, apart from scheduled ones, and returns their deliveries. The delays of later attempts start again. */
  retryEmailsNow(tx: Database, projectId: number): Promise<string[]>;
  addAccountEmail(tx: Database, payload: AccountEmailPayload): Promise<void>;
  addSignUps(tx: Database, payloads: readonly SignUpPayload[]): Promise<void>;
  addBackgroundJob(tx: Database, payload: BackgroundJobPayload): Promise<void>;
  addOutboxRemovals(tx: Database, deliveryIds: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/** Opens the queue for adding work. It connects on first use. */
export function openJobQueue(url: string, onError: (error: Error) => void): JobQueue {
  let startedBoss: Promise<PgBoss> | undefined;
  const getBoss = () => {
    startedBoss ??= startBoss(url, onError).catch((error) => {
      startedBoss = undefined;
      throw error;
    });
    return startedBoss;
  };
  const insert = async (queue: string, tx: Database, jobs: { data: object; startAfter?: number; priority?: number }[]) => {
    const boss = await withinRequestLimit(getBoss());
    // pg-boss knows the queues since its start, so this is a statement of the caller's transaction, whose pool applies the limit.
    if (jobs.length > 0) await boss.insert(queue, jobs, { db: fromDrizzle(tx, sql) });
  };
  return {
    async addDeliveries(tx, projectId, deliveryIds, { attempt = 1, firstAttempt = 1, startAfter = 0, isUrgent = false } = {}) {
      const jobs = [];
      for (let start = 0; start < deliveryIds.length; start += deliveriesPerJob) {
        const ids = deliveryIds.slice(start, start + deliveriesPerJob);
        const data: DeliveryPayload = {
          projectId,
          attempt,
          deliveryIds: ids,
          ...(firstAttempt > 1 ? { firstAttempt } : {}),
          ...(isUrgent ? { isUrgent } : {}),
        };
        jobs.push({ data, ...(startAfter > 0 ? { startAfter } : {}), ...(isUrgent ? { priority: 1 } : {}) });
      }
      await insert(deliveryQueue, tx, jobs);
    },
    async retryEmailsNow(tx, projectId) {
      const jobs = await queryRows<{ data: Partial<DeliveryPayload> }>(
        tx,
        sql`update pgboss.job set start_after = now(),
            data = case when name = ${deliveryQueue} then data || jsonb_build_object('firstAttempt', data->'attempt') else data end
          where name in (${deliveryQueue}, ${accountEmailQueue}) and state < 'active' and start_after > now() and (data->>'projectId')::int = ${projectId}
            and not (name = ${deliveryQueue} and state = 'created' and data->>'attempt' = '1')
          returning data`,
      );
      return jobs.flatMap(({ data }) => data.deliveryIds ?? []);
    },
    addAccountEmail: (tx, data) => insert(accountEmailQueue, tx, [{ data }]),
    addSignUps: (tx, payloads) =>
      insert(
        signUpQueue,
        tx,
        payloads.map((data) => ({ data })),
      ),
    addBackgroundJob: (tx, data) => insert(backgroundJobQueue, tx, [{ data }]),
    async addOutboxRemovals(tx, deliveryIds) {
      const jobs: { data: OutboxRemovalPayload }[] = [];
      for (let start = 0; start < deliveryIds.length; start += filesPerJob)
        jobs.push({ data: { deliveryIds: deliveryIds.slice(start, start + filesPerJob) } });
      await insert(outboxQueue, tx, jobs);
    },
    async close() {
      await (await startedBoss)?.stop({ graceful: false });
    },
  };
}

/** Tells the queue that a worker still has a job. Returns false if another worker has taken it since. */
export async function confirmJob(db: Database, name: string, { id, retryCount }: { id: string; retryCount: number }): Promise<boolean> {
  const held = await queryRows(
    db,
    sql`update pgboss.job set heartbeat_on = now() where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount} returning id`,
  );
  return held.length > 0;
}

function startBoss(url: string, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url, schema, max: 1, supervise: false, schedule: false, migrate: false });
  boss.on("error", (error) => onError(toError(error)));
  return boss.start();
}

/** pg-boss reports most errors as plain objects. */
const toError = (error: unknown): Error => (error instanceof Error ? error : Object.assign(new Error(), error));

/**
 * Opens the queue for the worker, with notifications of new jobs and pg-boss's own maintenance. After `queryTimeoutMs` without an answer, a
 * statement fails and its connection is closed.
 */
export function openWorkerQueue(url: string, onError: (error: Error) => void, queryTimeoutMs = 60_000): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    schema,
    max: 4,
    // pg-boss passes it on to pg. Without it, a connection that was lost without a message would block the worker for as long as TCP allows.
    ...({ query_timeout: queryTimeoutMs } as object),
    useListenNotify: true,
    migrate: false,
    // The minimum that pg-boss allows is 1.
    superviseIntervalSeconds: Math.max(pollingIntervalSeconds, 1),
    monitorIntervalSeconds: Math.max(pollingIntervalSeconds, 1),
  });
  boss.on("error", (error) => onError(toError(error)));
  return boss.start();
}

import { deleteExpiredEntries } from "@/core/bin/entries";
import { deleteExpiredRows } from "@/core/cleanup";
import type { Context } from "@/core/context";
import { processSignUp } from "@/core/leads/referrals";
import { outboxFolder } from "@/core/sends/saved-files";
import { removeAbandonedFiles } from "@/core/table-files/temporary-file";
import { deleteOldDeliveries } from "@/core/webhooks/deliveries";
import { type Database, openDatabase } from "@/db/client";
import { readDatabaseClock } from "@/db/clock";
import { loadAmbiguousCodeKeys } from "@/db/code-keys";
import {
  type AccountEmailPayload,
  accountEmailQueue,
  type BackgroundJobPayload,
  backgroundJobQueue,
  backupQueue,
  cleanupQueue,
  confirmJob,
  type DeliveryPayload,
  deliveryQueue,
  type OutboxRemovalPayload,
  openJobQueue,
  openWorkerQueue,
  outboxQueue,
  pollingIntervalSeconds,
  type SignUpPayload,
  signUpQueue,
} from "@/db/queue";
import { checkServer } from "@/db/server-check";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { startTracing, stopTracing, withSpan } from "@/lib/tracing";
import { runBackgroundJob } from "./background-jobs";
import { runUnlessEmailPaused } from "./email-pause";
import { createLease, type Lease } from "./lease";
import { startMaintenance } from "./maintenance";
import { removeSavedEmails } from "./outbox";
import { openProjectTransports } from "./project-transports";
import { openResultWriter } from "./result-writer";
import { startWebhooks } from "./webhooks";

/** Delivery jobs that run in parallel: while one writes its results and the next is fetched, the others keep the SMTP connections busy. */
const concurrentDeliveryJobs = 3;

/** Background jobs that run in parallel, so that short ones don't wait for long ones. */
const concurrentBackgroundJobs = 2;

/** How long running jobs may take to finish on shutdown, in milliseconds. Must be less than the 30 seconds after which `npm start` kills the worker. */
const shutdownTimeout = 20_000;

type Queue = Awaited<ReturnType<typeof openWorkerQueue>>;

/** Processes background work of the database at `url` until the process is told to stop. Exits if it can't start. */
export async function runWorker(url: string): Promise<void> {
  await start(url).catch((error: unknown) => {
    log.fatal({ err: error }, "worker could not start");
    process.exit(1);
  });
}

/** What the handlers of all queues use. `contextFor` returns the context of a project. */
type Worker = {
  url: string;
  db: Database;
  queue: Queue;
  contextFor: (projectId: number) => Context;
  transports: ReturnType<typeof openProjectTransports>;
  stopping: AbortSignal;
};

async function start(url: string): Promise<void> {
  const stopping = new AbortController();
  const onError = (error: unknown) => log.error({ err: error }, "job queue error");
  await startTracing("gatehouse-worker");
  const { db, close } = openDatabase(url, { max: 8, name: "gatehouse worker" });
  await checkServer(db, url);
  await readDatabaseClock(db);
  await loadAmbiguousCodeKeys(db);
  const jobQueue = openJobQueue(url, onError);
  const queue = await openWorkerQueue(url, onError);
  const transports = openProjectTransports();
  const contextFor = (projectId: number): Context => ({
    db,
    queue: jobQueue,
    projectId,
    actor: { kind: "system", id: null },
    requestId: null,
  });
  const worker: Worker = { url, db, queue, contextFor, transports, stopping: stopping.signal };

  await processEmails(worker);
  await processSignUps(worker);
  await processBackgroundJobs(worker);
  await processQueue<OutboxRemovalPayload>(worker, outboxQueue, ({ data }) => removeSavedEmails(outboxFolder(), data.deliveryIds));
  await scheduleCleanup(worker);
  if (env().DAILY_BACKUPS > 0) await scheduleBackups(worker);
  startMaintenance(db, contextFor, stopping.signal);
  const webhooks = startWebhooks(db, contextFor, stopping.signal);

  onShutdown(
    async () => {
      stopping.abort(new Error("The worker was stopped"));
      await Promise.all([queue.stop({ graceful: true, timeout: shutdownTimeout }).catch(onError), webhooks.stop()]);
      transports.close();
      await jobQueue.close().catch(onError);
      await close();
      await stopTracing();
      process.exit(0);
    },
    () => process.exit(1),
  );
  process.send?.("ready");
}

/** Sends emails to leads and to staff. Rendering them takes 40 MB, so the code is loaded with the first one. */
async function processEmails(worker: Worker): Promise<void> {
  const { contextFor, transports, stopping } = worker;
  const resultWriter = openResultWriter();
  const handleDeliveries = async ({ data, lease }: { data: DeliveryPayload; lease: Lease }) => {
    const { deliver } = await import("./deliver");
    const ctx = contextFor(data.projectId);
    await runUnlessEmailPaused(ctx, data, { stopping, ...lease }, (signals) => deliver(ctx, { transports, resultWriter }, data, signals));
    // Otherwise the queue considers a job without a confirmation done.
    lease.lost.throwIfAborted();
  };
  for (let i = 0; i < concurrentDeliveryJobs; i++) await processQueue(worker, deliveryQueue, handleDeliveries);
  await processQueue<AccountEmailPayload>(worker, accountEmailQueue, async ({ id, data, retryCount }) => {
    const { sendAccountEmail } = await import("./account-email");
    await sendAccountEmail(contextFor(data.projectId), transports, { id, email: data.email, retryCount });
  });
}

async function processSignUps(worker: Worker): Promise<void> {
  for (let i = 0; i < concurrentDeliveryJobs; i++)
    await processQueue<SignUpPayload>(worker, signUpQueue, ({ data }) => processSignUp(worker.contextFor(data.projectId), data));
}

async function processBackgroundJobs(worker: Worker): Promise<void> {
  const { contextFor, stopping } = worker;
  for (let i = 0; i < concurrentBackgroundJobs; i++)
    await processQueue<BackgroundJobPayload>(worker, backgroundJobQueue, ({ data, signal }) =>
      runBackgroundJob(contextFor(data.projectId), data.jobId, AbortSignal.any([stopping, signal])),
    );
}

async function scheduleCleanup({ db, queue, contextFor }: Worker): Promise<void> {
  await queue.work(cleanupQueue, { pollingIntervalSeconds: 30 }, async () => {
    await deleteExpiredRows(db);
    await deleteExpiredEntries(db, contextFor);
    await deleteOldDeliveries(db);
    await removeAbandonedFiles();
  });
  await queue.schedule(cleanupQueue, "7 * * * *");
}

async function scheduleBackups({ url, db, queue, stopping }: Worker): Promise<void> {
  await queue.work(backupQueue, { pollingIntervalSeconds: 10 * pollingIntervalSeconds }, async ([job]) => {
    const { backupFolder, saveDailyBackup } = await import("./daily-backups");
    const signal = AbortSignal.any([stopping, ...(job ? [job.signal] : [])]);
    await saveDailyBackup(db, url, { folder: backupFolder(), keep: env().DAILY_BACKUPS, signal });
  });
  await queue.schedule(backupQueue, "15 3 * * *");
}

/** Processes the jobs of a queue one after another. */
async function processQueue<Data>(
  { db, queue }: Worker,
  name: string,
  handle: (job: { id: string; data: Data; retryCount: number; signal: AbortSignal; lease: Lease }) => Promise<void>,
) {
  const id: string = await queue.work<Data>(
    name,
    { pollingIntervalSeconds, notifyPollingIntervalSeconds: pollingIntervalSeconds },
    async ([job]) => {
      // There may be more jobs, so the next one is fetched immediately instead of after the polling interval.
      queue.notifyWorker(id);
      if (!job) return;
      const attributes = { "messaging.system": "pg-boss", "messaging.destination.name": name, "messaging.message.id": job.id };
      await withSpan(
        () => ({ name: `process ${name}`, kind: "consumer", attributes }),
        () => handle({ ...job, lease: createLease(() => confirmJob(db, name, job), job.signal) }),
      );
    },
  );
}

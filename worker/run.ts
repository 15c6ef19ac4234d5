import { deleteExpiredRows } from "@/core/cleanup";
import type { Context } from "@/core/context";
import { processSignUp } from "@/core/leads/process-sign-up";
import { openDatabase } from "@/db/client";
import {
  type BackgroundJobPayload,
  backgroundJobQueue,
  cleanupQueue,
  type DeliveryPayload,
  deliveryQueue,
  openJobQueue,
  openWorkerQueue,
  type SignUpPayload,
  type StaffEmailPayload,
  signUpQueue,
  staffEmailQueue,
} from "@/db/queue";
import { env, InvalidEnvironmentError } from "@/lib/env";
import { log } from "@/lib/log";
import { onShutdown } from "./start/shutdown";
import { runBackgroundJob } from "./worker/background-jobs";
import { deliver } from "./worker/deliver";
import { runUnlessEmailPaused } from "./worker/email-pause";
import { openLedger } from "./worker/ledger";
import { openProjectTransports } from "./worker/project-transports";
import { recountWaitlistsUntil } from "./worker/recount-waitlist";
import { refreshStatsUntil } from "./worker/refresh-stats";
import { sendStaffEmail } from "./worker/staff-email";

/** Delivery jobs that run in parallel: while one writes its results and the next is fetched, the others keep the SMTP connections busy. */
const concurrentDeliveryJobs = 3;

/** Background jobs that run in parallel, so that short ones don't wait for long ones. */
const concurrentBackgroundJobs = 2;

/** How long running jobs may take to finish on shutdown, in milliseconds. Must be less than the 30 seconds after which `npm start` kills the worker. */
const shutdownTimeout = 20_000;

type Queue = Awaited<ReturnType<typeof openWorkerQueue>>;

async function runWorker(): Promise<void> {
  const settings = env();
  if (settings.DATABASE_URL === undefined)
    throw new InvalidEnvironmentError(
      "npm run worker requires DATABASE_URL, the connection string of the shared PostgreSQL database. To run everything on one machine with a built-in database, use npm start.",
    );

  const stopping = new AbortController();
  // pg-boss reports most errors as plain objects.
  const onError = (error: unknown) =>
    log.error({ err: error instanceof Error ? error : Object.assign(new Error(), error) }, "job queue error");
  const { db, close } = openDatabase(settings.DATABASE_URL, { max: 8, name: "gatehouse worker" });
  const jobQueue = openJobQueue(settings.DATABASE_URL, onError);
  const workerQueue = await openWorkerQueue(settings.DATABASE_URL, onError);
  const transports = openProjectTransports();
  const ledger = openLedger();

  const contextFor = (projectId: number): Context => ({
    db,
    queue: jobQueue,
    projectId,
    actor: { kind: "system", id: null },
    requestId: null,
  });
  const handleDeliveries = async ({ data, signal }: { data: DeliveryPayload; signal: AbortSignal }) => {
    const ctx = contextFor(data.projectId);
    await runUnlessEmailPaused(ctx, { stopping: stopping.signal, lost: signal }, (signals) =>
      deliver(ctx, { transports, ledger }, data, signals),
    );
  };
  for (let i = 0; i < concurrentDeliveryJobs; i++) await processQueue(workerQueue, deliveryQueue, handleDeliveries);
  await processQueue<StaffEmailPayload>(workerQueue, staffEmailQueue, ({ id, data }) =>
    sendStaffEmail(contextFor(data.projectId), transports, { id, email: data.email }),
  );
  for (let i = 0; i < concurrentDeliveryJobs; i++)
    await processQueue<SignUpPayload>(workerQueue, signUpQueue, ({ data }) => processSignUp(contextFor(data.projectId), data));
  for (let i = 0; i < concurrentBackgroundJobs; i++)
    await processQueue<BackgroundJobPayload>(workerQueue, backgroundJobQueue, ({ data, signal }) =>
      runBackgroundJob(contextFor(data.projectId), data.jobId, AbortSignal.any([stopping.signal, signal])),
    );
  await workerQueue.work(cleanupQueue, { pollingIntervalSeconds: 30 }, () => deleteExpiredRows(db));
  await workerQueue.schedule(cleanupQueue, "7 * * * *");
  void refreshStatsUntil(db, contextFor, stopping.signal);
  void recountWaitlistsUntil(db, stopping.signal);

  onShutdown(
    async () => {
      stopping.abort(new Error("The worker was stopped"));
      await workerQueue.stop({ graceful: true, timeout: shutdownTimeout }).catch(onError);
      transports.close();
      await jobQueue.close().catch(onError);
      await close();
      process.exit(0);
    },
    () => process.exit(1),
  );
  process.send?.("ready");
}

/** Processes the jobs of a queue one after another. */
async function processQueue<Data>(
  queue: Queue,
  name: string,
  handle: (job: { id: string; data: Data; signal: AbortSignal }) => Promise<void>,
) {
  const id: string = await queue.work<Data>(name, { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }, async ([job]) => {
    // There may be more jobs, so the next one is fetched immediately instead of after the polling interval.
    queue.notifyWorker(id);
    if (job) await handle(job);
  });
}

runWorker().catch((error: unknown) => {
  if (error instanceof InvalidEnvironmentError) console.error(error.message);
  else log.fatal({ err: error }, "worker could not start");
  process.exit(1);
});

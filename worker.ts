import type { Context } from "@/core/context";
import { processSignUp } from "@/core/leads/process-sign-up";
import { deleteExpiredRows } from "@/core/cleanup";
import { openDatabase } from "@/db/client";
import {
  type DeliveryPayload,
  deliveryQueue,
  openJobQueue,
  openWorkerQueue,
  type StaffEmailPayload,
  staffEmailQueue,
  type BackgroundJobPayload,
  backgroundJobQueue,
  cleanupQueue,
  type SignUpPayload,
  signUpQueue,
} from "@/db/queue";
import { env, InvalidEnvironmentError } from "@/lib/env";
import { log } from "@/lib/log";
import { onShutdown } from "./start/shutdown";
import { refreshStatsUntil } from "./worker/refresh-stats";
import { openLedger } from "./worker/ledger";
import { recountWaitlistsUntil } from "./worker/recount-waitlist";
import { openProjectTransports } from "./worker/project-transports";
import { runUnlessEmailPaused } from "./worker/email-pause";
import { deliver } from "./worker/deliver";
import { sendStaffEmail } from "./worker/staff-email";
import { runBackgroundJob as workOnTask } from "./worker/background-jobs";

/** Jobs under way at once: while one is being written down and the next one fetched, the others keep the connections to the mail server busy. */
const concurrentDeliveryJobs = 3;

/** Tasks under way at once, so that a short one need not wait for a long one. */
const concurrentBackgroundJobs = 2;

/** How long messages under way may take to finish when the worker is asked to stop, in milliseconds: less than it takes `npm start` to lose patience. */
const shutdownTimeout = 20_000;

type Queue = Awaited<ReturnType<typeof openWorkerQueue>>;

async function runWorker(): Promise<void> {
  const settings = env();
  if (settings.DATABASE_URL === undefined)
    throw new InvalidEnvironmentError("DATABASE_URL is not set. `npm start` sets it for the embedded database; the worker alone needs one.");

  const stopping = new AbortController();
  // pg-boss tells most errors as plain objects.
  const onError = (error: unknown) => log.error({ err: error instanceof Error ? error : Object.assign(new Error(), error) }, "the job queue");
  const { db, close } = openDatabase(settings.DATABASE_URL, { max: 8, name: "gatehouse worker" });
  const jobQueue = openJobQueue(settings.DATABASE_URL, onError);
  const queue = await openWorkerQueue(settings.DATABASE_URL, onError);
  const transports = openProjectTransports();
  const ledger = openLedger();

  const contextFor = (projectId: number): Context => ({ db, queue: jobQueue, projectId, actor: { kind: "system", id: null }, requestId: null });
  const handleDeliveries = async ({ data, signal }: { data: DeliveryPayload; signal: AbortSignal }) => {
    const ctx = contextFor(data.projectId);
    await runUnlessEmailPaused(ctx, { stopping: stopping.signal, lost: signal }, (halt) => deliver(ctx, { transports, ledger }, data, halt));
  };
  for (let index = 0; index < concurrentDeliveryJobs; index++) await processQueue(queue, deliveryQueue, handleDeliveries);
  await processQueue<StaffEmailPayload>(queue, staffEmailQueue, ({ id, data }) => sendStaffEmail(contextFor(data.projectId), transports, { id, mail: data.email }));
  for (let index = 0; index < concurrentDeliveryJobs; index++)
    await processQueue<SignUpPayload>(queue, signUpQueue, ({ data }) => processSignUp(contextFor(data.projectId), data));
  for (let index = 0; index < concurrentBackgroundJobs; index++)
    await processQueue<BackgroundJobPayload>(queue, backgroundJobQueue, ({ data, signal }) =>
      workOnTask(contextFor(data.projectId), data.jobId, AbortSignal.any([stopping.signal, signal])),
    );
  await queue.work(cleanupQueue, { pollingIntervalSeconds: 30 }, () => deleteExpiredRows(db));
  await queue.schedule(cleanupQueue, "7 * * * *");
  void refreshStatsUntil(db, contextFor, stopping.signal);
  void recountWaitlistsUntil(db, stopping.signal);

  onShutdown(
    async () => {
      stopping.abort(new Error("The worker was stopped"));
      await queue.stop({ graceful: true, timeout: shutdownTimeout }).catch(onError);
      transports.close();
      await jobQueue.close().catch(onError);
      await close();
      process.exit(0);
    },
    () => process.exit(1),
  );
  process.send?.("ready");
}

/** Takes jobs of a queue one after another. */
async function processQueue<Data>(queue: Queue, name: string, handle: (job: { id: string; data: Data; signal: AbortSignal }) => Promise<void>) {
  const id: string = await queue.work<Data>(name, { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }, async ([job]) => {
    // Where there was a job there may be another: it is looked for at once, not after the interval.
    queue.notifyWorker(id);
    if (job) await handle(job);
  });
}

runWorker().catch((error: unknown) => {
  if (error instanceof InvalidEnvironmentError) console.error(error.message);
  else log.fatal({ err: error }, "the worker could not start");
  process.exit(1);
});

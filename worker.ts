import type { Context } from "@/core/context";
import { welcome } from "@/core/leads/welcome";
import { tidy } from "@/core/tidy";
import { openDatabase } from "@/db/client";
import {
  type DeliverJob,
  deliverQueue,
  openJobs,
  openWorkQueue,
  type StaffMailJob,
  staffMailQueue,
  type TaskJob,
  tasksQueue,
  tidyQueue,
  type WelcomeJob,
  welcomeQueue,
} from "@/db/queue";
import { env, InvalidEnvironment } from "@/lib/env";
import { log } from "@/lib/log";
import { onStop } from "./start/stopping";
import { keepFigures } from "./worker/figures";
import { openLedger } from "./worker/ledger";
import { keepLines } from "./worker/lines";
import { openPost } from "./worker/mail";
import { whileMailGoes } from "./worker/pauses";
import { post } from "./worker/post";
import { mailStaff } from "./worker/staff-mail";
import { workOn as workOnTask } from "./worker/tasks";

/** Jobs under way at once: while one is being written down and the next one fetched, the others keep the connections to the mail server busy. */
const jobsAtOnce = 3;

/** Tasks under way at once, so that a short one need not wait for a long one. */
const tasksAtOnce = 2;

/** How long messages under way may take to finish when the worker is asked to stop, in milliseconds: less than it takes `npm start` to lose patience. */
const grace = 20_000;

type Queue = Awaited<ReturnType<typeof openWorkQueue>>;

async function work(): Promise<void> {
  const settings = env();
  if (settings.DATABASE_URL === undefined)
    throw new InvalidEnvironment("DATABASE_URL is not set. `npm start` sets it for the embedded database; the worker alone needs one.");

  const stopping = new AbortController();
  // pg-boss tells most errors as plain objects.
  const onError = (told: unknown) => log.error({ err: told instanceof Error ? told : Object.assign(new Error(), told) }, "the job queue");
  const { db, close } = openDatabase(settings.DATABASE_URL, { max: 8, name: "gatehouse worker" });
  const jobs = openJobs(settings.DATABASE_URL, onError);
  const queue = await openWorkQueue(settings.DATABASE_URL, onError);
  const mail = openPost();
  const ledger = openLedger();

  const contextOf = (projectId: number): Context => ({ db, jobs, projectId, actor: { kind: "system", id: null }, requestId: null });
  const deliver = async ({ data, signal }: { data: DeliverJob; signal: AbortSignal }) => {
    const ctx = contextOf(data.projectId);
    await whileMailGoes(ctx, { stopping: stopping.signal, lost: signal }, (halt) => post(ctx, { mail, ledger }, data, halt));
  };
  for (let line = 0; line < jobsAtOnce; line++) await workOn(queue, deliverQueue, deliver);
  await workOn<StaffMailJob>(queue, staffMailQueue, ({ id, data }) => mailStaff(contextOf(data.projectId), mail, { id, mail: data.mail }));
  for (let line = 0; line < jobsAtOnce; line++)
    await workOn<WelcomeJob>(queue, welcomeQueue, ({ data }) => welcome(contextOf(data.projectId), data));
  for (let line = 0; line < tasksAtOnce; line++)
    await workOn<TaskJob>(queue, tasksQueue, ({ data, signal }) =>
      workOnTask(contextOf(data.projectId), data.task, AbortSignal.any([stopping.signal, signal])),
    );
  await queue.work(tidyQueue, { pollingIntervalSeconds: 30 }, () => tidy(db));
  await queue.schedule(tidyQueue, "7 * * * *");
  void keepFigures(db, contextOf, stopping.signal);
  void keepLines(db, stopping.signal);

  onStop(
    async () => {
      stopping.abort(new Error("The worker was stopped"));
      await queue.stop({ graceful: true, timeout: grace }).catch(onError);
      mail.close();
      await jobs.close().catch(onError);
      await close();
      process.exit(0);
    },
    () => process.exit(1),
  );
  process.send?.("ready");
}

/** Takes jobs of a queue one after another. */
async function workOn<Data>(queue: Queue, name: string, handle: (job: { id: string; data: Data; signal: AbortSignal }) => Promise<void>) {
  const id: string = await queue.work<Data>(name, { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }, async ([job]) => {
    // Where there was a job there may be another: it is looked for at once, not after the interval.
    queue.notifyWorker(id);
    if (job) await handle(job);
  });
}

work().catch((error: unknown) => {
  if (error instanceof InvalidEnvironment) console.error(error.message);
  else log.fatal({ err: error }, "the worker could not start");
  process.exit(1);
});

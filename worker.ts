import path from "node:path";
import type { Context } from "@/core/context";
import { tidy } from "@/core/tidy";
import { openDatabase } from "@/db/client";
import { type DeliverJob, deliverQueue, openJobs, openWorkQueue, tidyQueue } from "@/db/jobs";
import { outboxMailer, smtpMailer } from "@/emails/mailer";
import { env, InvalidEnvironment } from "@/lib/env";
import { log } from "@/lib/log";
import { post } from "./worker/post";

/** How long messages under way may take to finish when the worker is asked to stop, in milliseconds. */
const grace = 60_000;

async function work(): Promise<void> {
  const { DATABASE_URL, DATA_DIR, SMTP_URL, MAIL_FROM } = env();
  if (DATABASE_URL === undefined) throw new InvalidEnvironment("DATABASE_URL is not set. `npm start` sets it for the embedded database; the worker alone needs one.");

  const stopping = new AbortController();
  const onError = (err: unknown) => log.error({ err }, "the job queue");
  const { db, close } = openDatabase(DATABASE_URL, { max: 4, name: "gatehouse worker" });
  const jobs = openJobs(DATABASE_URL, onError);
  const outbox = path.resolve(DATA_DIR, "outbox");
  const mailer = SMTP_URL ? smtpMailer(SMTP_URL, MAIL_FROM) : outboxMailer(outbox, MAIL_FROM);
  const queue = await openWorkQueue(DATABASE_URL, onError);

  await queue.work<DeliverJob>(
    deliverQueue,
    { localConcurrency: 2, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, burstWhenBatchFull: true },
    async ([job]) => {
      if (!job) return;
      const { projectId, deliveryIds } = job.data;
      const ctx: Context = { db, jobs, projectId, actor: { kind: "system", id: null }, requestId: null };
      await post(ctx, mailer, deliveryIds, stopping.signal);
    },
  );
  await queue.work(tidyQueue, { pollingIntervalSeconds: 30 }, () => tidy(db));
  await queue.schedule(tidyQueue, "7 * * * *");

  log.info(SMTP_URL ? { mail: "smtp" } : { mail: "outbox", folder: outbox }, SMTP_URL ? "the worker sends mail by SMTP" : "no SMTP_URL: the worker keeps mail as files");

  const stop = async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    await queue.stop({ graceful: true, timeout: grace }).catch(onError);
    mailer.close();
    await jobs.close().catch(onError);
    await close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop);
  process.send?.("ready");
}

work().catch((error: unknown) => {
  if (error instanceof InvalidEnvironment) console.error(error.message);
  else log.fatal({ err: error }, "the worker could not start");
  process.exit(1);
});

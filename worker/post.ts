import type { Context } from "@/core/context";
import { type Outgoing, type Result, settle, take } from "@/core/sends/deliver";
import type { DeliverJob } from "@/db/jobs";
import { type Mailer, mailConnections } from "@/emails/mailer";
import { renderCodeMessage } from "@/emails/render";
import { log } from "@/lib/log";

/** How long a message that left may wait to be written down, in milliseconds; a worker that dies in between sends it again. */
const writeWithin = 40;

/** When to leave off: the worker is `stopping`, or the job is `lost` to another worker that took this one for dead. */
export type Halt = { stopping: AbortSignal; lost: AbortSignal };

/** Sends a job's deliveries. Once `stopping`, it finishes the messages under way, releases the rest and throws, so that the job comes round again. */
export async function post(ctx: Context, mailer: Mailer, job: DeliverJob, halt: Halt): Promise<void> {
  halt.stopping.throwIfAborted();
  const waiting = (await take(ctx, job)).values();
  const writer = resultWriter(ctx, job.attempt);
  const line = async () => {
    for (const message of waiting) {
      if (halt.lost.aborted) return;
      writer.add(halt.stopping.aborted ? { id: message.id, status: "released" } : await postOne(mailer, message));
    }
  };
  await Promise.all(Array.from({ length: mailConnections }, line));
  await writer.finish();
  halt.stopping.throwIfAborted();
}

async function postOne(mailer: Mailer, { id, email, message }: Outgoing): Promise<Result> {
  try {
    const outcome = await mailer.deliver({ id, to: email, ...(await renderCodeMessage(message)) });
    if ("error" in outcome) log.warn({ delivery: id, outcome: outcome.status }, "a message was not delivered");
    return { id, ...outcome };
  } catch (err) {
    // One message that cannot be made must not hold up those beside it.
    log.error({ err, delivery: id }, "a message could not be made");
    return { id, status: "retrying", error: "The message could not be made." };
  }
}

/** Writes results down a few at a time: one statement for each would cost as much as sending. */
function resultWriter(ctx: Context, attempt: number) {
  let unwritten: Result[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    timer = undefined;
    const results = unwritten;
    unwritten = [];
    writing = writing.then(() => settle(ctx, attempt, results));
    // The failure is thrown by finish, where the job can be given back.
    writing.catch(() => {});
  };
  return {
    add(result: Result) {
      unwritten.push(result);
      timer ??= setTimeout(write, writeWithin);
    },
    async finish() {
      clearTimeout(timer);
      write();
      await writing;
    },
  };
}
